import { beforeEach, expect, test } from 'vitest'
import { type AiMode, type Say } from '../../../../tests/support/ai-server.ts'
import { useAiServer } from '../../../../tests/support/use-ai-server.ts'
import { makeCity, makeNotes, makeService } from '../../../../tests/support/catalogue.ts'
import { emptyStore, makeOperator } from '../../../../tests/support/fixtures.ts'
import { useQueue } from '../../../../tests/support/queue.ts'
import { db } from '../../../platform/store/database.server.ts'
import { env } from '../../../platform/env.server.ts'
import type { Operator } from '../../accounts/accounts.ts'
import { DAILY_TOKENS } from '../../accounts/ai-usage/ai-usage.ts'
import { startGeneration } from './commands.server.ts'
import { toTallyMessage } from './messages.ts'
import { findLastGeneration } from './queries.server.ts'
import { generationRun } from './work-on-generation.server.ts'

const server = useAiServer()
let ines: Operator

useQueue()
beforeEach(async () => {
  await emptyStore()
  ines = await makeOperator()
  await makeService(ines.id, { name: 'Roof Repair' })
  for (const name of ['Cairo', 'Joliet', 'Peoria', 'Salem', 'Vienna'])
    await makeCity(ines.id, { name, notes: makeNotes(name.length) })
})

const TALE = `has roofs of every age, and whoever lives below one hears of it in the first storm of the year. A loose
slate is found sooner from a ladder than from the street, and mended before the rain has found it.`
const tellTale: Say = (prompt) => `${/Town: (\w+)/.exec(prompt)?.[1] ?? ''} ${TALE}`

async function generate(mode: AiMode | Say, usesModel = true) {
  server.answerAs(mode)
  const started = await startGeneration(ines, { regenerateAll: true, usesModel })
  if (!started.ok) throw new Error(started.reason)
  await generationRun.work(started.runId)
  const run = await findLastGeneration(ines, started.runId)
  if (run?.state !== 'done' || !run.tally) throw new Error(run?.error ?? 'The run is not done.')
  return run.tally
}

const listTexts = async () => {
  const rows = await db
    .selectFrom('generatedPages')
    .select(['slug', 'content', 'score'])
    .orderBy('slug')
    .execute()
  return rows.map(({ slug, content, score }) => ({
    slug,
    score,
    hasTale: content.includes('in the first storm'),
  }))
}

test('a model writes a paragraph for each page, once, and the score does not count it', async () => {
  await generate('fails', false)
  const before = await listTexts()
  expect(await generate(tellTale)).toMatchObject({ generated: 5, changed: 5, written: 5 })
  expect(await listTexts()).toEqual(before.map((page) => ({ ...page, hasTale: true })))
  const page = await db
    .selectFrom('generatedPages')
    .select('content')
    .where('slug', '=', 'roof-repair-cairo-il')
    .executeTakeFirst()
  expect(page?.content).toContain('<p>Cairo has roofs of every age')
  expect(server.requests).toHaveLength(5)
  expect(await generate(tellTale)).toMatchObject({ changed: 0, written: 0 })
  expect(await generate('fails', false)).toMatchObject({ changed: 0 })
  expect(server.requests).toHaveLength(5)
})

test('it is asked again only for pages whose facts have changed', async () => {
  await generate(tellTale)
  await db.updateTable('cities').set({ notes: 'Hail comes in May.' }).where('name', '=', 'Salem').execute()
  expect(await generate(tellTale)).toMatchObject({ written: 1 })
  expect(server.requests).toHaveLength(6)
})

test('an answer that cannot be used is left out, and the model is not asked again', async () => {
  const tally = await generate((prompt) => `${tellTale(prompt)} <script>alert(1)</script>`)
  expect(tally).toMatchObject({ generated: 5, written: 0 })
  expect((await listTexts()).some(({ hasTale }) => hasTale)).toBe(false)
  await generate(tellTale)
  expect(server.requests).toHaveLength(5)
})

test.each(['fails', 'no-key', 'html'] as AiMode[])(
  'pages are made even if the model fails: %s',
  async (mode) => {
    const tally = await generate(mode)
    expect(tally).toMatchObject({ generated: 5, changed: 5, written: 0, halted: 'failed' })
    expect(toTallyMessage(tally)).toContain('The language model did not answer')
    expect(await generate(tellTale)).toMatchObject({ written: 5 })
  },
)

test('it is not asked beyond the tokens of a day, and for the rest on another day', async () => {
  const day = new Date().toISOString().slice(0, 10)
  await db
    .insertInto('aiUsage')
    .values({ userId: ines.id, day, tokens: DAILY_TOKENS.account - 10, calls: 1 })
    .execute()
  const tally = await generate(tellTale)
  expect(tally).toMatchObject({ generated: 5, written: 0, halted: 'spent' })
  expect(toTallyMessage(tally)).toContain('generate again tomorrow')
  expect(server.requests).toHaveLength(0)
})

test('without a model, pages are made without paragraphs', async () => {
  Object.assign(env, { AI_BASE_URL: undefined })
  expect(await generate(tellTale)).toMatchObject({ generated: 5, changed: 5 })
})
