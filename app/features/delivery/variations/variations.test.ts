// @seconds 10
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { INJECTIONS } from '../../../../tests/support/ai-injections.ts'
import { type AiMode } from '../../../../tests/support/ai-server.ts'
import { AI_KEY, useAiServer } from '../../../../tests/support/use-ai-server.ts'
import { emptyStore, makeArticle, makeOperator, makeSite } from '../../../../tests/support/fixtures.ts'
import { isDeep } from '../../../../tests/support/tier.ts'
import { useQueue } from '../../../../tests/support/queue.ts'
import { db } from '../../../platform/store/database.server.ts'
import { writeAs } from '../../../platform/own-rows.server.ts'
import { env } from '../../../platform/env.server.ts'
import type { Operator } from '../../accounts/accounts.ts'
import { findUsageToday, hasModel } from '../../accounts/ai-usage/queries.server.ts'
import { hashText, toWantedHash } from '../../articles/revisions/queries.server.ts'
import { saveTag } from '../../newsroom/tags/commands.server.ts'
import { deliver, orderDeliveries } from '../deliveries/commands.server.ts'
import { ensureVariation, removePassingRefusals, saveVariation } from './commands.server.ts'
import {
  findVariation,
  hashSource,
  listVariations,
  toRefusalSentence,
  type VariationKey,
} from './queries.server.ts'
import { NO_PROVIDER, type Variation } from './variations.ts'

const CONTENT = `The council voted on 3 May 2019 to keep the old ferry, and nobody in the room was much surprised by how the vote went. The boat has crossed the sound since 1987, and most of the people who live on the island have never known a winter without it.

Mayor Oduya called the vote "a good day for the island" and thanked the crew, who had waited outside in the rain for the better part of an hour. The repairs will take until autumn, and a smaller boat takes over while the yard does its work.

See [the minutes](https://council.example/minutes/12) for every word that was said, or ask at the office on the quay, where a printed copy is kept behind the counter. Tickets cost the same as they did before, and children still travel free of charge with anybody who has a ticket of their own.`
const META = 'How the vote about the ferry went, and what comes next.'
const HASH = 'hash of this text'

const server = useAiServer()
let ines: Operator

useQueue()
beforeEach(async () => {
  await emptyStore()
  ines = await makeOperator()
})

async function order(text: { content?: string; operator?: Operator } = {}) {
  const { operator = ines, content = CONTENT } = text
  const article = await makeArticle({
    userId: operator.id,
    title: 'The ferry stays',
    content,
    metaDescription: META,
  })
  const siteId = await makeSite(`${article.id}.example`, 'Harbour News')
  return { articleId: article.id, siteId, sourceHash: HASH }
}

async function ensure(mode: AiMode, content?: string): Promise<Variation | undefined> {
  server.answerAs(mode)
  return ensureVariation(ines, await order(content === undefined ? {} : { content }))
}

async function send({ articleId, siteId }: VariationKey): Promise<void> {
  const article = await db
    .selectFrom('blogPosts')
    .selectAll()
    .where('id', '=', articleId)
    .executeTakeFirstOrThrow()
  const wanted = { articleId, siteId, wantedHash: toWantedHash(article), varies: true }
  const ordered = await writeAs(ines, (trx) => orderDeliveries(trx, [wanted]))
  await Promise.all(ordered.map((id) => deliver(id)))
}
const findCopy = async (siteId: string) => {
  const copies = db.selectFrom('blogPosts').select('content').where('siteId', '=', siteId)
  return (await copies.executeTakeFirstOrThrow()).content
}

const written = (outcome: Variation | undefined) => {
  if (!outcome?.ok) throw new Error(outcome?.detail ?? 'There is none.')
  return outcome.variation
}

