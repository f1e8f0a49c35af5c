import { data, redirect, type ShouldRevalidateFunctionArgs, useNavigation } from 'react-router'
import type { Operator } from '../../features/accounts/accounts.ts'
import { operatorContext } from '../../features/accounts/guard/guard.server.ts'
import {
  CATALOGUE,
  type FileRefusal,
  type ImportRefusal,
  type Kind,
  kindAt,
  toListPath,
} from '../../features/local-seo/cities-services/cities-services.ts'
import { ImportView } from '../../features/local-seo/cities-services/import-view.tsx'
import {
  discardImport,
  findImport,
  type ImportFile,
  keepImport,
  applyImport,
} from '../../features/local-seo/cities-services/imports.server.ts'
import {
  catalogueMessages,
  importFailures,
  toFileProblem,
  toImportProblem,
} from '../../features/local-seo/cities-services/messages.ts'
import { readFormText, toName } from '../../shared/text.ts'
import { keepFormOnFailure } from '../../shell/form-failure.tsx'
import type { RouteFacts } from '../../platform/web/route-facts.ts'
import type { Route } from './+types/manage-catalogue-import'

export const handle: RouteFacts = { access: 'screen', right: 'promote', takes: 'files' }

/** Returns the import that was read and still waits for a decision, if any. */
export async function loader({ context, pattern }: Route.LoaderArgs) {
  const kind = kindAt(pattern)
  return { kind, pending: await findImport(context.get(operatorContext), kind) }
}

/** Reads a file or pasted lines, then imports or discards them. */
export async function action({ request, context, pattern }: Route.ActionArgs) {
  const operator = context.get(operatorContext)
  const kind = kindAt(pattern)
  const form = await request.formData()
  const intent = readFormText(form, 'intent')
  if (intent === 'read') return read(operator, kind, form)
  if (intent === 'import') return run(operator, kind, form)
  if (intent === 'discard') await discardImport(operator, kind)
  throw redirect(`${CATALOGUE[kind].path}/import`)
}

async function read(operator: Operator, kind: Kind, form: FormData) {
  const pasted = readFormText(form, 'pasted')
  const kept = await keepImport(operator, kind, await readFile(form, pasted))
  if (!kept.ok) return data({ pasted, problem: toFileProblem(kind, kept) }, { status: toStatus(kept, 400) })
  throw redirect(`${CATALOGUE[kind].path}/import`)
}

const NAME_LENGTH = 200

async function readFile(form: FormData, pasted: string): Promise<ImportFile> {
  const file = form.get('file')
  if (file instanceof File && file.size > 0)
    return { name: toName(file.name, NAME_LENGTH), bytes: await file.bytes() }
  return { name: 'Pasted lines', bytes: new TextEncoder().encode(pasted) }
}

async function run(operator: Operator, kind: Kind, form: FormData) {
  const readingId = readFormText(form, 'readingId')
  const done = await applyImport(operator, kind, { readingId, updates: form.has('updates') })
  if (done.ok) {
    const counts = { imported: String(done.added), updated: String(done.updated) }
    throw redirect(toListPath(kind, '', counts))
  }
  return data({ pasted: '', problem: toImportProblem(kind, done) }, { status: toStatus(done, 409) })
}

const toStatus = ({ reason }: FileRefusal | ImportRefusal, status: 400 | 409) =>
  reason === 'too-often' ? 429 : status

export const clientMiddleware = [
  keepFormOnFailure(
    (form, pattern) =>
      importFailures[readFormText(form, 'intent')] ?? catalogueMessages[kindAt(pattern)].addFailed,
  ),
]

// Status 409 means that the list has changed in the meantime. A refused file (400) replaces the pending import.
export const shouldRevalidate = ({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  actionStatus === 409 || actionStatus === 400 || defaultShouldRevalidate

export const meta: Route.MetaFunction = ({ loaderData }) => [{ title: `Import ${loaderData?.kind ?? ''}` }]

export default function ManageCatalogueImport({ loaderData, actionData }: Route.ComponentProps) {
  const sent = useNavigation().formData?.get('intent')
  const busy = typeof sent === 'string' ? sent : undefined
  return <ImportView {...loaderData} {...actionData} busy={busy} />
}
