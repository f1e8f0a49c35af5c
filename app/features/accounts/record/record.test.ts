import { v7 as uuidv7 } from 'uuid'
import { assert, beforeEach, expect, test } from 'vitest'
import { makeCity, makeService } from '../../../../tests/support/catalogue.ts'
import { emptyStore, makeArticle, makeOperator } from '../../../../tests/support/fixtures.ts'
import { useQueue } from '../../../../tests/support/queue.ts'
import { writeAs } from '../../../platform/own-rows.server.ts'
import { db } from '../../../platform/store/database.server.ts'
import { startFix } from '../../links/fixer/commands.server.ts'
import { startGeneration } from '../../local-seo/landing-pages/commands.server.ts'
import { replaceEverywhere, undoReplacement } from '../../newsroom/library/commands.server.ts'
import { finishRun } from '../../runs/commands.server.ts'
import { makePlan } from '../../writing/schedule/commands.server.ts'
import type { Operator } from '../accounts.ts'
import { createAccount } from '../sign-in/commands.server.ts'
import { signInClient } from '../tokens/commands.server.ts'
import { note } from './commands.server.ts'
import { exportRecord } from './export-record.server.ts'
import { findRecord } from './queries.server.ts'
import { parseRecordFilter } from './record.ts'

let ines: Operator

useQueue()
beforeEach(async () => {
  await emptyStore()
  ines = await makeOperator('ines@example.com')
  await writeAs(ines, (trx) => note(trx, ines, ['published', 'A quiet harbour']))
})

const find = async (search: string) =>
  (await findRecord(ines, parseRecordFilter(new URLSearchParams(search)), 1)).lines.map(({ act }) => act)

test.each([
  ['from=2026-01-01', 1],
  ['to=2020-01-01', 0],
  ['from=0000-01-01&to=2026-02-31', 0], // a day that is none
  ['to=none', 1],
  ['person=nobody', 1],
])('the record with the filter %s has %i lines', async (search, lines) => {
  expect(await find(search)).toHaveLength(lines)
})

test('the screen names the browser of a sign-in, and an export has its whole header', async () => {
  const header = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'
  await writeAs(ines, (trx) => note(trx, ines, ['signed-in', header]))
  const everything = parseRecordFilter(new URLSearchParams())
  expect((await findRecord(ines, everything, 1)).lines[0]?.about).toBe('Firefox on Linux')
  expect(await new Response(await exportRecord(ines, everything, true)).json()).toContainEqual(
    expect.objectContaining({ about: header }),
  )
})

test('an export of the record is a line of it', async () => {
  const exported = await exportRecord(ines, parseRecordFilter(new URLSearchParams()), true)
  expect(await new Response(exported).json()).toMatchObject([
    { act: 'record-exported' },
    { act: 'published' },
  ])
  expect(await find(`person=${ines.id}`)).toEqual(['record-exported', 'published'])
})

test('long work, a planned removal, and a program that signs in are lines', async () => {
  const article = await makeArticle({
    userId: ines.id,
    title: 'Tides',
    canonicalUrl: 'https://ines.example/tides',
  })
  const dueAt = new Date(Date.now() + 86_400_000)
  await makePlan(ines, article.id, { kind: 'unpublish', dueAt, siteIds: [], varies: false })
  const trial = await startFix(ines, { mode: 'try', usesModel: false })
  assert(trial.ok)
  await finishRun(trial.runId)
  await startFix(ines, { mode: 'fix', usesModel: false })
  const [old, other] = [uuidv7(), uuidv7()]
  const sizes = { width: 9, height: 9, bytes: 1 }
  const pictures = [old, other].map((id) => ({ id, userId: ines.id, hash: id, ...sizes }))
  await db.insertInto('uploads').values(pictures).execute()
  const replaced = await replaceEverywhere(ines, old, other)
  assert(replaced.ok)
  await undoReplacement(ines, replaced.runId)
  await makeService(ines.id, { name: 'Roofs' })
  await makeCity(ines.id, { name: 'Peoria' })
  await startGeneration(ines, { regenerateAll: true })
  const everything = parseRecordFilter(new URLSearchParams())
  expect((await findRecord(ines, everything, 1)).lines).toMatchObject([
    { act: 'pages-asked', about: '1 page' },
    { act: 'picture-put-back', about: '0 texts' },
    { act: 'picture-replaced', about: '0 texts' },
    { act: 'links-asked', about: '1 article' },
    { act: 'planned', about: 'Tides' },
    { act: 'published' },
  ])

  const program = { email: 'program@example.com', password: 'a long enough password' }
  await createAccount(program)
  const request = new Request('https://here.example/auth/v1/token', { headers: { 'user-agent': 'curl/8.5' } })
  const signedIn = await signInClient(request, '203.0.113.7', program)
  assert(signedIn.ok)
  expect((await findRecord(signedIn.session.operator, everything, 1)).lines).toMatchObject([
    { act: 'signed-in' },
  ])
})
