import {
  data,
  redirect,
  type ShouldRevalidateFunctionArgs,
  useNavigation,
  useSearchParams,
} from 'react-router'
import { operatorContext } from '../../features/accounts/guard/guard.server.ts'
import { actByForm } from '../../features/moving-in/imports/act-by-form.server.ts'
import { ImportView } from '../../features/moving-in/imports/import-view.tsx'
import { IMPORT_PATH, READ_LIMITS } from '../../features/moving-in/imports/imports.ts'
import { importFailures, toAnswer } from '../../features/moving-in/imports/messages.ts'
import { receiveFiles } from '../../features/moving-in/imports/keep-files.server.ts'
import { findImportScreen } from '../../features/moving-in/imports/queries.server.ts'
import { readTimeZone } from '../../features/writing/schedule/time-zones.server.ts'
import { useOpenRun } from '../../features/runs/use-run.ts'
import { readFileParts } from '../../platform/file-parts.server.ts'
import { keepFormOnFailure } from '../../shell/form-failure.tsx'
import type { RouteFacts } from '../../platform/web/route-facts.ts'
import type { Route } from './+types/import'

export const handle: RouteFacts = { access: 'screen', right: 'organise', takes: 'large-file' }

/** Returns the account's import, from the upload of its file to its report. */
export const loader = ({ request, context }: Route.LoaderArgs) =>
  findImportScreen(context.get(operatorContext), readTimeZone(request))

/** Receives files, or does what another form of the screen asks for. */
export async function action({ request, context }: Route.ActionArgs) {
  const operator = context.get(operatorContext)
  const fields = new Map<string, string>()
  const sendsFiles = /^multipart/i.test(request.headers.get('content-type') ?? '')
  const result = sendsFiles
    ? await receiveFiles(operator, {
        bytes: Number(request.headers.get('content-length')),
        openFiles: () => readFileParts(request, { most: READ_LIMITS.files + 1, fields }),
        readFrom: () => fields.get('from') ?? '',
      })
    : await actByForm(operator, await request.formData())
  if (result.ok) throw redirect(IMPORT_PATH)
  const { problem, status } = toAnswer(result)
  return data({ problem }, { status })
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
      isAsked={search.get('ask') === 'take-back'}
      problem={actionData?.problem}
      busy={formData ? intent : undefined}
    />
  )
}
