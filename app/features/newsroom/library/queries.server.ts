import { validate as isUuid } from 'uuid'
import { isOwn, readAs } from '../../../platform/own-rows.server.ts'
import type { Operator } from '../../accounts/accounts.ts'
import { hasEnded, type Run } from '../../runs/runs.ts'
import { findRun } from '../../runs/queries.server.ts'
import { countUnfinished } from '../../delivery/deliveries/queries.server.ts'
import { REPLACE_RUN, type Replacement, replacement, replaceResult, type ReplaceSummary } from './library.ts'

/** Returns the ids of the operator's articles and drafts that show a picture, or will show it with a plan. */
export const listTextIds = (operator: Operator, pictureId: string): Promise<string[]> =>
  readAs(operator, async (trx) => {
    const rows = await trx
      .selectFrom('pictureUses as use')
      .leftJoin('plans', (join) => join.onRef('plans.id', '=', 'ownerId').on('place', '=', 'plan'))
      .select((eb) => eb.fn.coalesce('articleId', 'ownerId').as('id'))
      .distinct()
      .where(isOwn(operator, 'use.userId'))
      .where('uploadId', '=', pictureId)
      .where('place', 'in', ['article', 'draft', 'plan'])
      .execute()
    return rows.map(({ id }) => id)
  })

interface FoundReplacement {
  run: Run
  input: Replacement
  /** The ids of the changed texts, and of those that showed both pictures before. */
  changed: string[]
  leftOut: string[]
}

/** Returns one of the operator's replacements; undefined if there is no such run. */
export async function findReplacement(
  operator: Operator,
  runId: string,
): Promise<FoundReplacement | undefined> {
  const run = isUuid(runId) ? await findRun(operator, runId) : undefined
  if (run?.kind !== REPLACE_RUN) return undefined
  const { input } = await readAs(operator, (trx) =>
    trx
      .selectFrom('runs')
      .select('input')
      .where('id', '=', runId)
      .where(isOwn(operator, 'userId'))
      .executeTakeFirstOrThrow(),
  )
  const results = run.results.map((result) => replaceResult.parse(result))
  return {
    run,
    input: replacement.parse(input),
    changed: results.filter(({ isChanged }) => isChanged).map(({ id }) => id),
    leftOut: results.filter(({ hadBoth }) => hadBoth === true).map(({ id }) => id),
  }
}

/** Returns the outcome of a replacement so far; undefined if there is no such run. */
export async function findReplaceSummary(
  operator: Operator,
  runId: string,
): Promise<ReplaceSummary | undefined> {
  const found = await findReplacement(operator, runId)
  if (!found) return undefined
  const { run, input } = found
  return {
    runId,
    isOver: hasEnded(run),
    isUndo: input.isUndo,
    total: run.total,
    error: run.error,
    counts: run.counts,
    unfinished: await readAs(operator, (trx) => countUnfinished(trx, input.ids)),
  }
}
