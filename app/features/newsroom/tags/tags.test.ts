import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import {
  emptyStore,
  makeArticle,
  makeDraft,
  makeOperator,
  makeRemoteSite,
  makeSite,
  MAIN_SITE_ID,
} from '../../../../tests/support/fixtures.ts'
import { useQueue } from '../../../../tests/support/queue.ts'
import { startWebhookFake } from '../../../../tests/support/webhook-fake.ts'
import { db } from '../../../platform/store/database.server.ts'
import { env } from '../../../platform/env.server.ts'
import type { Operator } from '../../accounts/accounts.ts'
import { pageTag, toSiteScope, toTagKey } from '../../articles/articles.ts'
import { findArticle, listByCategory } from '../../articles/queries.server.ts'
import { findHistory, findRevisedText } from '../../articles/revisions/queries.server.ts'
import { dressSharedSite, saveFace, undoFace } from '../../delivery/faces/commands.server.ts'
import { NO_FACE } from '../../delivery/faces/faces.ts'
import { listHosts } from '../../delivery/target-sites/queries.server.ts'
import { findMovedList } from '../../site/pages/queries.server.ts'
import type { ChangeSummary } from '../board/board.ts'
import { undoChange } from '../board/commands.server.ts'
import { saveDraft } from '../../writing/drafts/commands.server.ts'
import { type DraftText, mapTexts } from '../../writing/drafts/drafts.ts'
import { findDraft } from '../../writing/drafts/queries.server.ts'
import { publishArticle } from '../../writing/publish/commands.server.ts'
import { saveTag } from './commands.server.ts'
import { findMovedTag, findTag, findTagDescription, listTags } from './queries.server.ts'
import { TAGS_PER_PAGE, toTagsPath } from './tags.ts'
import { isRefusal } from '../../../shared/refusal.ts'

let ines: Operator
let harbour: string

useQueue()
beforeEach(async () => {
  await emptyStore()
  ines = await makeOperator()
  harbour = await makeSite('harbour.example', 'Harbour')
})

const own = (title: string, tags: string[], operator = ines) =>
  makeArticle({ userId: operator.id, title, tags })
const list = async (query = '') => (await listTags(ines, { query, page: 1 })).rows
const tagsOf = async (siteId: string, slug: string) => (await findArticle(siteId, slug))?.article.tags

const describeTag = (operator: Operator, key: string, description: string) =>
  saveTag(operator, key, { name: key, description, mergeWith: '' })

const toText = (tags: string): DraftText => ({
  ...mapTexts(() => ''),
  title: 'Begun',
  tags,
  siteIds: [],
  generateVariations: false,
})

async function rename(key: string, name: string, description = ''): Promise<ChangeSummary> {
  const saved = await saveTag(ines, key, { name, description, mergeWith: toTagKey(name) })
  if (!saved.ok || saved.renamed === undefined || isRefusal(saved.renamed))
    throw new Error(JSON.stringify(saved))
  return saved.renamed
}

const categoriesOn = async (host: string) => (await listHosts()).get(host)?.face?.categories

describe('the list of tags', () => {
  test('has the tags of own articles, drafts too, with the spelling that most of them have', async () => {
    await own('One', ['Sea', 'Ports'])
    await own('Two', ['sea'])
    await makeArticle({ userId: ines.id, title: 'Three', tags: ['Sea'], publishedAt: null })
    await own('Theirs', ['Theirs'], await makeOperator())
    expect(await list()).toEqual([
      { key: 'ports', name: 'Ports', articles: 1, description: '' },
      { key: 'sea', name: 'Sea', articles: 3, description: '' },
    ])
    expect(await list('EA')).toMatchObject([{ key: 'sea' }])
    expect(await findTag(ines, 'theirs')).toBeUndefined()
  })

  test('has fifty a page, and shows the last page for any later page', async () => {
    for (let from = 0; from <= TAGS_PER_PAGE; from += 17)
      await own(
        `From ${from}`,
        Array.from({ length: 17 }, (_, n) => `tag ${from + n}`),
      )
    expect(await listTags(ines, { query: '', page: 9 })).toMatchObject({
      found: 51,
      page: 2,
      pageCount: 2,
      rows: [{}],
    })
    expect(toTagsPath('sea', 'a/b')).toBe('/tags?q=sea&tag=a%2Fb')
  })
})

