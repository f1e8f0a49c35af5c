import {
  answerFound,
  answerRead,
  answerWith,
  answerWrites,
  type Asked,
} from '../../features/api/answer.server.ts'
import { refuseAs } from '../../features/api/refuse.ts'
import { toApiFile, toKind } from '../../features/api/convert-catalogue.ts'
import type { Kind } from '../../features/local-seo/cities-services/cities-services.ts'
import {
  applyImport,
  discardImport,
  findImport,
  keepImport,
} from '../../features/local-seo/cities-services/imports.server.ts'
import { toFileProblem, toImportProblem } from '../../features/local-seo/cities-services/messages.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'
import type { Route } from './+types/entries-import'

export const handle: RouteFacts = { access: 'function', right: 'promote', checksScope: true, takes: 'files' }

/** Returns the file with cities or services that waits. */
export function loader(args: Route.LoaderArgs) {
  const kind = toKind(args.pattern)
  const name = kind === 'cities' ? 'findCityFile' : 'findServiceFile'
  return answerRead(name, async ({ operator }) => {
    const file = await findImport(operator, kind)
    return answerFound(name, file && toApiFile(file))
  })(args)
}

/** Reads a file, and imports or discards the one that waits. */
export const action = (args: Route.ActionArgs) =>
  answerWrites(
    toKind(args.pattern) === 'cities'
      ? { readCityFile: read('cities'), importCities: confirm('cities'), discardCityFile: discard('cities') }
      : {
          readServiceFile: read('services'),
          importServices: confirm('services'),
          discardServiceFile: discard('services'),
        },
  )(args)

const read =
  (kind: Kind) =>
  async ({ operator, bytes, query: { name = '' } }: Asked<'readCityFile' | 'readServiceFile'>) => {
    const kept = await keepImport(operator, kind, { name, bytes: new Uint8Array(bytes) })
    if (!kept.ok) return refuseAs(kept, toFileProblem(kind, kept))
    const file = await findImport(operator, kind)
    return answerFound('readCityFile', file && toApiFile(file))
  }

const confirm =
  (kind: Kind) =>
  async ({ operator, body: { readingId, updates = false } }: Asked<'importCities' | 'importServices'>) => {
    const done = await applyImport(operator, kind, { readingId, updates })
    return done.ok
      ? answerWith('importCities', { added: done.added, updated: done.updated })
      : refuseAs(done, toImportProblem(kind, done))
  }

const discard =
  (kind: Kind) =>
  async ({ operator }: Asked<'discardCityFile' | 'discardServiceFile'>) => {
    await discardImport(operator, kind)
    return answerWith('discardCityFile', undefined)
  }
