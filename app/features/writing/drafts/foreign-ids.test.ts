import { v7 as uuidv7 } from 'uuid'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { emptyStore, makeArticle, makeDraft, makeOperator } from '../../../../tests/support/fixtures.ts'
import { useQueue } from '../../../../tests/support/queue.ts'
import { db } from '../../../platform/store/database.server.ts'
import type { Operator } from '../../accounts/accounts.ts'
import { publishArticle } from '../publish/commands.server.ts'
import { editArticle } from '../publish/edit-article.server.ts'
import { findEditable } from '../publish/queries.server.ts'
import { shareDraft } from '../sharing/commands.server.ts'
import { discardDraft, saveDraft, saveRevision } from './commands.server.ts'
import { type DraftText, mapTexts, toDraftText } from './drafts.ts'
import { findDraft } from './queries.server.ts'

useQueue()
beforeEach(emptyStore)

const blank: DraftText = { ...mapTexts(() => ''), siteIds: [], generateVariations: false }
const write = (content: string): DraftText => ({ ...blank, title: 'Tides', content })

async function findBase(operator: Operator, id: string) {
  const article = await findEditable(operator, id)
  if (!article) throw new Error('The article is gone.')
  return { version: article.version, text: toDraftText(article.typed) }
}

/** Makes a row of another account, and returns the id that a stranger takes. */
const ROWS: Record<string, (owner: Operator) => Promise<string>> = {
  'a published article': async (owner) => (await makeArticle({ userId: owner.id })).id,
  async 'a working copy'(owner) {
    const { id } = await makeArticle({ userId: owner.id })
    const base = await findBase(owner, id)
    await saveRevision(owner, { id, version: 0, text: write('Working'), base })
    return id
  },
  async 'a draft'(owner) {
    const id = uuidv7()
    await saveRevision(owner, { id, version: 0, text: write('Hers') })
    return id
  },
  async 'an article without readers'(owner) {
    const { id } = await makeArticle({ userId: owner.id })
    await db.updateTable('blogPosts').set({ publishedAt: null }).where('id', '=', id).execute()
    return id
  },
  async 'a run'(owner) {
    const runId = uuidv7()
    await publishArticle(owner, makeDraft(), { runId })
    return runId
  },
}

/** What a stranger does with such an id. Returns true if it was refused. */
const ACTS: Record<string, (stranger: Operator, id: string) => Promise<boolean>> = {
  'a save': async (stranger, id) => !(await saveDraft(stranger, { id, version: 0, text: write('Mine') })).ok,
  'a later save': async (stranger, id) =>
    !(await saveDraft(stranger, { id, version: 1, text: write('Mine') })).ok,
  'a save as a working copy': async (stranger, id) =>
    !(await saveDraft(stranger, { id, version: 0, text: write('Mine'), base: { version: '', text: blank } }))
      .ok,
  'a revision': async (stranger, id) =>
    !(await saveRevision(stranger, { id, version: 0, text: write('Mine'), leftOut: write('Left out') })).ok,
  'a publish of the draft': async (stranger, id) =>
    !(await publishArticle(stranger, makeDraft({ draftId: id }))).ok,
  'a publish with the run': async (stranger, id) =>
    !(await publishArticle(stranger, makeDraft(), { runId: id })).ok,
  async 'an edit with the run'(stranger, id) {
    const article = await makeArticle({ userId: stranger.id })
    const { version } = await findBase(stranger, article.id)
    const edit = { ...makeDraft(), articleId: article.id, slug: article.slug, version, isPublished: true }
    return !(await editArticle(stranger, edit, id)).ok
  },
  'a link': async (stranger, id) => (await shareDraft(stranger, id, { days: 7 }))?.reason === 'draft-gone',
  async 'a discard'(stranger, id) {
    await discardDraft(stranger, id)
    return true // it says nothing
  },
}

const takesText = (act: string) => !act.endsWith('the run')