describe('a new name', () => {
  test('reaches every spelling on every site, and the old URL redirects', async () => {
    const published = await publishArticle(
      ines,
      makeDraft({ title: 'Tides', tags: ['Sea', 'Ports'], siteIds: [MAIN_SITE_ID, harbour] }),
    )
    expect(published.ok).toBe(true)
    await own('Ebb', ['SEA'])
    await own('Not hers', ['sea'], await makeOperator())
    expect(await rename('sea', 'Ocean')).toMatchObject({ isOver: true, counts: { changed: 2 }, failed: 0 })
    expect(await tagsOf(MAIN_SITE_ID, 'tides')).toEqual(['Ocean', 'Ports'])
    expect(await tagsOf(harbour, 'tides')).toEqual(['Ocean', 'Ports'])
    expect(await tagsOf(MAIN_SITE_ID, 'ebb')).toEqual(['Ocean'])
    expect(await tagsOf(MAIN_SITE_ID, 'not-hers')).toEqual(['sea'])
    expect(await findMovedTag(harbour, 'SEA')).toBe('ocean')
    expect(await findMovedTag(harbour, 'ports')).toBeUndefined()
  })

  test('is undone, on every site', async () => {
    await publishArticle(
      ines,
      makeDraft({ title: 'Tides', tags: ['Sea', 'Ports'], siteIds: [MAIN_SITE_ID, harbour] }),
    )
    const { runId } = await rename('sea', 'Ports')
    expect(await tagsOf(harbour, 'tides')).toEqual(['Ports'])
    await undoChange(ines, runId)
    expect(await tagsOf(MAIN_SITE_ID, 'tides')).toEqual(['Sea', 'Ports'])
    expect(await tagsOf(harbour, 'tides')).toEqual(['Sea', 'Ports'])
  })

  test('reaches drafts that were never published, and is undone there', async () => {
    const [id, other] = [uuidv7(), uuidv7()]
    const text = toText(' Ports ,sea')
    await saveDraft(ines, { id, version: 0, text })
    await saveDraft(ines, { id: other, version: 0, text: { ...text, tags: 'Seaside' } })
    await own('Tides', ['Sea'])
    const { runId, counts } = await rename('sea', 'Ocean')
    expect(counts).toEqual({ changed: 2 })
    expect(await findDraft(ines, id)).toMatchObject({ version: 2, text: { ...text, tags: 'Ports, Ocean' } })
    expect(await findDraft(ines, other)).toMatchObject({ version: 1, text: { tags: 'Seaside' } })
    await undoChange(ines, runId)
    expect(await findDraft(ines, id)).toMatchObject({ version: 3, text: { tags: 'Ports, sea' } })
  })

  test('redirects from one name to the next, and not without articles', async () => {
    await own('Tides', ['Sea'])
    await rename('sea', 'Ocean')
    await rename('ocean', 'Water')
    expect(await findMovedTag(MAIN_SITE_ID, 'sea')).toBe('water')
    await rename('water', 'Ocean')
    expect(await findMovedTag(MAIN_SITE_ID, 'water')).toBe('ocean')
    await db.updateTable('blogPosts').set({ publishedAt: null }).execute()
    expect(await findMovedTag(MAIN_SITE_ID, 'sea')).toBeUndefined()
  })

  test('redirects from no category that the owner of a site chose', async () => {
    await own('Tides', ['Sea'])
    await rename('sea', 'Ocean')
    const scope = { category: 'sea' }
    expect(await findMovedList(MAIN_SITE_ID, scope)).toMatchObject({ path: '/category/ocean' })
    expect(await findMovedList(MAIN_SITE_ID, { ...scope, tags: ['sea', 'coast'] })).toBeUndefined()
  })

  test('is in the categories of own sites at once, and stays there after an undo of the look', async () => {
    const shared = await makeSite('shared.example', 'Shared')
    await db.updateTable('targetSites').set({ ownerId: ines.id }).where('id', '=', harbour).execute()
    const nasa = { name: 'NASA', tags: ['nasa', 'space'], description: '' }
    const face = { ...NO_FACE, categories: [nasa, { ...nasa, name: 'Boats', tags: ['boats'] }] }
    await dressSharedSite(shared, face)
    await saveFace(ines, harbour, { face })
    await saveFace(ines, harbour, { face: { ...face, tagline: 'Up' } })
    await publishArticle(ines, makeDraft({ title: 'Rockets', tags: ['Space'], siteIds: [harbour] }))
    const { runId } = await rename('space', 'Cosmos')
    expect((await categoriesOn('shared.example'))?.[0]?.tags).toEqual(['nasa', 'space'])
    const listed = async () => {
      const site = { face: { categories: await categoriesOn('harbour.example') } }
      return (await listByCategory(harbour, toSiteScope(site, { category: 'nasa' }), 1)).articles.length
    }
    expect(await listed()).toBe(1)
    expect(await undoFace(ines, harbour, 3)).toEqual({ ok: true })
    expect(await listed()).toBe(1)
    await undoChange(ines, runId)
    expect(await listed()).toBe(1)
  })

  test('makes a revision like any other change, of any text', async () => {
    const content = 'Low "water" \\ at\tnoon.\n\u0001\u007f\u2028 🌊 </p>'
    const { id } = await makeArticle({
      userId: ines.id,
      title: 'Tide’s “end”',
      content,
      tags: ['Sea', 'Öl'],
      keywords: ['a', 'b "c"'],
    })
    const before = await findRevisedText(ines, id, { siteId: null, number: 1 })
    await rename('sea', 'Ocean')
    const { revisions = [], liveHash } = (await findHistory(ines, id)) ?? {}
    expect(revisions).toMatchObject([
      { number: 2, kind: 'published', cause: 'tags', changed: ['tags'], hash: liveHash, madeBy: ines.name },
      { number: 1, kind: 'published', cause: 'publish', changed: [] },
    ])
    expect(await findRevisedText(ines, id, { siteId: null, number: 1 })).toEqual(before)
    expect(await findRevisedText(ines, id, { siteId: null, number: 2 })).toEqual({
      ...before,
      tags: 'Ocean, Öl',
    })
    await rename('ocean', 'Sea')
    expect((await findHistory(ines, id))?.revisions[0]?.hash).toBe(revisions[1]?.hash)
  })

  test('makes stale the pages that show the articles, and those of articles with the new tag', async () => {
    const { id } = await own('Tides', ['Sea', 'Ports'])
    await db.deleteFrom('pageDrops').execute()
    await rename('sea', 'Ocean')
    const drops = (await db.selectFrom('pageDrops').select('tags').execute()).flatMap(({ tags }) => tags)
    expect(drops).toEqual(
      expect.arrayContaining([
        pageTag.article(id),
        pageTag.list(MAIN_SITE_ID),
        ...['Sea', 'Ports', 'Ocean'].map((tag) => pageTag.category(MAIN_SITE_ID, tag)),
        pageTag.articlesWith(MAIN_SITE_ID, 'Ocean'),
      ]),
    )
    for (const other of [pageTag.articles(MAIN_SITE_ID), pageTag.articlesWith(MAIN_SITE_ID, 'Ports')])
      expect(drops).not.toContain(other)
  })

  test('makes stale the empty lists of all sites, one of which may lead to the new name now', async () => {
    await own('Tides', ['Sea'])
    await db.deleteFrom('pageDrops').execute()
    await rename('sea', 'Ocean')
    const drops = (await db.selectFrom('pageDrops').select('tags').execute()).flatMap(({ tags }) => tags)
    expect(drops).toContain(pageTag.list(harbour))
  })

  test('is sent to other computers, and to a hosted site that has not got the article yet', async () => {
    const fake = await startWebhookFake()
    env.OUTBOUND_ALLOW.add(new URL(fake.url).host)
    onTestFinished(async () => {
      env.OUTBOUND_ALLOW.clear()
      await fake.close()
    })
    const credentials = { secrets: [fake.settings.secret] }
    const remote = await makeRemoteSite('webhook', { url: fake.url, credentials })
    await publishArticle(
      ines,
      makeDraft({ title: 'Tides', tags: ['Sea'], siteIds: [MAIN_SITE_ID, harbour, remote] }),
    )
    await db
      .updateTable('deliveries')
      .set({ state: 'failed', reason: 'unexpected' })
      .where('siteId', '=', harbour)
      .execute()
    expect(await rename('sea', 'Ocean')).toMatchObject({ isOver: true, failed: 0 })
    expect(fake.events.at(-1)?.data.tags).toEqual(['Ocean'])
    expect(await tagsOf(harbour, 'tides')).toEqual(['Ocean'])
    const stored = await db
      .selectFrom('deliveries')
      .select(['state', 'wantedHash', 'deliveredHash'])
      .where('siteId', '!=', MAIN_SITE_ID)
      .execute()
    for (const { state, wantedHash, deliveredHash } of stored)
      expect({ state, deliveredHash }).toEqual({ state: 'delivered', deliveredHash: wantedHash })
  })

  test('that another tag has asks first, and names it', async () => {
    await own('Tides', ['Sea'])
    await own('Piers', ['Ports'])
    await own('Theirs', ['Ocean'], await makeOperator())
    const typed = { name: 'PORTS', description: 'Salt.', mergeWith: '' }
    const asked = await saveTag(ines, 'sea', typed)
    expect(asked).toMatchObject({ ok: false, reason: 'tag-taken', taken: { name: 'Ports', articles: 1 } })
    expect(await saveTag(ines, 'sea', { ...typed, mergeWith: 'ocean' })).toEqual(asked)
    expect(await list()).toMatchObject([
      { key: 'ports', description: '' },
      { key: 'sea', description: '' },
    ])
    expect(await saveTag(ines, 'sea', { ...typed, mergeWith: 'ports' })).toMatchObject({ ok: true })
    expect(await list()).toMatchObject([{ name: 'PORTS', articles: 2 }])
    expect(await saveTag(ines, 'ports', { ...typed, name: 'Ocean' })).toMatchObject({ ok: true })
  })

  test('of a merge is the one spelling of both tags', async () => {
    await own('Tides', ['space'])
    await own('Moon', ['nasa'])
    await own('Mars', ['NASA'])
    const merged = await rename('space', 'NASA')
    expect(merged.counts).toEqual({ changed: 2 })
    expect(await db.selectFrom('blogPosts').select('tags').distinct().execute()).toEqual([{ tags: ['NASA'] }])
    await undoChange(ines, merged.runId)
    expect(await list()).toMatchObject([{ key: 'nasa', articles: 2 }, { key: 'space' }])
  })

  test('with composed letters is that with decomposed ones', async () => {
    const typed = 'Café'.normalize('NFD')
    await own('Tides', [typed])
    await own('Ebb', ['Café'])
    expect(await list()).toEqual([{ key: 'café', name: 'Café', articles: 2, description: '' }])
    expect(await list('AFÉ'.normalize('NFD'))).toMatchObject([{ key: 'café' }])
    expect((await rename('café', 'Élan'.normalize('NFD'))).counts).toEqual({ changed: 2 })
    expect(await list()).toMatchObject([{ key: 'élan', name: 'Élan' }])
    expect(await findMovedTag(MAIN_SITE_ID, typed)).toBe('élan')
  })

  test('may differ in letter case alone', async () => {
    await own('Tides', ['seo'])
    await rename('seo', 'SEO')
    expect(await list()).toMatchObject([{ key: 'seo', name: 'SEO' }])
    expect(await findMovedTag(MAIN_SITE_ID, 'seo')).toBeUndefined()
  })

  test.each([
    ['', 'tag-wrong'],
    ['  ', 'tag-wrong'],
    ['Sea, Ports', 'tag-wrong'],
    ['x'.repeat(51), 'tag-wrong'],
    [`${'x'.repeat(48)}👩🏽‍🚀`, 'tag-wrong'], // its last character would be cut off
  ])('%j is refused', async (name, reason) => {
    await own('Tides', ['Sea'])
    expect(await saveTag(ines, 'sea', { name, description: '', mergeWith: '' })).toEqual({
      ok: false,
      reason,
    })
  })

  test('is refused for a tag without own articles, and for a description that is too long', async () => {
    await own('Theirs', ['Sea'], await makeOperator())
    const typed = { name: 'Ocean', description: '', mergeWith: '' }
    expect(await saveTag(ines, 'sea', typed)).toEqual({ ok: false, reason: 'tag-unknown' })
    await own('Tides', ['Sea'])
    expect(await saveTag(ines, 'sea', { ...typed, description: 'x'.repeat(501) })).toEqual({
      ok: false,
      reason: 'description-long',
    })
  })
})

