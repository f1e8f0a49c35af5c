import { answerNoReads, answerWith, answerWrites, type Asked } from '../../features/api/answer.server.ts'
import { refuseAs } from '../../features/api/refuse.ts'
import { toKind } from '../../features/api/convert-catalogue.ts'
import type { Kind } from '../../features/local-seo/cities-services/cities-services.ts'
import { restoreEntries } from '../../features/local-seo/cities-services/commands.server.ts'
import { toRestoreRefusal } from '../../features/local-seo/cities-services/messages.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'
import type { Route } from './+types/entries-restore'

export const handle: RouteFacts = { access: 'function', right: 'promote', checksScope: true }

export const loader = answerNoReads

/** Restores the cities or the services that were deleted last. */
export const action = (args: Route.ActionArgs) =>
  answerWrites(
    toKind(args.pattern) === 'cities'
      ? { restoreCities: restore('cities') }
      : { restoreServices: restore('services') },
  )(args)

const restore =
  (kind: Kind) =>
  async ({ operator }: Asked<'restoreCities' | 'restoreServices'>) => {
    const done = await restoreEntries(operator, kind)
    return done.ok
      ? answerWith('restoreCities', { count: done.restored })
      : refuseAs(done, toRestoreRefusal(kind, done))
  }
