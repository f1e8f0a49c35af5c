import { data, useNavigation } from 'react-router'
import { operatorContext } from '../../features/accounts/guard/guard.server.ts'
import { kindAt, toEntrySlug } from '../../features/local-seo/cities-services/cities-services.ts'
import { type Said } from '../../features/local-seo/cities-services/catalogue-toasts.ts'
import { saveEntry } from '../../features/local-seo/cities-services/commands.server.ts'
import {
  type EntryErrors,
  parseEntry,
  readEntryForm,
  toSentences,
} from '../../features/local-seo/cities-services/entry-form.ts'
import { EntryView, NoSuchEntry } from '../../features/local-seo/cities-services/entry-view.tsx'
import {
  catalogueMessages,
  gone,
  slugMoved,
  toRefusalText,
} from '../../features/local-seo/cities-services/messages.ts'
import { findEntry } from '../../features/local-seo/cities-services/queries.server.ts'
import { remakePagesOf } from '../../features/local-seo/landing-pages/commands.server.ts'
import { pagesRemade } from '../../features/local-seo/landing-pages/messages.ts'
import { keepFormOnFailure } from '../../shell/form-failure.tsx'
import type { RouteFacts } from '../../platform/web/route-facts.ts'
import type { Route } from './+types/manage-catalogue-entry'

export const handle: RouteFacts = { access: 'screen', right: 'promote' }

/** Returns a city or a service, and true if it keeps a slug that its name would not have. */
export async function loader({ params, context, pattern }: Route.LoaderArgs) {
  const kind = kindAt(pattern)
  const entry = await findEntry(context.get(operatorContext), kind, params.entryId)
  const keepsSlug = entry !== undefined && entry.slug !== toEntrySlug(kind, entry)
  return data({ kind, entry, keepsSlug }, entry ? undefined : { status: 404 })
}

/** Saves an entry. If a city has landing pages, a run makes them again. */
export async function action({ request, params, context, pattern }: Route.ActionArgs) {
  const operator = context.get(operatorContext)
  const kind = kindAt(pattern)
  const { saved, saveFailed } = catalogueMessages[kind]
  const form = await request.formData()
  const typed = readEntryForm(form)
  const keepsSlug = form.has('keepsSlug')
  const answerFault = (status: number, description: string, errors?: EntryErrors) => {
    const said: Said = { title: saveFailed, description, tone: 'bad' }
    return data({ typed, keepsSlug, errors, said }, { status })
  }
  const entry = await findEntry(operator, kind, params.entryId)
  if (!entry) return answerFault(404, gone)
  const parsed = parseEntry(kind, typed)
  if (!parsed.ok) return answerFault(400, toSentences(parsed.errors).join(' '), parsed.errors)
  const done = await saveEntry(operator, kind, { id: entry.id, fields: parsed.value, keepsSlug })
  if (!done.ok) return answerFault(409, toRefusalText(kind, done))
  const isRemade = kind === 'cities' && (await remakePagesOf(operator, entry.id))
  const description = [done.movedTo && slugMoved(done.movedTo), isRemade && pagesRemade]
    .filter(Boolean)
    .join(' ')
  const said: Said = { title: saved, ...(description && { description }), tone: 'ok' }
  return { said }
}

export const clientMiddleware = [
  keepFormOnFailure((_form, pattern) => catalogueMessages[kindAt(pattern)].saveFailed),
]

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData?.entry?.name ?? (loaderData?.kind === 'services' ? 'Services' : 'Cities') },
]

export default function ManageCatalogueEntry({ loaderData, actionData }: Route.ComponentProps) {
  const { kind, entry, keepsSlug } = loaderData
  const busy = useNavigation().formData !== undefined
  const outcome = { said: undefined, keepsSlug, ...actionData }
  if (!entry) return <NoSuchEntry kind={kind} said={outcome.said} />
  return <EntryView kind={kind} entry={entry} {...outcome} busy={busy} />
}
