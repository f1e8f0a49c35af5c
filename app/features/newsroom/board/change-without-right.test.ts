// @store both
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { beforeEach, expect, test } from 'vitest'
import { emptyStore, makeDraft, makeOperator } from '../../../../tests/support/fixtures.ts'
import { useQueue } from '../../../../tests/support/queue.ts'
import { jobs } from '../../../jobs.server.ts'
import { db } from '../../../platform/store/database.server.ts'
import { writeAs } from '../../../platform/own-rows.server.ts'
import type { Role } from '../../../shared/rights.ts'
import type { Operator } from '../../accounts/accounts.ts'
import { placeMember } from '../../accounts/members/commands.server.ts'
import { FIX_RUN } from '../../links/fixer/fixer.ts'
import { startLinkCheck } from '../../links/report/commands.server.ts'
import { LINK_RUN } from '../../links/report/report.ts'
import { GENERATION_RUN } from '../../local-seo/landing-pages/landing-pages.ts'
import { IMPORT_RUN, PICTURES_RUN, TAKE_BACK_RUN } from '../../moving-in/imports/imports.ts'
import { findRun } from '../../runs/queries.server.ts'
import { publishArticle } from '../../writing/publish/commands.server.ts'
import { findEditable } from '../../writing/publish/queries.server.ts'
import { REPLACE_RUN } from '../library/library.ts'
import { changeRun } from './work-on-change.server.ts'

let ines: Operator
let theo: Operator

useQueue()
beforeEach(async () => {
  await emptyStore()
  ines = await makeOperator()
  theo = await makeOperator()
})

/** Lets Theo act for the account of Ines. */
async function join(role: Role): Promise<Operator> {
  const standing = { personId: theo.id, role, siteIds: null }
  await db
    .insertInto('members')
    .values({ accountId: ines.id, ...standing })
    .execute()
  return { ...theo, id: ines.id, member: standing }
}

/** Works on a run as the queue does. */
const workOn = (kind: string, runId: string) =>
  jobs.find(({ name }) => name === `${kind}-run`)?.work({ runId })

test('a change of articles ends when its person has lost the right', async () => {
  const author = await join('author')
  const published = await publishArticle(author, makeDraft())
  const articleId = (published.ok && published.summary.articleId) || ''
  const input = { articleIds: [articleId], change: { kind: 'unpublish' as const } }
  const runId = await writeAs(author, (trx) => changeRun.startIn(trx, author, { input, total: 1 }))
  await placeMember(ines, theo.id, { role: 'contributor', siteIds: null })
  await changeRun.work(runId)
  expect(await findRun(ines, runId)).toMatchObject({ state: 'failed', done: 0 })
  expect(await findEditable(ines, articleId)).toMatchObject({ state: 'published' })
})

const picture = { id: uuidv7(), width: 40, height: 40 }

test.each<[string, object]>([
  [IMPORT_RUN, {}],
  [PICTURES_RUN, { importId: uuidv7() }],
  [TAKE_BACK_RUN, { importId: uuidv7() }],
  [FIX_RUN, { mode: 'try', usesModel: false }],
  [REPLACE_RUN, { from: picture, to: picture, ids: [], leftOut: [], isUndo: false }],
  [GENERATION_RUN, { regenerateAll: true }],
])('a run of the kind %s ends when its person has lost the right', async (kind, input) => {
  await join('author')
  const run = { id: uuidv7(), userId: ines.id, madeBy: theo.id, kind, total: 1, input: JSON.stringify(input) }
  await db.insertInto('runs').values(run).execute()
  await workOn(kind, run.id)
  expect(await findRun(ines, run.id)).toMatchObject({ state: 'failed', done: 0, results: [] })
})

test('a run goes on with the role that its person got while it worked', async () => {
  const started = await startLinkCheck(await join('editor'))
  const runId = (started.ok && started.runId) || ''
  await sql`
    create function promote() returns trigger language plpgsql as $$ begin
      update members set role = 'owner' where person_id = ${sql.lit(theo.id)};
      return null;
    end $$`.execute(db)
  await sql`create trigger promotes after insert on run_items for each row execute function promote()`.execute(
    db,
  )
  try {
    await expect(workOn(LINK_RUN, runId)).rejects.toMatchObject({ data: { isAllowed: false } })
    expect(await findRun(ines, runId)).toMatchObject({ state: 'running', finishedAt: null })
    await workOn(LINK_RUN, runId) // as the queue does
    expect(await findRun(ines, runId)).toMatchObject({ state: 'done' })
  } finally {
    await sql`drop function promote cascade`.execute(db)
  }
})