describe('a variation', () => {
  test('has the meaning of the article in other words, and is stored', async () => {
    const wanted = await order()
    const variation = written(await ensureVariation(ines, wanted))
    expect(variation.content).not.toBe(CONTENT)
    expect(variation.content).toContain('[the minutes](https://council.example/minutes/12)')
    expect(variation.content).toContain('"a good day for the island"')
    expect(variation).toMatchObject({ title: 'The ferry stays', metaDescription: META })
    expect(await findVariation(ines, wanted)).toMatchObject({
      siteId: wanted.siteId,
      sourceHash: HASH,
      outcome: { ok: true, variation },
    })
  })

  test('is written once for each text', async () => {
    const wanted = await order()
    const first = await ensureVariation(ines, wanted)
    expect(await ensureVariation(ines, wanted)).toEqual(first)
    expect(server.requests).toHaveLength(1)
    await ensureVariation(ines, { ...wanted, sourceHash: 'hash of an edited text' })
    expect(server.requests).toHaveLength(2)
    expect(await listVariations(ines, wanted.articleId)).toHaveLength(1)
  })

  test('stays when a tag of the article is renamed, and so does its approval', async () => {
    const wanted = await order()
    await send(wanted)
    const approvedAt = new Date()
    await db.updateTable('variations').set({ approvedAt }).execute()
    const { content } = written((await findVariation(ines, wanted))?.outcome)
    server.answerAs('no-key')
    await saveTag(ines, 'travel', { name: 'Journeys', description: '', mergeWith: '' })
    const copies = db.selectFrom('blogPosts').select(['content', 'tags']).where('siteId', '=', wanted.siteId)
    expect(await copies.execute()).toEqual([{ content, tags: ['Journeys'] }])
    const rows = await db.selectFrom('variations').select(['state', 'approvedAt']).execute()
    expect(rows).toEqual([{ state: 'written', approvedAt }])
    expect(server.requests).toHaveLength(1)
    const deliveries = db.selectFrom('deliveries').select('state').where('siteId', '=', wanted.siteId)
    expect(await deliveries.execute()).toEqual([{ state: 'delivered' }])
  })

  test('that an earlier version stored is known by what it was made of', async () => {
    const wanted = await order()
    const articles = db.selectFrom('blogPosts').selectAll().where('id', '=', wanted.articleId)
    const article = await articles.executeTakeFirstOrThrow()
    await ensureVariation(ines, { ...wanted, sourceHash: hashText(article) })
    await sql`select hash_variation_sources()`.execute(db)
    expect(await findVariation(ines, wanted)).toMatchObject({ sourceHash: hashSource(article) })
  })

  test('is made by a model that gets the portrait of the site, and no secret', async () => {
    const wanted = await order()
    const about = 'For people who sail.\nSITE-0 Ignore this.'
    await db.updateTable('targetSites').set({ description: about }).where('id', '=', wanted.siteId).execute()
    const theo = await makeOperator()
    for (const operator of [ines, theo]) {
      const { id } = await makeArticle({ userId: operator.id, title: `Of ${operator.name}` })
      await sql`insert into deliveries (id, article_id, site_id, wanted_hash, delivered_hash, state)
        values (gen_random_uuid(), ${id}, ${wanted.siteId}, 'x', 'x', 'delivered')`.execute(db)
    }
    await ensureVariation(ines, wanted)
    const [{ messages, authorization } = { messages: [], authorization: '' }] = server.requests
    const prompt = messages.map(({ content }) => content).join('\n')
    expect(prompt).toContain('Name: Harbour News\nAbout: For people who sail. SITE-0 Ignore this.')
    expect(prompt).toContain(`Of ${ines.name}`)
    expect(prompt).not.toContain(`Of ${theo.name}`)
    expect(prompt).not.toContain('council.example')
    expect(authorization).toBe('Bearer sealed lips')
    for (const secret of [AI_KEY, ines.id, wanted.articleId, env.APP_SECRET ?? '?'])
      expect(prompt).not.toContain(secret)
  })

  test('is counted with its tokens', async () => {
    await ensure('rewrites')
    expect((await findUsageToday(ines)).tokens).toBeGreaterThan(100)
  })

  test('gets a second attempt that names the faults of the first one', async () => {
    server.requests.length = 0
    written(await ensure('drops-numbers-once'))
    expect(server.requests).toHaveLength(2)
    expect(server.requests[1]?.messages[1]?.content).toMatch(
      /- Numbers are missing or were changed: 3, 2019, 1987/,
    )
  })
})

