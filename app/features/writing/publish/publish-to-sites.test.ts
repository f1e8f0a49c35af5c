import { sql } from 'kysely'
import { assert, beforeEach, describe, expect, test } from 'vitest'
import { startAiServer } from '../../../../tests/support/ai-server.ts'
import {
  emptyStore,
  makeArticle,
  makeOperator,
  makeRemoteSite,
  makeSite,
} from '../../../../tests/support/fixtures.ts'
import { makeWebhookSecret } from '../../../../tests/support/webhook-fake.ts'
import { useQueue } from '../../../../tests/support/queue.ts'
import { db } from '../../../platform/store/database.server.ts'
import { env } from '../../../platform/env.server.ts'
import type { Operator } from '../../accounts/accounts.ts'
import { recordItem, sayResults } from '../../runs/commands.server.ts'
import { findRun } from '../../runs/queries.server.ts'
import { publishRun } from './publish-run.server.ts'
import { publishToSites } from './publish-to-sites.server.ts'

let operator: Operator

useQueue()
beforeEach(async () => {
  await emptyStore()
  operator = await makeOperator()
})

describe('publishing an article to more sites', () => {
  test('is finished by the job if its process died, and each site is counted once', async () => {
    const { id: articleId } = await makeArticle({ userId: operator.id })
    const siteIds = [await makeSite('harbour.example'), await makeSite('ledger.example')]
    const published = await publishToSites(operator, { articleId, siteIds }, { waits: false })
    if (!published.ok) throw new Error(published.reason)
    const { runId } = published
    const { rows } = await sql<{
      run: string
    }>`select data->>'runId' as run from pgboss.job where name = 'publish-run'`.execute(db)
    expect(rows).toContainEqual({ run: runId })
    await recordItem(runId, {
      itemId: siteIds[0] ?? '',
      outcome: 'succeeded',
      result: { siteId: siteIds[0] },
    })
    await Promise.all([publishRun.work(runId), publishRun.work(runId)])
    await publishRun.work(runId)
    expect(await findRun(operator, runId)).toMatchObject({ state: 'done', done: 2, counts: { succeeded: 2 } })
    expect(
      await db.selectFrom('blogPosts').select('id').where('originId', '=', articleId).execute(),
    ).toHaveLength(2)
  })

  test('asks no model for a variation if the credentials of the site cannot be opened', async () => {
    const ai = await startAiServer()
    Object.assign(env, { AI_BASE_URL: ai.url, AI_MODEL: 'small' })
    try {
      const { id: articleId } = await makeArticle({
        userId: operator.id,
        content: 'The tide turned. '.repeat(60),
      })
      const siteId = await makeRemoteSite('webhook', {
        url: 'https://hook.example',
        credentials: { secrets: [makeWebhookSecret()] },
      })
      await db
        .updateTable('targetSites')
        .set({ credentials: 'of another key' })
        .where('id', '=', siteId)
        .execute()
      const published = await publishToSites(
        operator,
        { articleId, siteIds: [siteId] },
        { waits: true, varies: true },
      )
      const run = await findRun(operator, published.ok ? published.runId : '')
      assert(run)
      expect(run.results).toMatchObject([{ status: 'failed', reason: 'credentials-lost', detail: null }])
      const error = 'The credentials of the site do not open any more. Enter them again.'
      const { results: said } = sayResults(run)
      expect(said).toEqual([{ siteId, siteName: expect.any(String), status: 'failed', url: null, error }])
      expect(sayResults({ ...run, results: said }), 'of an earlier version').toEqual({
        ...run,
        results: said,
      })
      expect(
        await db
          .selectFrom('deliveries')
          .select(['state', 'reason', 'varies'])
          .where('siteId', '=', siteId)
          .execute(),
      ).toEqual([{ state: 'failed', reason: 'credentials-lost', varies: true }])
      expect(ai.requests).toEqual([])
    } finally {
      Object.assign(env, { AI_BASE_URL: undefined, AI_MODEL: undefined })
      await ai.close()
    }
  })

  test('updates a copy that was delivered before its article changed', async () => {
    const { id: articleId } = await makeArticle({ userId: operator.id })
    const siteIds = [await makeSite('harbour.example')]
    await publishToSites(operator, { articleId, siteIds }, { waits: true })
    await db.updateTable('blogPosts').set({ title: 'A loud harbour' }).where('id', '=', articleId).execute()
    await publishToSites(operator, { articleId, siteIds }, { waits: true })
    const copy = db.selectFrom('blogPosts').select('title').where('originId', '=', articleId)
    expect(await copy.execute()).toEqual([{ title: 'A loud harbour' }])
  })

  test('is refused for a draft, a copy, and an article of another account', async () => {
    const siteIds = [await makeSite('harbour.example')]
    const draft = await makeArticle({ userId: operator.id, publishedAt: null })
    const foreign = await makeArticle({ userId: (await makeOperator()).id })
    const publish = (articleId: string) => publishToSites(operator, { articleId, siteIds }, { waits: true })
    expect(await publish(draft.id)).toEqual({ ok: false, reason: 'article-unpublished' })
    expect(await publish(foreign.id)).toEqual({ ok: false, reason: 'article-not-found' })
    const { id } = await makeArticle({ userId: operator.id })
    await publish(id)
    const copy = await db
      .selectFrom('blogPosts')
      .select('id')
      .where('originId', '=', id)
      .executeTakeFirstOrThrow()
    expect(await publish(copy.id)).toEqual({ ok: false, reason: 'article-not-found' })
  })
})