describe('an update from a version that knew decomposed names', () => {
  const migration = readFileSync('app/db/migrations/0055_composed_names.sql', 'utf8')
  const statements = migration.slice(migration.indexOf('-- What is written stays')).split(';\n')

  test('keeps one description of each tag and one profile of each author', async () => {
    const [composed, decomposed] = ['café', 'café'.normalize('NFD')]
    for (const [key, description] of [
      [composed, 'Composed.'],
      [decomposed, 'Decomposed.'],
      ['élan'.normalize('NFD'), 'Alone.'],
    ] as const)
      await db.insertInto('tags').values({ userId: ines.id, tagKey: key, description }).execute()
    for (const name of [composed, decomposed])
      await db.insertInto('authorProfiles').values({ userId: ines.id, name, biography: 'Writes.' }).execute()
    for (const statement of statements.filter((text) => text.trim() !== ''))
      await sql.raw(statement).execute(db)
    expect(await db.selectFrom('tags').select(['tagKey', 'description']).orderBy('tagKey').execute()).toEqual(
      [
        { tagKey: composed, description: 'Composed.' },
        { tagKey: 'élan', description: 'Alone.' },
      ],
    )
    expect(await db.selectFrom('authorProfiles').select('name').execute()).toEqual([{ name: composed }])
  })
})