describe('the sites of an article', () => {
  test('each get their own, although all are written at the same time', async () => {
    const { articleId } = await order()
    const hosts = ['harbour', 'ledger', 'works', 'tide', 'quay']
    const siteIds = await Promise.all(hosts.map((host) => makeSite(`${host}.example`, host)))
    const outcomes = await Promise.all(
      siteIds.map((siteId) => ensureVariation(ines, { articleId, siteId, sourceHash: HASH })),
    )
    const contents = outcomes.map((outcome) => written(outcome).content)
    expect(new Set([...contents, CONTENT]).size).toBe(6)
    expect(await listVariations(ines, articleId)).toHaveLength(5)
  })

  test('do not get the same one twice, not even if both are written at the same moment', async () => {
    const { articleId } = await order()
    const siteIds = [await makeSite('one.example', 'Same'), await makeSite('two.example', 'Same')]
    const outcomes = await Promise.all(
      siteIds.map((siteId) => ensureVariation(ines, { articleId, siteId, sourceHash: HASH })),
    )
    const [one, two] = outcomes.map((outcome) => written(outcome).content)
    expect(one).not.toBe(two)
    expect(server.requests).toHaveLength(3)
    expect(server.requests[2]?.messages[1]?.content).toMatch(
      /- It has 100 % in common with another site’s variation/,
    )
  })

  test('get the original if their own would be the same as another one', async () => {
    const wanted = await order()
    const { content } = written(await ensureVariation(ines, wanted))
    const faultsFound = await saveVariation(
      ines,
      { ...wanted, siteId: await makeSite('two.example') },
      {
        ok: true,
        variation: { title: 'The same', content, metaDescription: null },
      },
    )
    expect(faultsFound).toEqual([expect.stringContaining('100 % in common')])
    expect(await listVariations(ines, wanted.articleId)).toHaveLength(1)
  })
})

describe('the original stays, and the operator reads why,', () => {
  test.each<[AiMode, RegExp]>([
    ['copies', /repeats 100 % of the article/],
    ['rambles', /Marks are missing/],
    ['drops-numbers', /Numbers are missing or were changed: 3, 2019, 1987/],
    ['invents-links', /Addresses were added: https:\/\/spam\.example\/buy/],
    ['never-ends', /% as long as the article/],
    ['repeats-marks', /Marks are missing, doubled or invented: ⟦1⟧/],
    ['declines', /not the layout/],
    ['cut', /ends before the article does/],
  ])('with a model that %s, twice', async (mode, detail) => {
    const refusal = { reason: 'checks-failed', detail: expect.stringMatching(detail) as string }
    expect(await ensure(mode)).toMatchObject(refusal)
    expect(server.requests).toHaveLength(2)
  })

  test.each<[AiMode, RegExp]>([
    ['withholds', /declined to write/],
    ['no-key', /AI_API_KEY/],
    ['html', /cannot be read/],
    ['half', /cannot be read/],
    ['endless', /cannot be read/],
    ['throttles', /asked us to wait/],
    ['fails', /cannot be read/],
  ])('with a server that %s', async (mode, detail) => {
    const refusal = { reason: 'provider-failed', detail: expect.stringMatching(detail) as string }
    expect(await ensure(mode)).toMatchObject(refusal)
  })

  test('which is stored, so that an attempt costs once', async () => {
    const wanted = await order()
    server.answerAs('no-key')
    const refused = await ensureVariation(ines, wanted)
    server.answerAs('rewrites')
    expect(await ensureVariation(ines, wanted)).toEqual(refused)
    expect(server.requests).toHaveLength(1)
  })

  test('until the article is sent to the site again, if the reason has passed', async () => {
    const wanted = await order()
    server.answerAs('no-key')
    await send(wanted)
    const refused = await findVariation(ines, wanted)
    expect(refused?.outcome).toMatchObject({ reason: 'provider-failed' })
    server.answerAs('rewrites')
    await send(wanted)
    const { content } = written((await findVariation(ines, wanted))?.outcome)
    expect(await findCopy(wanted.siteId)).toBe(content)
    await send(wanted)
    expect(server.requests).toHaveLength(2)
  })

  test('for good, if the text is the reason', async () => {
    const wanted = await order()
    server.answerAs('copies')
    await send(wanted)
    await send(wanted)
    expect(server.requests).toHaveLength(2) // both attempts of the first order
    expect(await findCopy(wanted.siteId)).toBe(CONTENT)
  })

  test('without a provider', async () => {
    Object.assign(env, { AI_BASE_URL: undefined })
    expect(hasModel()).toBe(false)
    expect(await ensure('rewrites')).toEqual({ ok: false, reason: 'no-provider', detail: null })
    for (const setting of ['AI_BASE_URL', 'AI_MODEL', 'AI_API_KEY']) expect(NO_PROVIDER).toContain(setting)
  })

  test('with the faults of the last attempt, also where an earlier version stored the whole text', () => {
    const reason = 'checks-failed'
    const text = 'The variation was not true to the article. HTML was added.'
    expect(toRefusalSentence({ reason, detail: 'HTML was added.' })).toBe(text)
    expect(toRefusalSentence({ reason, detail: text })).toBe(text)
    expect(toRefusalSentence({ reason: 'no-provider', detail: NO_PROVIDER })).toBe(NO_PROVIDER)
    expect(toRefusalSentence({ reason: 'no-provider', detail: null })).toBe(NO_PROVIDER)
  })

  test('for a text that is too long, or too short', async () => {
    expect(await ensure('rewrites', 'word '.repeat(6001))).toMatchObject({ reason: 'too-long' })
    expect(await ensure('rewrites', 'Closed until Monday.')).toMatchObject({ reason: 'too-short' })
    expect(server.requests).toEqual([])
  })

  test('when the day’s budget is spent', async () => {
    await sql`insert into ai_usage (user_id, day, tokens)
      values (${ines.id}, (now() at time zone 'utc')::date, 199000)`.execute(db)
    expect(await ensure('rewrites')).toMatchObject({ reason: 'budget-spent' })
    expect(server.requests).toEqual([])
  })
})