const readRows = async ({ id }: Operator) =>
  Promise.all(
    (['drafts', 'blogPosts', 'revisions', 'runs', 'draftShares', 'pictureUses'] as const).map((table) =>
      db
        .selectFrom(table)
        .selectAll()
        .where('userId', '=', id)
        .orderBy(sql`1`)
        .execute(),
    ),
  )

describe.each(Object.keys(ROWS))('the id of %s of another account', (kind) => {
  test.each(Object.keys(ACTS).filter((act) => (kind === 'a run') !== takesText(act)))(
    'is refused to %s',
    async (act) => {
      const [owner, stranger] = [await makeOperator(), await makeOperator()]
      const id = (await ROWS[kind]?.(owner)) ?? ''
      const before = await readRows(owner)
      expect(await ACTS[act]?.(stranger, id)).toBe(true)
      expect(await readRows(owner)).toEqual(before)
      expect(await findDraft(stranger, id)).toBeUndefined()
      if (kind === 'a run') return
      const version = (await findDraft(owner, id))?.version ?? 0
      const base = kind.includes('article') ? await findBase(owner, id) : undefined
      const save = { id, version, text: write('Goes on'), ...(base && { base }) }
      expect(await saveRevision(owner, save)).toEqual({ ok: true, version: version + 1 })
    },
  )
})

test('two accounts that begin a draft with one id at the same moment both save it', async () => {
  const both = [await makeOperator(), await makeOperator()]
  const id = uuidv7()
  for (const operator of both) await plant(operator, id)
  for (const [at, operator] of both.entries()) {
    expect(await saveRevision(operator, { id, version: 1, text: write(`Text ${at}`) })).toMatchObject({
      ok: true,
    })
    expect(await findDraft(operator, id)).toMatchObject({ text: { content: `Text ${at}` } })
  }
  const picture = write('![Boat](/uploads/0190a5b0-0000-7000-8000-000000000000-10x10.webp)')
  for (const operator of both)
    expect(await saveDraft(operator, { id, version: 2, text: picture })).toMatchObject({ ok: true })
  const [first, second] = both as [Operator, Operator]
  await discardDraft(first, id)
  const counted = await readRows(second)
  expect(counted.map((rows) => rows.length)).toEqual([1, 0, 1, 0, 0, 1])
})

// As it could be stored before the key was the account's.
const plant = ({ id: userId }: Operator, id: string) =>
  db
    .insertInto('drafts')
    .values({ id, userId, writtenBy: userId, version: 1, text: JSON.stringify(write('Planted')) })
    .execute()

test('what was stored under the id of another account gets an id of its own, with its text', async () => {
  const [owner, stranger] = [await makeOperator(), await makeOperator()]
  const { id } = await makeArticle({ userId: owner.id })
  await plant(stranger, id)
  const base = await findBase(owner, id)
  expect(await saveRevision(owner, { id, version: 0, text: write('Mine'), base })).toMatchObject({ ok: true })
  await discardDraft(owner, id)
  await db.deleteFrom('revisions').execute()
  const revision = { articleId: id, userId: stranger.id, kind: 'saved', cause: 'save' } as const
  await db
    .insertInto('revisions')
    .values({ id: uuidv7(), number: 1, text: JSON.stringify(write('Planted')), changed: [], ...revision })
    .execute()
  await sql`select free_foreign_ids()`.execute(db)
  const [moved] = await db.selectFrom('drafts').select(['id', 'userId']).execute()
  expect(moved).toMatchObject({ userId: stranger.id })
  expect(moved?.id).not.toBe(id)
  expect(await findDraft(stranger, moved?.id ?? '')).toMatchObject({ text: write('Planted'), base: null })
  expect(await db.selectFrom('revisions').select(['articleId', 'userId']).execute()).toEqual([
    { articleId: moved?.id, userId: stranger.id },
  ])
  const save = { id, version: 0, text: write('Goes on'), base }
  expect(await saveRevision(owner, save)).toEqual({ ok: true, version: 1 })
})