describe('a description', () => {
  test('is that of the site’s owner, or else of the account that used the tag first', async () => {
    const [first, second] = [await makeOperator(), await makeOperator()]
    await own('First', ['sea'], first)
    await own('Second', ['sea'], second)
    await own('Third', ['sea'])
    await describeTag(second, 'sea', 'By the second.')
    expect(await findTagDescription(MAIN_SITE_ID, 'SEA')).toBe('')
    await describeTag(first, 'sea', 'By the first.')
    expect(await findTagDescription(MAIN_SITE_ID, 'SEA')).toBe('By the first.')
    await db.updateTable('installation').set({ ownerId: ines.id }).execute()
    await describeTag(ines, 'sea', ' By the owner. ')
    expect(await findTagDescription(MAIN_SITE_ID, 'SEA')).toBe('By the owner.')
    await describeTag(ines, 'sea', '')
    expect(await findTagDescription(MAIN_SITE_ID, 'sea')).toBe('By the first.')
  })

  test('moves to the new name, and a merge keeps that of the other tag', async () => {
    await own('Tides', ['sea'])
    await own('Piers', ['ports'])
    await describeTag(ines, 'sea', 'Salt water.')
    await rename('sea', 'Ocean', 'Salt water.')
    expect(await list()).toMatchObject([{ key: 'ocean', description: 'Salt water.' }, { key: 'ports' }])
    await rename('ports', 'ocean', 'Ships.')
    expect(await list()).toMatchObject([{ key: 'ocean', articles: 2, description: 'Salt water.' }])
  })
})
