import { sql } from 'kysely'
import { isOwn, readAs, writeAs } from '../../../platform/own-rows.server.ts'
import { db } from '../../../platform/store/database.server.ts'
import { consumeRateLimits, refundRateLimit, type Limit } from '../../../platform/rate-limits.server.ts'
import { DeadlineError } from '../../../platform/work/worker-pool.server.ts'
import type { Operator } from '../../accounts/accounts.ts'
import type { Act } from '../../accounts/record/record.ts'
import { TemplateError } from './blocks.ts'
import { compileTemplate } from './compile-template.server.ts'
import { type GenerationInput, MOST_PAGES, type StartRefusal } from './landing-pages.ts'
import { tooLongToRead } from './messages.ts'
import { isSigned, signContent } from './page-signature.server.ts'
import { countPairs } from './queries.server.ts'
import { generationRun } from './work-on-generation.server.ts'
import { type LandingTemplate, listFaults } from './template.ts'
import { refuse } from '../../../shared/refusal.ts'
import { countOf } from '../../../shared/text.ts'

const limitRuns = (operator: Operator): Limit => ({
  name: 'landing pages',
  of: operator.id,
  most: 6,
  windowS: 3600,
})

// Each saved note starts such a run, one city after another.
const limitRemakes = (operator: Operator): Limit => ({
  name: 'landing pages of a city',
  of: operator.id,
  most: 60,
  windowS: 3600,
})

/**
 * Starts a run that makes the operator's landing pages, one for each service in each city. It makes all pages that
 * changed, or only new ones. Limits: one run at a time for an account, and six an hour.
 */
export async function startGeneration(
  operator: Operator,
  input: GenerationInput,
  limit = limitRuns(operator),
): Promise<{ ok: true; runId: string } | StartRefusal> {
  const { pairs, live } = await countPairs(operator)
  if (pairs === 0 && live === 0) return refuse('nothing')
  if (pairs > MOST_PAGES) return refuse('too-many')
  const waitS = await consumeRateLimits([limit])
  if (waitS > 0) return refuse('too-often', { waitS })
  const line: [Act, string] = ['pages-asked', countOf(pairs, 'page', 'pages')]
  const runId = await generationRun.start(operator, { input, total: pairs, line })
  if (runId !== undefined) return { ok: true, runId }
  await refundRateLimit(limit)
  return refuse('running')
}

/** Starts a run after the notes of a city were changed, if the city has pages. Returns true if it did. */
export async function remakePagesOf(operator: Operator, cityId: string): Promise<boolean> {
  const page = await readAs(operator, (trx) =>
    trx
      .selectFrom('generatedPages')
      .select('id')
      .where(isOwn(operator, 'userId'))
      .where('cityId', '=', cityId)
      .limit(1)
      .executeTakeFirst(),
  )
  return (
    page !== undefined &&
    (await startGeneration(operator, { regenerateAll: true }, limitRemakes(operator))).ok
  )
}

type TemplateFaults = ReturnType<typeof listFaults>

/** Returns the faults of a template, after a trial on the thread that renders it. */
export async function checkTemplate(operator: Operator, template: LandingTemplate): Promise<TemplateFaults> {
  const faults = listFaults(template)
  if (Object.keys(faults).length > 0) return faults
  try {
    await compileTemplate(template, operator.id)
    return {}
  } catch (error) {
    if (error instanceof TemplateError) return { body: error.message }
    if (error instanceof DeadlineError) return { body: tooLongToRead }
    throw error
  }
}

/** Saves the operator's template if it has no faults. Pages show it after the next run. */
export async function saveTemplate(operator: Operator, template: LandingTemplate): Promise<TemplateFaults> {
  const faults = await checkTemplate(operator, template)
  if (Object.keys(faults).length > 0) return faults
  const columns = { ...template, updatedAt: sql<Date>`now()` }
  await writeAs(operator, (trx) =>
    trx
      .insertInto('landingTemplates')
      .values({ userId: operator.id, ...columns })
      .onConflict((conflict) => conflict.column('userId').doUpdateSet(columns))
      .execute(),
  )
  return {}
}

/** Removes the operator's template, so that the default template is used again. */
export const removeTemplate = (operator: Operator): Promise<void> =>
  writeAs(operator, async (trx) => {
    await trx.deleteFrom('landingTemplates').where('userId', '=', operator.id).execute()
  })

const PAGES_AT_ONCE = 100
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000'

/** Signs every page anew that the key of an earlier secret has signed. Returns how many. */
export async function signPagesAnew(): Promise<number> {
  let count = 0
  for (let after = BEFORE_ALL; ;) {
    const pages = await db
      .selectFrom('generatedPages')
      .select(['id', 'content', 'contentMac'])
      .where('contentMac', 'is not', null)
      .where('id', '>', after)
      .orderBy('id')
      .limit(PAGES_AT_ONCE)
      .execute()
    for (const { id, content, contentMac } of pages) {
      const renewed = signContent(id, content)
      if (contentMac === renewed || !isSigned({ id, content, contentMac })) continue
      // Only if it is the same page still: a run may have written it since.
      const { numUpdatedRows } = await db
        .updateTable('generatedPages')
        .set({ contentMac: renewed })
        .where('id', '=', id)
        .where('contentMac', '=', contentMac)
        .executeTakeFirst()
      count += Number(numUpdatedRows)
    }
    if (pages.length < PAGES_AT_ONCE) return count
    after = pages.at(-1)?.id ?? after
  }
}
