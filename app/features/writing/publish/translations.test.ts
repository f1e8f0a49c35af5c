import { v7 as uuidv7 } from 'uuid'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  emptyStore,
  makeArticle,
  makeDraft,
  makeOperator,
  makeSite,
  MAIN_SITE_ID,
} from '../../../../tests/support/fixtures.ts'
import { unpublishArticle } from '../../../../tests/support/board.ts'
import { useQueue } from '../../../../tests/support/queue.ts'
import { db } from '../../../platform/store/database.server.ts'
import type { Operator } from '../../accounts/accounts.ts'
import { findArticle } from '../../articles/queries.server.ts'
import { saveDraft } from '../drafts/commands.server.ts'
import { NO_TEXT } from '../drafts/drafts.ts'
import { findEditForm } from '../form/queries.server.ts'
import { makePlan } from '../schedule/commands.server.ts'
import type { ArticleEdit } from '../writing.ts'
import { publishArticle } from './commands.server.ts'
import { editArticle } from './edit-article.server.ts'
import { findEditable } from './queries.server.ts'

let operator: Operator

useQueue()
beforeEach(async () => {
  await emptyStore()
  operator = await makeOperator()
})

async function publish(title: string, more: Parameters<typeof makeDraft>[0] = {}): Promise<string> {
  const published = await publishArticle(operator, makeDraft({ title, ...more }))
  if (!published.ok) throw new Error(published.reason)
  return published.summary.articleId
}

async function edit(articleId: string, changes: Partial<ArticleEdit>, by = operator) {
  const found = await findEditable(operator, articleId)
  if (!found) throw new Error('There is no such article.')
  const { typed, version, slug } = found
  const text = makeDraft({ title: typed.title, lang: typed.lang || null })
  const translationOf = typed.translationOf || null
  return editArticle(by, { ...text, translationOf, version, slug, isPublished: false, articleId, ...changes })
}

const read = async (slug: string, siteId = MAIN_SITE_ID) => findArticle(siteId, slug)
const languages = async (slug: string, siteId = MAIN_SITE_ID) =>
  (await read(slug, siteId))?.translations.alternates.map(({ lang }) => lang)
const groupOf = async (id: string) =>
  (await db.selectFrom('blogPosts').select('translationOf').where('id', '=', id).executeTakeFirst())
    ?.translationOf

async function plan(translationOf: string) {
  const id = uuidv7()
  const text = {
    ...NO_TEXT,
    title: 'Gezeiten',
    content: 'Text.',
    author: 'Ines',
    lang: 'de',
    translationOf,
  }
  await saveDraft(operator, { id, version: 0, text })
  const dueAt = new Date(Date.now() + 3_600_000)
  return makePlan(operator, id, { kind: 'publish', dueAt, siteIds: [MAIN_SITE_ID], varies: false })
}

/** Returns the tags that were dropped since the last call. */
async function takeDrops(): Promise<string[]> {
  const rows = await db.deleteFrom('pageDrops').returning('tags').execute()
  return rows.flatMap(({ tags }) => tags)
}

