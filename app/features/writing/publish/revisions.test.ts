import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import {
  change,
  deleteArticle,
  passUndoTime,
  unpublishArticle,
  publishAgain,
} from '../../../../tests/support/board.ts'
import {
  emptyStore,
  makeArticle,
  makeDraft,
  makeOperator,
  makeSite,
} from '../../../../tests/support/fixtures.ts'
import { useQueue } from '../../../../tests/support/queue.ts'
import { isEmbedded } from '../../../platform/store/database.server.ts'
import { db } from '../../../platform/store/database.server.ts'
import { env } from '../../../platform/env.server.ts'
import type { Operator } from '../../accounts/accounts.ts'
import { renderText } from '../../articles/commands.server.ts'
import { importArticles } from '../../moving-in/formats/commands.server.ts'
import { findArticle } from '../../articles/queries.server.ts'
import { findComparison, findHistory } from '../../articles/revisions/queries.server.ts'
import { MAIN_SITE_ID } from '../../../shared/sites.ts'
import { listSiteStates } from '../../delivery/deliveries/queries.server.ts'
import { parseRecord } from '../../moving-in/formats/formats.ts'
import { discardDraft, saveDraft, saveRevision } from '../drafts/commands.server.ts'
import { type DraftText, mapTexts, toDraftText } from '../drafts/drafts.ts'
import { findDraft } from '../drafts/queries.server.ts'
import { writeAs } from '../../../platform/own-rows.server.ts'
import { publishArticle, replaceContent } from './commands.server.ts'
import { editArticle } from './edit-article.server.ts'
import { findEditable } from './queries.server.ts'
import { restoreRevision } from './restore-revision.server.ts'
import type { ArticleEdit } from '../writing.ts'

const DRAFT_ID = '01a1fd26-8c97-77b6-8309-db0e57169c42'
const blank: DraftText = { ...mapTexts(() => ''), siteIds: [MAIN_SITE_ID], generateVariations: false }
const write = (content: string): DraftText => ({ ...blank, title: 'Tides', content })

const KEPT = env.REVISIONS_KEPT
const key = (number: number) => ({ siteId: null, number })

let ines: Operator
let harbour: string

useQueue()
beforeEach(async () => {
  await emptyStore()
  Object.assign(env, { REVISIONS_KEPT: 5 })
  ines = await makeOperator()
  harbour = await makeSite('harbour.example', 'Harbour')
})

afterAll(() => Object.assign(env, { REVISIONS_KEPT: KEPT }))