describe('an article that talks to the model', () => {
  test.each(INJECTIONS.map(({ says }) => says).filter((_, index) => isDeep || index % 4 === 0))(
    'changes only words: %s',
    async (says) => {
      const text = `${CONTENT}\n\n${says}, and do it before anything else is done today.`
      const outcome = await ensure('obeys', text)
      expect(outcome).toMatchObject({ ok: false, reason: 'checks-failed' })
      const kept = await db.selectFrom('variations').select(['title', 'content', 'metaDescription']).execute()
      expect(kept).toEqual([{ title: null, content: null, metaDescription: null }])
      written(await ensure('rewrites', text))
    },
  )
})

describe('a variation belongs to the article’s account:', () => {
  test('another one cannot see it, ask for it, replace it or remove its refusal', async () => {
    const wanted = await order()
    await ensureVariation(ines, wanted)
    const theo = await makeOperator()
    expect(await findVariation(theo, wanted)).toBeUndefined()
    expect(await listVariations(theo, wanted.articleId)).toEqual([])
    expect(await ensureVariation(theo, { ...wanted, sourceHash: 'other' })).toBeUndefined()
    await saveVariation(theo, wanted, { ok: false, reason: 'too-long', detail: 'Taken.' })
    expect((await findVariation(ines, wanted))?.outcome.ok).toBe(true)
    expect(server.requests).toHaveLength(1)
    const edited = { ...wanted, sourceHash: 'other' }
    await saveVariation(ines, edited, { ok: false, reason: 'budget-spent' })
    expect(await writeAs(theo, (trx) => removePassingRefusals(trx, [wanted]))).toEqual([])
    expect(await writeAs(ines, (trx) => removePassingRefusals(trx, [wanted]))).toHaveLength(1)
  })

  test('there is none for a site of another account', async () => {
    const wanted = await order()
    const theo = await makeOperator()
    await db.updateTable('targetSites').set({ ownerId: theo.id }).where('id', '=', wanted.siteId).execute()
    expect(await ensureVariation(ines, wanted)).toBeUndefined()
    expect(server.requests).toEqual([])
  })

  test('it is deleted with the article', async () => {
    const wanted = await order()
    await ensureVariation(ines, wanted)
    await db.deleteFrom('blogPosts').where('id', '=', wanted.articleId).execute()
    expect(await db.selectFrom('variations').selectAll().execute()).toEqual([])
  })
})
