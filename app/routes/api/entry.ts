import {
  answerFound,
  answerRead,
  answerWith,
  answerWrites,
  type Asked,
} from '../../features/api/answer.server.ts'
import { refuseApi, refuseAs } from '../../features/api/refuse.ts'
import { toApiEntry, toEntryErrors, toKind, toTypedEntry } from '../../features/api/convert-catalogue.ts'
import type { Kind } from '../../features/local-seo/cities-services/cities-services.ts'
import { deleteEntries, saveEntry } from '../../features/local-seo/cities-services/commands.server.ts'
import { parseEntry } from '../../features/local-seo/cities-services/entry-form.ts'
import { toRefusalText } from '../../features/local-seo/cities-services/messages.ts'
import { findEntry } from '../../features/local-seo/cities-services/queries.server.ts'
import { remakePagesOf } from '../../features/local-seo/landing-pages/commands.server.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'
import type { Route } from './+types/entry'

export const handle: RouteFacts = { access: 'function', right: 'promote', checksScope: true }

const idOf = ({ cityId, serviceId }: Record<string, string>) => cityId ?? serviceId ?? ''

/** Returns a city or a service. */
export function loader(args: Route.LoaderArgs) {
  const kind = toKind(args.pattern)
  const name = kind === 'cities' ? 'findCity' : 'findService'
  return answerRead(name, async ({ operator, params }) => {
    const entry = await findEntry(operator, kind, idOf(params))
    return answerFound(name, entry && toApiEntry(kind, entry))
  })(args)
}

/** Changes it, or deletes it. */
export const action = (args: Route.ActionArgs) =>
  answerWrites(
    toKind(args.pattern) === 'cities'
      ? { changeCity: change('cities'), deleteCity: remove('cities') }
      : { changeService: change('services'), deleteService: remove('services') },
  )(args)

const change =
  (kind: Kind) =>
  async ({ operator, params, body }: Asked<'changeCity' | 'changeService'>) => {
    const id = idOf(params)
    const entry = await findEntry(operator, kind, id)
    if (!entry) return refuseApi('not-found')
    const { keepsSlug = false, ...sent } = body
    const parsed = parseEntry(kind, toTypedEntry(sent, entry))
    if (!parsed.ok) return refuseApi('invalid-request', { errors: toEntryErrors(kind, parsed.errors) })
    const saved = await saveEntry(operator, kind, { id, fields: parsed.value, keepsSlug })
    if (!saved.ok) return refuseAs(saved, toRefusalText(kind, saved))
    if (kind === 'cities') await remakePagesOf(operator, id)
    const changed = await findEntry(operator, kind, id)
    const name = kind === 'cities' ? 'changeCity' : 'changeService'
    return answerFound(name, changed && toApiEntry(kind, changed))
  }

const remove =
  (kind: Kind) =>
  async ({ operator, params }: Asked<'deleteCity' | 'deleteService'>) => {
    const done = await deleteEntries(operator, kind, { ids: [idOf(params)] })
    return done.ok ? answerWith('deleteCity', undefined) : refuseAs(done, toRefusalText(kind, done))
  }
