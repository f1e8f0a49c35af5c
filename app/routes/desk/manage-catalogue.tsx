import { data, redirect, type ShouldRevalidateFunctionArgs, useNavigation } from 'react-router'
import { validate as isUuid } from 'uuid'
import type { Operator } from '../../features/accounts/accounts.ts'
import { operatorContext } from '../../features/accounts/guard/guard.server.ts'
import {
  type Choice,
  type Kind,
  kindAt,
  limitChanges,
  toListPath,
} from '../../features/local-seo/cities-services/cities-services.ts'
import { CatalogueView, type Said } from '../../features/local-seo/cities-services/catalogue-view.tsx'
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
import * as messages from '../../features/local-seo/cities-services/messages.ts'
import {
  findChosen,
  findDeleted,
  hasImport,
  listEntries,
} from '../../features/local-seo/cities-services/queries.server.ts'
import { consumeRateLimits } from '../../platform/rate-limits.server.ts'
import { parseFilter, parsePage } from '../../shared/page-list.ts'
import { readFormText } from '../../shared/text.ts'
import { keepFormOnFailure } from '../../shell/form-failure.tsx'
import type { RouteFacts } from '../../platform/web/route-facts.ts'
import type { Route } from './+types/manage-catalogue'

export const handle: RouteFacts = { access: 'screen' }

const MAX_IDS = 200

/** Lists one page of cities or services, with the question before a deletion and the toast. */
export async function loader({ context, url: { searchParams }, pattern }: Route.LoaderArgs) {
  const operator = context.get(operatorContext)
  const kind = kindAt(pattern)
  const query = parseFilter(searchParams.get('q'))
  const choice = readChoice(searchParams, query)
  const asked = choice && (await findChosen(operator, kind, choice))
  return {
    kind,
    query,
    list: await listEntries(operator, kind, { query, page: parsePage(searchParams.get('page')) }),
    deleted: await findDeleted(operator, kind),
    asked: asked && asked.count > 0 ? asked : undefined,
    isPending: await hasImport(operator, kind),
    addedId: searchParams.get('added') ?? undefined,
    said: asked?.count === 0 ? toNothingChosen(kind, asked.choice) : readSaid(searchParams, kind),
  }
}

function readChoice(search: URLSearchParams, query: string): Choice | undefined {
  const ask = search.get('ask')
  if (ask === 'delete-all') return { query }
  return ask === 'delete'
    ? {
        ids: search
          .getAll('id')
          .filter((id) => isUuid(id))
          .slice(0, MAX_IDS),
      }
    : undefined
}

const toNothingChosen = (kind: Kind, choice: Choice): Said => ({
  title: messages.catalogueMessages[kind].deleteFailed,
  description: 'ids' in choice && choice.ids.length === 0 ? messages.noneChosen : messages.gone,
  tone: 'bad',
})

/** Reads the result of the previous form from the URL. */
function readSaid(search: URLSearchParams, kind: Kind): Said | undefined {
  const read = (name: string) => {
    const value = search.get(name)
    return value !== null && /^\d{1,6}$/.test(value) ? Number(value) : undefined
  }
  const [deleted, restored, imported, updated] = ['deleted', 'restored', 'imported', 'updated'].map(read)
  if (search.has('added')) return { title: messages.catalogueMessages[kind].added, tone: 'ok' }
  if (deleted) return { title: messages.deletedCount(kind, deleted), tone: 'ok' }
  if (restored !== undefined) return { title: messages.restoredCount(kind, restored), tone: 'ok' }
  if (imported === undefined) return undefined
  if (imported === 0 && updated) return { title: messages.updatedCount(kind, updated), tone: 'ok' }
  const description = updated ? { description: messages.updatedCount(kind, updated) } : {}
  return { title: messages.importedCount(kind, imported), ...description, tone: 'ok' }
}

/** Adds an entry, deletes the chosen ones, or restores the deleted ones. */
export async function action({ request, context, url, pattern }: Route.ActionArgs) {
  const operator = context.get(operatorContext)
  const kind = kindAt(pattern)
  const form = await request.formData()
  const intent = readFormText(form, 'intent')
  if (intent === 'add') return add(operator, kind, form)
  if (intent === 'delete')
    return remove(operator, kind, { form, query: parseFilter(url.searchParams.get('q')) })
  if (intent === 'restore') return restore(operator, kind)
  return null
}

async function add(operator: Operator, kind: Kind, form: FormData) {
  const typed = readEntryForm(form)
  const parsed = parseEntry(kind, typed)
  if (!parsed.ok) return answerFault(400, { ...parsed, typed, ...toErrorToast(kind, parsed.errors) })
  const added = await addEntry(operator, kind, parsed.value)
  if (added.ok) throw redirect(toListPath(kind, '', { added: added.id }))
  const title = messages.catalogueMessages[kind].addFailed
  return answerFault(409, { typed, title, description: messages.toRefusalText(kind, added) })
}

async function remove(operator: Operator, kind: Kind, { form, query }: { form: FormData; query: string }) {
  const ids = readFormText(form, 'ids')
    .split(' ')
    .filter((id) => isUuid(id))
  const title = messages.catalogueMessages[kind].deleteFailed
  const waitS = form.has('all') || ids.length > 1 ? await consumeRateLimits(limitChanges(operator)) : 0
  if (waitS > 0) return answerFault(429, { title, description: messages.changedTooOften(waitS) })
  const choice = form.has('all') ? { query, agreed: Number(readFormText(form, 'all')) } : { ids }
  const done = await deleteEntries(operator, kind, choice)
  if (done.ok) throw redirect(toListPath(kind, query, { deleted: String(done.count) }))
  return answerFault(409, { title, description: messages.toRefusalText(kind, done) })
}

async function restore(operator: Operator, kind: Kind) {
  const title = messages.notRestored
  const waitS = await consumeRateLimits(limitChanges(operator))
  if (waitS > 0) return answerFault(429, { title, description: messages.changedTooOften(waitS) })
  const restored = await restoreEntries(operator, kind)
  if (restored.ok) throw redirect(toListPath(kind, '', { restored: String(restored.restored) }))
  const description = restored.reason === 'gone' ? messages.nothingToRestore : messages.tooManyToRestore(kind)
  return answerFault(409, { title, description })
}

function nameFailure(form: FormData, pattern: string): string {
  const { addFailed, deleteFailed } = messages.catalogueMessages[kindAt(pattern)]
  const intent = readFormText(form, 'intent')
  if (intent === 'restore') return messages.notRestored
  return intent === 'add' ? addFailed : deleteFailed
}

interface Fault extends Pick<Parameters<typeof CatalogueView>[0], 'typed' | 'errors'> {
  title: string
  description?: string
}

const answerFault = (status: number, { title, description, typed, errors }: Fault) =>
  data(
    { typed, errors, said: { title, ...(description && { description }), tone: 'bad' } satisfies Said },
    { status },
  )

export const clientMiddleware = [keepFormOnFailure(nameFailure)]

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
