// @store both
import { expect, test } from 'vitest'
import { emptyStore, makeDraft, makeOperator } from '../../../../tests/support/fixtures.ts'
import { useQueue } from '../../../../tests/support/queue.ts'
import { db } from '../../../platform/store/database.server.ts'
import { writeAs } from '../../../platform/own-rows.server.ts'
import { placeMember } from '../../accounts/members/commands.server.ts'
import { findRun } from '../../runs/queries.server.ts'
import { publishArticle } from '../../writing/publish/commands.server.ts'
import { findEditable } from '../../writing/publish/queries.server.ts'
import { changeRun } from './work-on-change.server.ts'

useQueue()

test('a change of articles ends when its person has lost the right', async () => {
  await emptyStore()
  const [ines, theo] = [await makeOperator(), await makeOperator()]
  const standing = { personId: theo.id, role: 'author' as const, siteIds: null }
  await db
    .insertInto('members')
    .values({ accountId: ines.id, ...standing })
    .execute()
  const author = { ...theo, id: ines.id, member: standing }
  const published = await publishArticle(author, makeDraft())
  const articleId = (published.ok && published.summary.articleId) || ''
  const input = { articleIds: [articleId], change: { kind: 'unpublish' as const } }
  const runId = await writeAs(author, (trx) => changeRun.startIn(trx, author, { input, total: 1 }))
  await placeMember(ines, theo.id, { role: 'contributor', siteIds: null })
  await changeRun.work(runId)
  expect(await findRun(ines, runId)).toMatchObject({ state: 'failed', done: 0 })
  expect(await findEditable(ines, articleId)).toMatchObject({ state: 'published' })
})
