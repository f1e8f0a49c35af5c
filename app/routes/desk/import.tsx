import {
  data,
  redirect,
  type ShouldRevalidateFunctionArgs,
  useNavigation,
  useSearchParams,
} from 'react-router'
import type { Operator } from '../../features/accounts/accounts.ts'
import { operatorContext } from '../../features/accounts/guard/guard.server.ts'
import {
  continueImport,
  discardImport,
  startImport,
  startPictures,
  stopImport,
  stopPictures,
} from '../../features/publishing/imports/commands.server.ts'
import { ImportView } from '../../features/publishing/imports/import-view.tsx'
import {
  IMPORT_PATH,
  limitImportFiles,
  parseChoices,
  READ_LIMITS,
  toAuthor,
} from '../../features/publishing/imports/imports.ts'
import {
  importFailures,
  type ImportRefusal,
  importRefusals,
  sentTooOften,
} from '../../features/publishing/imports/messages.ts'
import { keepFiles } from '../../features/publishing/imports/keep-files.server.ts'
import { findImport, listCreated } from '../../features/publishing/imports/queries.server.ts'
import { changeArticles } from '../../features/publishing/board/commands.server.ts'
import { changeRefusals } from '../../features/publishing/board/messages.ts'
import { listTargetSites } from '../../features/publishing/target-sites/queries.server.ts'
import { findSiteOwnerId } from '../../features/accounts/sign-in/queries.server.ts'
import { useOpenRun } from '../../features/runs/use-run.ts'
import { readFileParts } from '../../platform/file-parts.server.ts'
import { consumeRateLimits } from '../../platform/rate-limits.server.ts'
import { readId, readFormText } from '../../shared/text.ts'
import { keepFormOnFailure } from '../../ui/form-failure.tsx'
import type { RouteFacts } from '../../platform/route-facts.ts'
import type { Route } from './+types/import'

export const handle: RouteFacts = { access: 'screen', takes: 'large-file' }

/** Returns the account's import, from the upload of its file to its report. */
export async function loader({ context }: Route.LoaderArgs) {
  const operator = context.get(operatorContext)
  const ownsSite = (await findSiteOwnerId()) === operator.id
  const current = await findImport(operator)
  const sites = current?.state === 'read' ? await listTargetSites(operator) : []
  return { ownsSite, current, sites, author: toAuthor(operator) }
}

/** Receives a file, or imports its articles, stops or discards the import, or deletes the imported articles. */
export async function action({ request, context }: Route.ActionArgs) {
  const operator = context.get(operatorContext)
  if (/^multipart/i.test(request.headers.get('content-type') ?? '')) return upload(operator, request)
  const form = await request.formData()
  const importId = readId(form, 'importId')
  switch (readFormText(form, 'intent')) {
    case 'import': {
      const choices = parseChoices(form)
      const isRefused = typeof choices === 'string'
      return answer(
        isRefused ? { ok: false, reason: choices } : await startImport(operator, importId, choices),
      )
    }
    case 'continue':
      return answer(await continueImport(operator, importId))
    case 'pictures':
      return answer(await startPictures(operator, importId))
    case 'stop-pictures':
      await stopPictures(operator)
      break
    case 'stop':
      await stopImport(operator)
      break
    case 'discard':
      await discardImport(operator, importId)
      break
    case 'delete':
      return takeBack(operator)
  }
  throw redirect(IMPORT_PATH)
}

async function upload(operator: Operator, request: Request) {
  const waitS = await consumeRateLimits(limitImportFiles(operator))
  if (waitS > 0) return data({ problem: sentTooOften(waitS) }, { status: 429 })
  return answer(await keepFiles(operator, readFileParts(request, READ_LIMITS.files + 1)))
}

// The import or the sites changed since the screen was loaded.
const CHANGED = new Set<ImportRefusal>(['gone', 'running', 'nothing-to-do', 'site-unavailable', 'broken-off'])

function answer(result: { ok: true } | { ok: false; reason: ImportRefusal }) {
  if (result.ok) throw redirect(IMPORT_PATH)
  const status = CHANGED.has(result.reason) ? 409 : 400
  return data({ problem: importRefusals[result.reason] }, { status })
}

async function takeBack(operator: Operator) {
  const deleted = await changeArticles(operator, await listCreated(operator), { kind: 'delete' })
  if (typeof deleted === 'string') return data({ problem: changeRefusals[deleted].title }, { status: 409 })
  throw redirect(IMPORT_PATH)
}

export const clientMiddleware = [keepFormOnFailure(importFailures)]

// Status 409 means that the import changed in the meantime, so it is read again.
export const shouldRevalidate = ({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  actionStatus === 409 || defaultShouldRevalidate

export const meta = () => [{ title: 'Import' }]

export default function Import({ loaderData, actionData }: Route.ComponentProps) {
  const { formData } = useNavigation()
  const [search] = useSearchParams()
  const live = useOpenRun(loaderData.current?.run, 1)
  const sent = formData?.get('intent')
  const intent = typeof sent === 'string' ? sent : 'upload'
  return (
    <ImportView
      {...loaderData}
      live={live}
      isAsked={search.get('ask') === 'delete'}
      problem={actionData?.problem}
      busy={formData ? intent : undefined}
    />
  )
}
