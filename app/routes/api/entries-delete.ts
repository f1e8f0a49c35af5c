import { answerNoReads, answerWith, answerWrites, type Asked } from '../../features/api/answer.server.ts'
import { refuseApi, refuseAs } from '../../features/api/refuse.ts'
import { toKind } from '../../features/api/convert-catalogue.ts'
import { chooseOne } from '../../features/api/messages.ts'
import type { Kind } from '../../features/local-seo/cities-services/cities-services.ts'
import { deleteEntries } from '../../features/local-seo/cities-services/commands.server.ts'
import { toRefusalText } from '../../features/local-seo/cities-services/messages.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'
import type { Route } from './+types/entries-delete'

export const handle: RouteFacts = { access: 'function', right: 'promote', checksScope: true }

export const loader = answerNoReads

/** Deletes some cities or services, or all that have some words. */
export const action = (args: Route.ActionArgs) =>
  answerWrites(
    toKind(args.pattern) === 'cities'
      ? { deleteCities: remove('cities') }
      : { deleteServices: remove('services') },
  )(args)

const remove =
  (kind: Kind) =>
  async ({ operator, body: { ids, all } }: Asked<'deleteCities' | 'deleteServices'>) => {
    if ((ids === undefined) === (all === undefined))
      return refuseApi('invalid-request', { errors: [{ field: 'ids', message: chooseOne }] })
    const choice = ids ? { ids } : { query: all?.q ?? '', agreed: all?.count ?? 0 }
    const done = await deleteEntries(operator, kind, choice)
    return done.ok
      ? answerWith('deleteCities', { count: done.count })
      : refuseAs(done, toRefusalText(kind, done))
  }
