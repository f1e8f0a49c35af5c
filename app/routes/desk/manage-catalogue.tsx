import { data, redirect, type ShouldRevalidateFunctionArgs, useNavigation } from 'react-router'
import type { Operator } from '../../features/accounts/accounts.ts'
import { operatorContext } from '../../features/accounts/guard/guard.server.ts'
import {
  type Choice,
  type EntryRefusal,
  type Kind,
  kindAt,
  parseChoice,
  parseConfirmed,
  toListPath,
} from '../../features/local-seo/cities-services/cities-services.ts'
import { CatalogueView } from '../../features/local-seo/cities-services/catalogue-view.tsx'
import {
  addEntry,
  deleteEntries,
  restoreEntries,
} from '../../features/local-seo/cities-services/commands.server.ts'
import {
  parseEntry,
  readEntryForm,
  toErrorToast,
} from '../../features/local-seo/cities-services/entry-form.ts'
import { findToast, type Said, toFailure } from '../../features/local-seo/cities-services/catalogue-toasts.ts'
import * as messages from '../../features/local-seo/cities-services/messages.ts'
import { findCatalogue } from '../../features/local-seo/cities-services/queries.server.ts'
import { parseFilter, parsePage } from '../../shared/page-list.ts'
import { readFormText } from '../../shared/text.ts'
import { keepFormOnFailure } from '../../shell/form-failure.tsx'
import type { RouteFacts } from '../../platform/web/route-facts.ts'
import type { Route } from './+types/manage-catalogue'

export const handle: RouteFacts = { access: 'screen', right: 'promote' }

/** Lists one page of cities or services, with the question before a deletion and the toast. */
export async function loader({ context, url: { searchParams }, pattern }: Route.LoaderArgs) {
  const operator = context.get(operatorContext)
  const kind = kindAt(pattern)
  const query = parseFilter(searchParams.get('q'))
  const page = parsePage(searchParams.get('page'))
  const choice = parseChoice(searchParams, query)
  const { asked, ...shown } = await findCatalogue(operator, kind, { query, page, choice })
  return {
    kind,
    query,
    ...shown,
    asked: asked && asked.count > 0 ? asked : undefined,
    addedId: searchParams.get('added') ?? undefined,
    said: findToast(kind, searchParams, asked),
  }
}

/** Adds an entry, deletes the chosen ones, or restores the deleted ones. */
export async function action({ request, context, url, pattern }: Route.ActionArgs) {
  const operator = context.get(operatorContext)
  const kind = kindAt(pattern)
  const form = await request.formData()
  const intent = readFormText(form, 'intent')
  if (intent === 'add') return add(operator, kind, form)
  if (intent === 'delete') {
    const query = parseFilter(url.searchParams.get('q'))
    return remove(operator, kind, { query, choice: parseConfirmed(form, query) })
  }
  return intent === 'restore' ? restore(operator, kind) : null
}

async function add(operator: Operator, kind: Kind, form: FormData) {
  const typed = readEntryForm(form)
  const parsed = parseEntry(kind, typed)
  if (!parsed.ok)
    return answerFault(400, { errors: parsed.errors, typed, ...toErrorToast(kind, parsed.errors) })
  const added = await addEntry(operator, kind, parsed.value)
  if (added.ok) throw redirect(toListPath(kind, '', { added: added.id }))
  const title = messages.catalogueMessages[kind].addFailed
  return answerFault(409, { typed, title, description: messages.toRefusalText(kind, added) })
}

async function remove(operator: Operator, kind: Kind, { query, choice }: { query: string; choice: Choice }) {
  const done = await deleteEntries(operator, kind, choice)
  if (done.ok) throw redirect(toListPath(kind, query, { deleted: String(done.count) }))
  const title = messages.catalogueMessages[kind].deleteFailed
  return answerFault(toStatus(done), { title, description: messages.toRefusalText(kind, done) })
}

async function restore(operator: Operator, kind: Kind) {
  const restored = await restoreEntries(operator, kind)
  if (restored.ok) throw redirect(toListPath(kind, '', { restored: String(restored.restored) }))
  const description = messages.toRestoreRefusal(kind, restored)
  return answerFault(toStatus(restored), { title: messages.notRestored, description })
}

const toStatus = ({ reason }: EntryRefusal) => (reason === 'too-often' ? 429 : 409)

type Refused = Omit<Said, 'tone'> & Pick<Parameters<typeof CatalogueView>[0], 'typed' | 'errors'>

const answerFault = (status: number, { typed, errors, ...said }: Refused) =>
  data({ typed, errors, said: { ...said, tone: 'bad' as const } }, { status })

export const clientMiddleware = [
  keepFormOnFailure((form, pattern) => toFailure(kindAt(pattern), readFormText(form, 'intent'))),
]

// Status 409 means that the list changed in the meantime, so it is read again.
export const shouldRevalidate = ({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  actionStatus === 409 || defaultShouldRevalidate

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData?.kind === 'services' ? 'Services' : 'Cities' },
]

export default function ManageCatalogue({ loaderData, actionData }: Route.ComponentProps) {
  const sent = useNavigation().formData?.get('intent')
  const busy = typeof sent === 'string' ? sent : undefined
  return <CatalogueView {...loaderData} {...actionData} busy={busy} />
}
