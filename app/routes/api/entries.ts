import {
  answerFound,
  answerRead,
  answerWith,
  answerWrites,
  type Asked,
} from '../../features/api/answer.server.ts'
import { refuseApi, refuseAs } from '../../features/api/refuse.ts'
import { toApiEntry, toEntryErrors, toKind, toTypedEntry } from '../../features/api/convert-catalogue.ts'
import { toNextPage, toPageNumber } from '../../features/api/convert-seo.ts'
import { wrongCursor } from '../../features/api/messages.ts'
import type { Kind } from '../../features/local-seo/cities-services/cities-services.ts'
import { addEntry } from '../../features/local-seo/cities-services/commands.server.ts'
import { parseEntry } from '../../features/local-seo/cities-services/entry-form.ts'
import { toRefusalText } from '../../features/local-seo/cities-services/messages.ts'
import { findEntry, listEntries } from '../../features/local-seo/cities-services/queries.server.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'
import type { Route } from './+types/entries'

export const handle: RouteFacts = { access: 'function', right: 'promote', checksScope: true }

/** Lists cities or services. */
export function loader(args: Route.LoaderArgs) {
  const kind = toKind(args.pattern)
  const name = kind === 'cities' ? 'listCities' : 'listServices'
  return answerRead(name, async ({ operator, query: { q = '', cursor } }) => {
    const page = toPageNumber(cursor)
    if (page === undefined) return refuseApi('invalid-request', { errors: [wrongCursor] })
    const list = await listEntries(operator, kind, { query: q, page })
    const entries = list.rows.map((entry) => toApiEntry(kind, entry))
    return answerWith(name, { entries, next: toNextPage(list) })
  })(args)
}

/** Adds one. */
export const action = (args: Route.ActionArgs) =>
  answerWrites(
    toKind(args.pattern) === 'cities' ? { addCity: add('cities') } : { addService: add('services') },
  )(args)

const add =
  (kind: Kind) =>
  async ({ operator, body, workId }: Asked<'addCity' | 'addService'>) => {
    const parsed = parseEntry(kind, toTypedEntry(body))
    if (!parsed.ok) return refuseApi('invalid-request', { errors: toEntryErrors(kind, parsed.errors) })
    const added = await addEntry(operator, kind, { id: workId, ...parsed.value })
    if (!added.ok) return refuseAs(added, toRefusalText(kind, added))
    const entry = await findEntry(operator, kind, added.id)
    const location = `/v1/${kind}/${added.id}`
    const name = kind === 'cities' ? 'addCity' : 'addService'
    return answerFound(name, entry && toApiEntry(kind, entry), { location })
  }