describe('a translation', () => {
  test('names the other article by its title, its address or its id, and both pages name each other', async () => {
    const tides = await publish('Tides')
    const german = await publish('Gezeiten', { lang: 'de', translationOf: 'Tides' })
    const french = await publish('Marees', {
      lang: 'fr',
      translationOf: 'http://paper.example/article/gezeiten?a#b',
    })
    const spanish = await publish('Mareas', { lang: 'es', translationOf: tides.toUpperCase() })
    expect(await Promise.all([tides, german, french, spanish].map(groupOf))).toEqual([
      null,
      tides,
      tides,
      tides,
    ])
    for (const slug of ['tides', 'gezeiten', 'marees', 'mareas'])
      expect(await languages(slug)).toEqual(['en', 'de', 'fr', 'es', 'x-default'])
    const form = await findEditForm(operator, german)
    expect(form?.translations.map(({ title, language }) => [title, language])).toEqual([
      ['Tides', null],
      ['Marees', 'fr'],
      ['Mareas', 'es'],
    ])
  })

  test('of nothing, and of an article with translations, is refused, and the text is stored nowhere', async () => {
    const tides = await publish('Tides')
    const ebb = await publish('Ebb')
    await publish('Gezeiten', { lang: 'de', translationOf: tides })
    expect(await edit(tides, { translationOf: 'Nothing' })).toMatchObject({ reason: 'translation-unknown' })
    expect(await edit(tides, { translationOf: ebb })).toMatchObject({ reason: 'has-translations' })
    expect(await edit(tides, { translationOf: 'Gezeiten' })).toMatchObject({ ok: true }) // it is one group already
    expect(await groupOf(tides)).toBeNull()
    const draft = makeDraft({ title: 'Lost', translationOf: 'Nothing' })
    expect(await publishArticle(operator, draft)).toMatchObject({ reason: 'translation-unknown' })
    expect(await read('lost')).toBeUndefined()
  })

  test('is none across accounts, nor of an article that the person may not change', async () => {
    const stranger = await makeOperator()
    const foreign = await makeArticle({ title: 'Foreign', userId: stranger.id })
    const tides = await publish('Tides')
    expect(await edit(tides, { translationOf: foreign.id })).toMatchObject({ reason: 'translation-unknown' })
    // An import stores the group that its file names.
    await db
      .updateTable('blogPosts')
      .set({ translationOf: foreign.id, lang: 'de' })
      .where('id', '=', tides)
      .execute()
    await takeDrops()
    expect(await languages('foreign')).toEqual([])
    const theo = await makeOperator()
    await db
      .insertInto('members')
      .values({ accountId: operator.id, personId: theo.id, role: 'author', siteIds: null })
      .execute()
    const author = {
      ...theo,
      id: operator.id,
      member: { personId: theo.id, role: 'author' as const, siteIds: null },
    }
    const written = await publishArticle(author, makeDraft({ title: 'By Theo' }))
    if (!written.ok) throw new Error(written.reason)
    const { articleId } = written.summary
    const ebb = await publish('Ebb')
    expect(await edit(articleId, { translationOf: ebb }, author)).toMatchObject({
      reason: 'translation-unknown',
    })
    const third = await publish('Third')
    await edit(third, { translationOf: articleId, lang: 'fr' })
    const own = await publishArticle(author, makeDraft({ title: 'Also by Theo' }))
    // The author does not see the translation, and would take it out of its group.
    const chain = own.ok && (await edit(articleId, { translationOf: own.summary.articleId }, author))
    expect(chain).toMatchObject({ reason: 'has-translations' })
    await edit(third, { translationOf: null })
    expect(await edit(articleId, { translationOf: ebb })).toMatchObject({ ok: true })
    expect(await edit(articleId, { translationOf: ebb, lang: 'de' }, author)).toMatchObject({ ok: true })
  })

  test('is a state of the text: another one is a revision, and none ends it', async () => {
    const tides = await publish('Tides')
    const german = await publish('Gezeiten', { lang: 'de', translationOf: tides })
    await edit(german, { translationOf: null })
    expect(await languages('tides')).toEqual([])
    const [last] = await db
      .selectFrom('revisions')
      .select(['changed', 'number'])
      .where('articleId', '=', german)
      .orderBy('number', 'desc')
      .execute()
    expect(last).toEqual({ number: 2, changed: ['translationOf'] })
  })

  test('drops the pages of the others when one is renamed, gets another language, leaves or is deleted', async () => {
    const harbour = await makeSite('harbour.example')
    const tides = await publish('Tides', { siteIds: [MAIN_SITE_ID, harbour] })
    await takeDrops()
    const german = await publish('Gezeiten', { lang: 'de', translationOf: tides })
    const stale = [`translations:${tides}`, `translations-on:${MAIN_SITE_ID}`, `translations-on:${harbour}`]
    expect(await takeDrops()).toEqual(expect.arrayContaining(stale))
    expect((await read('tides'))?.group).toBe(tides)
    expect((await read('tides', harbour))?.group).toBe(tides)
    for (const change of [
      () => edit(german, { slug: 'ebbe' }),
      () => edit(german, { lang: 'de-AT' }),
      () => edit(tides, { slug: 'the-tides' }),
      () => edit(german, { translationOf: null }),
      () => edit(german, { translationOf: tides }),
      () => unpublishArticle(operator, german),
      () => db.deleteFrom('blogPosts').where('id', '=', german).execute(),
    ]) {
      await change()
      expect(await takeDrops(), change.toString()).toEqual(expect.arrayContaining(stale))
    }
    await edit(tides, { title: 'Alone' })
    expect(await takeDrops()).not.toContain(`translations:${tides}`)
  })

  test('stays one of the others when the first article is gone', async () => {
    const tides = await publish('Tides')
    await publish('Gezeiten', { lang: 'de', translationOf: tides })
    const french = await publish('Marees', { lang: 'fr', translationOf: tides })
    await db.deleteFrom('blogPosts').where('id', '=', tides).execute()
    expect(await languages('gezeiten')).toEqual(['de', 'fr'])
    expect(await edit(french, { title: 'Les marees' })).toMatchObject({ ok: true })
    await publish('Mareas', { lang: 'es', translationOf: french })
    expect(await languages('gezeiten')).toEqual(['de', 'fr', 'es'])
    await edit(french, { translationOf: null })
    expect(await edit(french, { translationOf: tides })).toMatchObject({ ok: true }) // as an undo does
    expect(await languages('gezeiten')).toEqual(['de', 'fr', 'es'])
  })

  test('is planned with its text, and a plan that names no article is refused', async () => {
    const tides = await publish('Tides')
    expect(await plan('Nothing')).toMatchObject({ reason: 'translation-unknown' })
    const planned = await plan('Tides')
    if (!planned.ok) throw new Error(planned.reason)
    expect(await groupOf(planned.articleId)).toBe(tides)
    expect(await languages('tides')).toEqual([]) // readers do not see it yet
  })
})