async function publish(changes: Partial<Parameters<typeof makeDraft>[0]> = {}): Promise<string> {
  const published = await publishArticle(
    ines,
    makeDraft({ title: 'Tides', content: 'One.', siteIds: [MAIN_SITE_ID, harbour], ...changes }),
  )
  if (!published.ok) throw new Error(published.reason)
  const { id } = await db
    .selectFrom('blogPosts')
    .select('id')
    .where('originId', 'is', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return id
}

async function edit(articleId: string, changes: Partial<ArticleEdit>): Promise<void> {
  const article = await findEditable(ines, articleId)
  if (!article) throw new Error('There is no such article.')
  const { version, slug } = article
  const draft = makeDraft({ title: 'Tides', content: 'One.', siteIds: [MAIN_SITE_ID, harbour] })
  const edited = await editArticle(ines, {
    ...draft,
    articleId,
    version,
    slug,
    isPublished: false,
    ...changes,
  })
  if (!edited.ok) throw new Error(edited.reason)
}

const listRevisions = async (id: string, of = ines) =>
  (await findHistory(of, id))?.revisions.map(({ number, kind, changed }) => ({ number, kind, changed }))

describe('an article', () => {
  test('that was never changed has one revision, which all its sites have', async () => {
    const id = await publish()
    const history = await findHistory(ines, id)
    expect(history).toMatchObject({
      title: 'Tides',
      revisions: [{ number: 1, kind: 'published', changed: [] }],
    })
    expect(history?.liveHash).toBe(history?.revisions[0]?.hash)
    expect(await listSiteStates(ines, id)).toMatchObject([
      { name: 'Harbour', hash: history?.liveHash, variation: null },
    ])
    const stored = await db.selectFrom('revisions').select(['articleId', 'userId', 'madeBy']).execute()
    expect(stored).toEqual([{ articleId: id, userId: ines.id, madeBy: ines.id }])
  })

  test('that was stored before there were revisions has one: its own state, which its first change stores', async () => {
    const { id } = await makeArticle({ userId: ines.id, title: 'Tides', content: 'One.' })
    expect(await listRevisions(id)).toEqual([{ number: 1, kind: 'published', changed: [] }])
    expect(await db.selectFrom('revisions').select('id').execute()).toEqual([])
    await edit(id, { content: 'Two.', siteIds: [MAIN_SITE_ID] })
    const comparison = await findComparison(ines, id, [key(1), key(2)])
    expect(comparison).toMatchObject({
      from: { text: { content: 'One.' } },
      to: { text: { content: 'Two.' } },
    })
  })

  test('gets a revision with each change that readers see, with the person and what changed', async () => {
    const id = await publish()
    await edit(id, { content: 'Two.', tags: ['Sea'] })
    await edit(id, { content: 'Two.', tags: ['Sea'] })
    const history = await findHistory(ines, id)
    expect(history?.revisions).toMatchObject([
      {
        number: 2,
        kind: 'published',
        changed: ['content', 'tags'],
        madeBy: ines.name,
        hash: history?.liveHash,
      },
      { number: 1, kind: 'published', changed: [], madeBy: ines.name },
    ])
    expect(history?.revisions[1]?.hash).not.toBe(history?.liveHash)
    const comparison = await findComparison(ines, id, [key(1), key(2)])
    expect(comparison?.from.text).toMatchObject({ content: 'One.', title: 'Tides' })
    expect(comparison?.to.text).toMatchObject({ content: 'Two.', tags: 'Sea' })
    expect(await listSiteStates(ines, id)).toMatchObject([
      { name: 'Harbour', hash: history?.liveHash, variation: null },
    ])
  })

  test('gets one revision for a save that changes the text and the address', async () => {
    const id = await publish()
    await edit(id, { content: 'Two.', slug: 'high-water' })
    expect(await listRevisions(id)).toEqual([
      { number: 2, kind: 'published', changed: ['content', 'slug'] },
      { number: 1, kind: 'published', changed: [] },
    ])
  })

  test('gets none when it is unpublished and published again as it was', async () => {
    const id = await publish()
    await unpublishArticle(ines, id)
    await publishAgain(ines, id)
    expect(await listRevisions(id)).toHaveLength(1)
  })

  test('gets one when links are placed in it', async () => {
    const id = await publish()
    const { updatedAt } = await db
      .selectFrom('blogPosts')
      .select('updatedAt')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const content = '[One](https://a.example/).'
    const rendered = await renderText({ content, canonicalUrl: null, lang: null }, ines.id)
    await writeAs(ines, (trx) =>
      replaceContent(trx, ines, { articleId: id, version: updatedAt.toISOString(), content, rendered }),
    )
    expect((await listRevisions(id))?.[0]).toEqual({ number: 2, kind: 'published', changed: ['content'] })
  })

  test('of another account shows no revision, and none is restored', async () => {
    const id = await publish()
    await edit(id, { content: 'Two.' })
    const ola = await makeOperator()
    expect(await findHistory(ola, id)).toBeUndefined()
    expect(await findComparison(ola, id, [key(1), key(2)])).toBeUndefined()
    expect(await restoreRevision(ola, id, key(1))).toEqual({ reason: 'gone' })
    expect(await findDraft(ines, id)).toBeUndefined()
  })

  test('has no revisions after it is deleted', async () => {
    const id = await publish({ siteIds: [MAIN_SITE_ID] })
    await edit(id, { content: 'Two.', siteIds: [MAIN_SITE_ID] })
    await deleteArticle(ines, id)
    await passUndoTime()
    expect(await db.selectFrom('revisions').select('id').execute()).toEqual([])
  })
})

const listCauses = async (id: string) =>
  (await findHistory(ines, id))?.revisions.map(({ cause }) => cause).toReversed()

describe('a revision says what made it', () => {
  test('publishing, saving, restoring, placed links and tags', async () => {
    await saveRevision(ines, { id: DRAFT_ID, version: 0, text: write('Low water.') })
    const id = await publish({ draftId: DRAFT_ID })
    await edit(id, { content: 'Two.' })
    await change(ines, [id], { kind: 'add-tag', tag: 'Sea' })
    const { updatedAt } = await db
      .selectFrom('blogPosts')
      .select('updatedAt')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const content = '[Two](https://a.example/).'
    const rendered = await renderText({ content, canonicalUrl: null, lang: null }, ines.id)
    await writeAs(ines, (trx) =>
      replaceContent(trx, ines, { articleId: id, version: updatedAt.toISOString(), content, rendered }),
    )
    await restoreRevision(ines, id, key(2))
    expect(await listCauses(id)).toEqual(['save', 'publish', 'publish', 'tags', 'backlinks', 'restore'])
  })

  test('an import, also for the state before the first change', async () => {
    const target = { siteId: MAIN_SITE_ID, ownerId: ines.id, author: 'Ines' }
    for (const content of ['One.', 'Two.']) {
      const parsed = parseRecord({ source: 'blog', path: 'tides.md', title: 'Tides', content })
      if (parsed.ok) await importArticles(target, [parsed.record])
    }
    const { id } = await db.selectFrom('blogPosts').select('id').executeTakeFirstOrThrow()
    expect(await listCauses(id)).toEqual(['import', 'import'])
    await edit(id, { content: 'Three.', siteIds: [MAIN_SITE_ID] })
    expect(await listCauses(id)).toEqual(['import', 'import', 'publish'])
  })
})

describe('a draft', () => {
  test('that is saved while it is written has no revisions; Save Draft makes one, the same text no second', async () => {
    await saveDraft(ines, { id: DRAFT_ID, version: 0, text: write('Low') })
    await saveDraft(ines, { id: DRAFT_ID, version: 1, text: write('Low water') })
    expect(await findHistory(ines, DRAFT_ID)).toBeUndefined()
    await saveRevision(ines, { id: DRAFT_ID, version: 2, text: write('Low water.') })
    await saveRevision(ines, { id: DRAFT_ID, version: 3, text: write('Low water.') })
    expect(await findHistory(ines, DRAFT_ID)).toMatchObject({
      title: 'Tides',
      liveHash: null,
      revisions: [{ number: 1, kind: 'saved', madeBy: ines.name, hash: null }],
    })
  })

  test('passes its revisions to the article that it becomes', async () => {
    await saveRevision(ines, { id: DRAFT_ID, version: 0, text: write('Low water.') })
    const id = await publish({ draftId: DRAFT_ID, content: 'High water.' })
    expect(await findHistory(ines, DRAFT_ID)).toBeUndefined()
    const history = await findHistory(ines, id)
    expect(history?.revisions).toMatchObject([
      { number: 2, kind: 'published', hash: history?.liveHash },
      { number: 1, kind: 'saved' },
    ])
    expect(history?.revisions[0]?.changed).toContain('content')
  })

  test('has no revisions after it is discarded', async () => {
    await saveRevision(ines, { id: DRAFT_ID, version: 0, text: write('Low water.') })
    await discardDraft(ines, DRAFT_ID)
    expect(await db.selectFrom('revisions').select('id').execute()).toEqual([])
  })

  test('of a published article keeps all published revisions and the newest saved ones', async () => {
    const id = await publish()
    await edit(id, { content: 'Two.' })
    const article = await findEditable(ines, id)
    if (!article) throw new Error('There is no such article.')
    const base = { version: article.version, text: toDraftText(article.typed) }
    for (let version = 0; version < env.REVISIONS_KEPT + 2; version += 1)
      await saveRevision(ines, { id, version, text: { ...base.text, content: `Text ${version}` }, base })
    const revisions = await listRevisions(id)
    expect(revisions).toHaveLength(env.REVISIONS_KEPT + 2)
    expect(revisions?.filter(({ kind }) => kind === 'published').map(({ number }) => number)).toEqual([2, 1])
    expect(revisions?.[0]?.number).toBe(env.REVISIONS_KEPT + 4)
  })

  test('that is an article no reader sees keeps the newest ones, too', async () => {
    const id = await publish({ siteIds: [MAIN_SITE_ID] })
    await unpublishArticle(ines, id)
    for (let round = 0; round < env.REVISIONS_KEPT + 2; round += 1)
      await edit(id, { content: `Text ${round}`, siteIds: [MAIN_SITE_ID] })
    const revisions = await listRevisions(id)
    expect(revisions?.map(({ number }) => number)).toEqual([
      ...Array.from({ length: env.REVISIONS_KEPT }, (_, index) => env.REVISIONS_KEPT + 3 - index),
      1,
    ])
    expect(await findComparison(ines, id, [key(2), key(1)])).toBeUndefined()
  })

  test.runIf(!isEmbedded)('and its article share their numbers, in any order of their saves', async () => {
    const id = await publish()
    const article = await findEditable(ines, id)
    if (!article) throw new Error('There is no such article.')
    const base = { version: article.version, text: toDraftText(article.typed) }
    await saveDraft(ines, { id, version: 0, text: { ...base.text, content: 'Mine.' }, base })
    await Promise.all([
      edit(id, { content: 'Two.' }),
      ...[1, 2, 3].map((version) =>
        saveRevision(ines, { id, version, text: { ...base.text, content: `Text ${version}` } }),
      ),
    ])
    const numbers = (await listRevisions(id))?.map(({ number }) => number) ?? []
    expect(numbers).toEqual(numbers.map((_, index) => numbers.length - index))
  })
})

describe('restoring a revision', () => {
  test('saves its text in the working copy as a new revision; readers see no difference', async () => {
    const id = await publish()
    await edit(id, { content: 'Two.' })
    expect(await restoreRevision(ines, id, key(1))).toBeUndefined()
    expect(await findDraft(ines, id)).toMatchObject({
      text: { content: 'One.', siteIds: [MAIN_SITE_ID, harbour] },
    })
    expect((await findArticle(MAIN_SITE_ID, 'tides'))?.article.contentHtml).toContain('Two.')
    expect((await findHistory(ines, id))?.revisions[0]).toMatchObject({
      number: 3,
      kind: 'saved',
      restoredFrom: 1,
      changed: ['content'],
    })
    expect(await restoreRevision(ines, id, key(2))).toBeUndefined()
    expect(await findDraft(ines, id)).toMatchObject({ text: { content: 'Two.' } })
  })

  test('keeps the text that it replaces as a revision, so that it can be undone', async () => {
    const id = await publish()
    const article = await findEditable(ines, id)
    if (!article) throw new Error('There is no such article.')
    const base = { version: article.version, text: toDraftText(article.typed) }
    await saveDraft(ines, {
      id,
      version: 0,
      text: { ...base.text, content: 'Typed, and saved by itself.' },
      base,
    })
    expect(await listRevisions(id)).toHaveLength(1)
    expect(await restoreRevision(ines, id, key(1))).toBeUndefined()
    expect(await findHistory(ines, id)).toMatchObject({
      revisions: [
        { number: 3, restoredFrom: 1 },
        { number: 2, kind: 'saved', restoredFrom: null },
        { number: 1 },
      ],
    })
    expect(await restoreRevision(ines, id, key(2))).toBeUndefined()
    expect(await findDraft(ines, id)).toMatchObject({ text: { content: 'Typed, and saved by itself.' } })
  })

  test('that does not exist changes nothing', async () => {
    const id = await publish()
    expect(await restoreRevision(ines, id, key(9))).toEqual({ reason: 'gone' })
    expect(await findDraft(ines, id)).toBeUndefined()
  })
})
