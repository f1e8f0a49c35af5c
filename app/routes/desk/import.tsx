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
  type Result,
  startImport,
  startPictures,
  stopImport,
  stopPictures,
  takeBackImport,
} from '../../features/moving-in/imports/commands.server.ts'
import { ImportView } from '../../features/moving-in/imports/import-view.tsx'
import { IMPORT_PATH, parseChoices, READ_LIMITS } from '../../features/moving-in/imports/imports.ts'
import {
  importFailures,
  type ImportRefusal,
  importRefusals,
  sentTooOften,
} from '../../features/moving-in/imports/messages.ts'
import { receiveFiles } from '../../features/moving-in/imports/keep-files.server.ts'
import { findImportScreen } from '../../features/moving-in/imports/queries.server.ts'
import { changeRefusals } from '../../features/newsroom/board/messages.ts'
import { readTimeZone } from '../../features/writing/schedule/time-zones.server.ts'
import { useOpenRun } from '../../features/runs/use-run.ts'
import { readFileParts } from '../../platform/file-parts.server.ts'
import { readId, readFormText } from '../../shared/text.ts'
import { keepFormOnFailure } from '../../shell/form-failure.tsx'
import type { RouteFacts } from '../../platform/web/route-facts.ts'
import type { Route } from './+types/import'
import { isRefusal } from '../../shared/refusal.ts'

export const handle: RouteFacts = { access: 'screen', takes: 'large-file' }

/** Returns the account's import, from the upload of its file to its report. */
export const loader = ({ request, context }: Route.LoaderArgs) =>
  findImportScreen(context.get(operatorContext), readTimeZone(request))

/** Receives files, or imports their articles, fetches their pictures, stops or discards that, or takes it back. */
export async function action({ request, context }: Route.ActionArgs) {
  const operator = context.get(operatorContext)
  if (/^multipart/i.test(request.headers.get('content-type') ?? '')) return upload(operator, request)
  const form = await request.formData()
  const act = INTENTS.get(readFormText(form, 'intent'))
  if (!act) throw redirect(IMPORT_PATH)
  return act(operator, form)
}

type Act = (operator: Operator, form: FormData) => Promise<ReturnType<typeof answer>>

const ACTS: Record<string, Act> = {
  async import(operator, form) {
    const choices = parseChoices(form)
    if (isRefusal(choices)) return answer(choices)
    return answer(await startImport(operator, readId(form, 'importId'), choices))
  },
  continue: async (operator, form) => answer(await continueImport(operator, readId(form, 'importId'))),
  pictures: async (operator, form) => answer(await startPictures(operator, readId(form, 'importId'))),
  async stop(operator) {
    await stopImport(operator)
    throw redirect(IMPORT_PATH)
  },
  async 'stop-pictures'(operator) {
    await stopPictures(operator)
    throw redirect(IMPORT_PATH)
  },
  async discard(operator, form) {
    await discardImport(operator, readId(form, 'importId'))
    throw redirect(IMPORT_PATH)
  },
  delete: takeBack,
}
const INTENTS = new Map(Object.entries(ACTS))

async function upload(operator: Operator, request: Request) {
  const fields = new Map<string, string>()
  const received = await receiveFiles(operator, {
    bytes: Number(request.headers.get('content-length')),
    openFiles: () => readFileParts(request, { most: READ_LIMITS.files + 1, fields }),
    readFrom: () => fields.get('from') ?? '',
  })
  return 'waitS' in received
    ? data({ problem: sentTooOften(received.waitS) }, { status: 429 })
    : answer(received)
}

// The import or the sites changed since the screen was loaded.
const CHANGED = new Set<ImportRefusal>(['gone', 'running', 'nothing-to-do', 'site-unavailable', 'broken-off'])

function answer(result: Result) {
  if (result.ok) throw redirect(IMPORT_PATH)
  const status = CHANGED.has(result.reason) ? 409 : 400
  return data({ problem: importRefusals[result.reason] }, { status })
}

async function takeBack(operator: Operator) {
  const refused = await takeBackImport(operator)
  if (refused) return data({ problem: changeRefusals[refused.reason].title }, { status: 409 })
  throw redirect(IMPORT_PATH)
}

export const clientMiddleware = [keepFormOnFailure(importFailures, { readsFiles: false })]

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
