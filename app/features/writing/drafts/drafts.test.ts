import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { emptyStore, makeArticle, makeOperator, makeDraft } from '../../../../tests/support/fixtures.ts'
import { useQueue } from '../../../../tests/support/queue.ts'
import { byTier } from '../../../../tests/support/tier.ts'
import { db } from '../../../platform/store/database.server.ts'
import { env } from '../../../platform/env.server.ts'
import { writeAs } from '../../../platform/own-rows.server.ts'
import type { Operator } from '../../accounts/accounts.ts'
import { publishArticle, replaceContent } from '../publish/commands.server.ts'
import { editArticle } from '../publish/edit-article.server.ts'
import { readBoard } from '../../../../tests/support/board.ts'
import { findEditable } from '../publish/queries.server.ts'
import { discardDraft, saveDraft, saveRevision } from './commands.server.ts'
import { DraftSaver } from './draft-saver.ts'
import type { SaverState, SendAnswer } from './saver-parts.ts'
import { DRAFTS_LIMIT, type DraftText, mapTexts, toDraftText } from './drafts.ts'
import { findDraft, listBegun } from './queries.server.ts'
import { renderText } from '../../articles/commands.server.ts'
import { findHistory } from '../../articles/revisions/queries.server.ts'

useQueue()
beforeEach(emptyStore)

const ID = '01a1fd26-8c97-77b6-8309-db0e57169c42'
const blank: DraftText = { ...mapTexts(() => ''), siteIds: [], generateVariations: false }
const write = (content: string): DraftText => ({ ...blank, title: 'Tides', content })

const listOrders = () => db.selectFrom('deliveries').select(['siteId', 'orders']).execute()
const listDrops = () => db.selectFrom('pageDrops').select('id').execute()

describe('a draft on the server', () => {
  test('is saved as it was typed, and every save is a version', async () => {
    const ines = await makeOperator()
    const text = { ...write('Low *water*.\n\n  '), tags: 'a,, b', canonicalUrl: 'not an address' }
    expect(await saveDraft(ines, { id: ID, version: 0, text: write('Low') })).toEqual({
      ok: true,
      version: 1,
    })
    expect(await saveDraft(ines, { id: ID, version: 1, text })).toEqual({ ok: true, version: 2 })
    expect(await findDraft(ines, ID)).toMatchObject({ version: 2, text, base: null })
  })

  test('is not overwritten by a save of an older version, which gets the newer text', async () => {
    const ines = await makeOperator()
    await saveDraft(ines, { id: ID, version: 0, text: write('One') })
    await saveDraft(ines, { id: ID, version: 1, text: write('Two') })
    const refused = { ok: false, reason: 'changed-meanwhile', saved: { version: 2, text: write('Two') } }
    expect(await saveDraft(ines, { id: ID, version: 1, text: write('Three') })).toEqual(refused)
    expect(await saveDraft(ines, { id: ID, version: 0, text: write('Three') })).toEqual(refused)
  })

  test('of one account is neither read nor written by another', async () => {
    const [ines, ola] = [await makeOperator(), await makeOperator()]
    await saveDraft(ines, { id: ID, version: 0, text: write('Hers') })
    expect(await findDraft(ola, ID)).toBeUndefined()
    expect(await listBegun(ola, 10)).toEqual([])
    for (const version of [0, 1])
      expect(await saveDraft(ola, { id: ID, version, text: write('Mine') })).toEqual({
        ok: false,
        reason: 'gone',
      })
    await discardDraft(ola, ID)
    expect(await findDraft(ines, ID)).toMatchObject({ version: 1, text: write('Hers') })
  })

  test('is not discarded in a newer version than the named one, which is then a revision', async () => {
    const ines = await makeOperator()
    await saveDraft(ines, { id: ID, version: 0, text: write('One') })
    await saveDraft(ines, { id: ID, version: 1, text: write('Two') })
    expect(await discardDraft(ines, ID, 1)).toBe(false)
    expect(await findDraft(ines, ID)).toMatchObject({ version: 2, text: write('Two') })
    expect((await findHistory(ines, ID))?.revisions).toMatchObject([{ number: 1, kind: 'saved' }])
    expect(await discardDraft(ines, ID, 2)).toBe(true)
    expect([await findDraft(ines, ID), await findHistory(ines, ID)]).toEqual([undefined, undefined])
  })

  test('drops no page, orders no delivery and tells no search engine', async () => {
    const ines = await makeOperator()
    const { id } = await makeArticle({ userId: ines.id })
    const before = [await listDrops(), await listOrders()]
    await saveDraft(ines, { id, version: 0, text: write('Secret') })
    expect([await listDrops(), await listOrders()]).toEqual(before)
    expect(await db.selectFrom('pageChanges').selectAll().execute()).toEqual([])
  })

  test('ends when it is published, and is not restored by a late save', async () => {
    const ines = await makeOperator()
    await saveDraft(ines, { id: ID, version: 0, text: write('Low') })
    const draft = makeDraft({ draftId: ID, draftVersion: 1 })
    expect((await publishArticle(ines, draft)).ok).toBe(true)
    for (const version of [0, 1])
      expect(await saveDraft(ines, { id: ID, version, text: write('Late') })).toEqual({
        ok: false,
        reason: 'gone',
      })
    expect(await listBegun(ines, 10)).toEqual([])
  })

  test('is not published from a form that is older than its last save', async () => {
    const ines = await makeOperator()
    for (const version of [0, 1]) await saveDraft(ines, { id: ID, version, text: write('Low') })
    const draft = makeDraft({ draftId: ID, draftVersion: 1 })
    expect(await publishArticle(ines, draft)).toEqual({ ok: false, reason: 'draft-changed' })
    expect((await publishArticle(ines, { ...draft, draftVersion: 2 })).ok).toBe(true)
  })

  test('of a published article is its working copy, until it is saved for readers', async () => {
    const ines = await makeOperator()
    const { id } = await makeArticle({ userId: ines.id, title: 'Old' })
    const article = await findEditable(ines, id)
    if (!article) throw new Error('The article is gone.')
    const base = { version: article.version, text: toDraftText(article.typed) }
    const text = { ...base.text, title: 'New' }
    expect(await saveDraft(ines, { id, version: 0, text, base })).toEqual({ ok: true, version: 1 })
    expect(await findDraft(ines, id)).toMatchObject({ base, text })
    expect((await readBoard(ines)).rows).toMatchObject([{ id, title: 'Old', hasChanges: true }])
    const edit = {
      ...makeDraft({ title: 'New' }),
      articleId: id,
      slug: 'old',
      version: article.version,
      isPublished: true,
    }
    expect(await editArticle(ines, { ...edit, draftVersion: 7 })).toEqual({
      ok: false,
      reason: 'draft-changed',
    })
    expect((await editArticle(ines, { ...edit, draftVersion: 1 })).ok).toBe(true)
    expect(await findDraft(ines, id)).toBeUndefined()
    expect(await saveDraft(ines, { id, version: 0, text, base })).toEqual({ ok: false, reason: 'gone' })
  })

  test('that was never published stands in the list of articles', async () => {
    const ines = await makeOperator()
    await makeArticle({ userId: ines.id, title: 'Published' })
    await saveDraft(ines, { id: ID, version: 0, text: write('Low') })
    const { rows, total } = await readBoard(ines)
    expect(total).toBe(2)
    expect(rows[0]).toMatchObject({ id: ID, title: 'Tides', state: 'begun', url: null, dots: {} })
  })

  test('is one of 1,000 at most', async () => {
    const ines = await makeOperator()
    const rows = Array.from({ length: DRAFTS_LIMIT }, (_, n) => ({
      id: `01a1fd26-8c97-77b6-8309-${String(n).padStart(12, '0')}`,
      userId: ines.id,
      writtenBy: ines.id,
      version: 1,
      text: JSON.stringify(blank),
    }))
    await db.insertInto('drafts').values(rows).execute()
    const refused = { ok: false, reason: 'too-many-drafts' }
    expect(await saveDraft(ines, { id: ID, version: 0, text: write('One more') })).toEqual(refused)
  })
})

/** A form with a saver in a tab. Its connection may fail, or lose the answers of the server. */
class Tab {
  id = ID
  text: DraftText
  state: SaverState | undefined
  conflicts = 0
  line: 'up' | 'down' | 'loses-answers' = 'up'
  readonly saver: DraftSaver

  constructor(
    operator: Operator,
    start: { version: number; text: DraftText },
    article?: { version: string; text: DraftText },
  ) {
    this.text = start.text
    this.saver = new DraftSaver(
      {
        read: () => this.text,
        write: (text) => (this.text = text),
        send: async ({ isRevision, ...save }): Promise<SendAnswer> => {
          const store = isRevision ? saveRevision : saveDraft
          const answer = this.line === 'down' ? undefined : await store(operator, { id: this.id, ...save })
          return answer && this.line === 'up' ? answer : { ok: false, reason: 'unreachable' }
        },
        keep: () => true,
        forget: () => {},
        onState: (state) => (this.state = state),
      },
      start,
      article,
    )
  }

  async save(): Promise<void> {
    await this.saver.save()
    while (this.state?.status === 'conflict') {
      this.conflicts += 1
      this.saver.choose(() => 'both')
      await this.saver.save()
    }
  }
}

const LINES = ['up', 'up', 'up', 'down', 'loses-answers'] as const

test('a save whose answer was lost is no conflict with the text that was typed since', async () => {
  const ines = await makeOperator()
  const tab = new Tab(ines, { version: 0, text: blank })
  tab.line = 'loses-answers'
  tab.text = write('Low')
  await tab.save()
  tab.line = 'up'
  tab.text = write('Low water')
  await tab.save()
  await tab.save()
  void tab.saver.pause()
  expect(tab.conflicts).toBe(0)
  expect(await findDraft(ines, ID)).toMatchObject({ version: 2, text: write('Low water') })
})

test('a text that was saved after a backup is compared with the older one when that is restored', async () => {
  const ines = await makeOperator()
  const tab = new Tab(ines, { version: 0, text: blank })
  for (const content of ['One.', 'One.\n\nTwo.', 'One.\n\nTwo.\n\nThree.']) {
    tab.text = write(content)
    await tab.save()
  }
  await db
    .updateTable('drafts')
    .set({ version: 1, text: JSON.stringify(write('One.')) })
    .execute()
  tab.text = write('One.\n\nTwo.\n\nThree.\n\nFour.')
  await tab.saver.save()
  expect(tab.text).toEqual(write('One.\n\nTwo.\n\nThree.\n\nFour.'))
  expect(tab.state?.status).toBe('conflict')
  tab.saver.choose(() => 'mine')
  await tab.saver.save()
  void tab.saver.pause()
  expect(await findDraft(ines, ID)).toMatchObject({ version: 2, text: tab.text })
  expect(tab.text).toEqual(write('One.\n\nTwo.\n\nThree.\n\nFour.'))
})

const countRevisions = async (operator: Operator) => (await findHistory(operator, ID))?.revisions.length ?? 0

describe('Save Draft', () => {
  test('makes a revision of a text that was saved automatically, and of one that was just typed', async () => {
    const ines = await makeOperator()
    const tab = new Tab(ines, { version: 0, text: blank })
    tab.text = write('Low')
    await tab.save()
    expect(await countRevisions(ines)).toBe(0)
    await tab.saver.saveRevision()
    expect(await countRevisions(ines)).toBe(1)
    tab.text = write('Low water')
    await tab.saver.saveRevision()
    tab.text = write('Low water again')
    await tab.save()
    void tab.saver.pause()
    expect(await countRevisions(ines)).toBe(2)
    expect(await findDraft(ines, ID)).toMatchObject({ text: write('Low water again') })
  })

  test('makes the revision later, if the server cannot be reached', async () => {
    const ines = await makeOperator()
    const tab = new Tab(ines, { version: 0, text: blank })
    tab.line = 'down'
    tab.text = write('Low')
    await tab.saver.saveRevision()
    expect(tab.state).toMatchObject({ status: 'unreachable', isKept: true })
    tab.line = 'up'
    await tab.save()
    void tab.saver.pause()
    expect(tab.state).toMatchObject({ status: 'saved', isRevision: true })
    expect(await countRevisions(ines)).toBe(1)
  })

  test('makes no draft of an empty form, and no working copy of an article as it is', async () => {
    const ines = await makeOperator()
    const forms = [
      new Tab(ines, { version: 0, text: blank }),
      new Tab(ines, { version: 0, text: write('Low') }, { version: '1', text: write('Low') }),
    ]
    for (const { saver } of forms) {
      await saver.saveRevision()
      void saver.pause()
    }
    expect(await findDraft(ines, ID)).toBeUndefined()
    expect(forms.map(({ state }) => state?.isRevision)).toEqual([undefined, true])
  })
})

describe('what a conflict leaves out', () => {
  test.for(['mine', 'theirs'] as const)('is a revision, if the writer chooses %s', async (choice) => {
    const ines = await makeOperator()
    const start = { version: 1, text: write('One.') }
    await saveDraft(ines, { id: ID, version: 0, text: start.text })
    const [tab, other] = [new Tab(ines, start), new Tab(ines, start)]
    other.text = write('Theirs.')
    await other.save()
    tab.text = write('Mine.')
    await tab.saver.save()
    expect(tab.state?.conflicts).toEqual([{ name: 'content', mine: 'Mine.', theirs: 'Theirs.' }])
    tab.saver.choose(() => choice)
    await tab.saver.save()
    for (const { saver } of [tab, other]) void saver.pause()
    const chosen = choice === 'mine' ? 'Mine.' : 'Theirs.'
    expect(await findDraft(ines, ID)).toMatchObject({ version: 3, text: write(chosen) })
    expect(await listKeptTexts(ines)).toEqual(['Theirs.', 'Mine.'])
  })

  test('is no revision if both texts stay', async () => {
    const ines = await makeOperator()
    const start = { version: 1, text: write('One.') }
    await saveDraft(ines, { id: ID, version: 0, text: start.text })
    const [tab, other] = [new Tab(ines, start), new Tab(ines, start)]
    other.text = write('Theirs.')
    await other.save()
    tab.text = write('Mine.')
    await tab.save() // both
    for (const { saver } of [tab, other]) void saver.pause()
    expect(await findDraft(ines, ID)).toMatchObject({ text: write('Mine.\nTheirs.') })
    expect(await listKeptTexts(ines)).toEqual([])
  })

  test('is a revision also if the form has no script, and if the draft is published', async () => {
    const ines = await makeOperator()
    for (const [version, content] of ['One.', 'Theirs.'].entries())
      await saveDraft(ines, { id: ID, version, text: write(content) })
    expect(await saveRevision(ines, { id: ID, version: 1, text: write('Mine.') })).toMatchObject({
      reason: 'changed-meanwhile',
    })
    expect((await saveRevision(ines, { id: ID, version: 2, text: write('Mine.') })).ok).toBe(true)
    await saveDraft(ines, { id: ID, version: 3, text: write('Theirs, later.') })
    const draft = makeDraft({ draftId: ID, draftVersion: 3, content: 'Mine, later.' })
    expect(await publishArticle(ines, draft)).toEqual({ ok: false, reason: 'draft-changed' })
    expect(await listKeptTexts(ines)).toEqual(['Theirs.', 'Mine.', 'Theirs, later.'])
  })
})

/** Lists the texts of the revisions of the draft, the oldest first. */
async function listKeptTexts(operator: Operator): Promise<string[]> {
  const rows = await db
    .selectFrom('revisions')
    .select(sql<string>`text->>'content'`.as('content'))
    .where('userId', '=', operator.id)
    .orderBy('number')
    .execute()
  return rows.map(({ content }) => content)
}

describe('a draft of an account that saves very often', () => {
  beforeEach(() => Object.assign(env, { RATE_LIMITS: 'on' }))
  afterEach(() => Object.assign(env, { RATE_LIMITS: 'off' }))

  test('saves itself once a second; another account and Save Draft are not affected', async () => {
    const [ines, ola] = [await makeOperator(), await makeOperator()]
    for (let version = 0; version < 10; version += 1)
      expect(await saveDraft(ines, { id: ID, version, text: write(`${version}`) })).toMatchObject({
        ok: true,
      })
    const refused = await saveDraft(ines, { id: ID, version: 10, text: write('One more') })
    expect(refused).toEqual({ ok: false, reason: 'too-many-saves', waitS: expect.any(Number) })
    expect(!refused.ok && refused.waitS).toBeLessThanOrEqual(10)
    expect(await findDraft(ines, ID)).toMatchObject({ version: 10, text: write('9') })
    expect((await saveRevision(ines, { id: ID, version: 10, text: write('Kept') })).ok).toBe(true)
    const other = '01a1fd26-8c97-77b6-8309-db0e57169c43'
    expect((await saveDraft(ola, { id: other, version: 0, text: write('Hers') })).ok).toBe(true)
  })
})

describe('two tabs', () => {
  test('lose no text, in any order of their saves', async () => {
    const ines = await makeOperator()
    const lines = Array.from({ length: 20 }, (_, n) => `Line ${n}.\n`).join('')
    const start = { version: 1, text: write(lines) }
    await saveDraft(ines, { id: ID, version: 0, text: start.text })
    const tabs = [new Tab(ines, start), new Tab(ines, start)]
    const words: string[] = []
    const random = makeRandom(7)
    for (let round = 0; round < byTier(60, 1000); round += 1) {
      const tab = tabs[random(2)] as Tab
      const word = `word${round}`
      words.push(word)
      tab.text = { ...tab.text, content: insertWord(tab.text.content, word, random) }
      tab.line = LINES[random(LINES.length)] ?? 'up'
      if (random(3) > 0) await tab.save()
    }
    for (const tab of [...tabs, ...tabs]) {
      tab.line = 'up'
      await tab.save()
    }
    const saved = await findDraft(ines, ID)
    for (const { saver } of tabs) {
      if (saved) saver.receive(saved) // a tab asks for it when the user returns to it
      void saver.pause()
    }
    const missing = words.filter((word) => !new RegExp(`\\b${word}\\b`).test(saved?.text.content ?? ''))
    expect(missing).toEqual([])
    expect(tabs.map(({ text }) => text.content)).toEqual([saved?.text.content, saved?.text.content])
  })
})

function insertWord(content: string, word: string, random: (below: number) => number): string {
  const lines = content.split('\n')
  const at = random(lines.length)
  lines[at] = `${lines[at]} ${word}`.trim()
  return lines.join('\n')
}

/** Returns a generator of the same numbers for the same seed: integers from 0 to below a limit. */
function makeRandom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const readArticle = async (operator: Operator, id: string) => {
  const article = await findEditable(operator, id)
  if (!article) throw new Error('The article is gone.')
  return { version: article.version, text: toDraftText(article.typed) }
}

describe('a working copy', () => {
  test('is merged with what the fixer or an import changed in its article in the meantime', async () => {
    const ines = await makeOperator()
    const { id } = await makeArticle({ userId: ines.id, title: 'Tides', content: 'One.\n\nTwo.\n\nThree.' })
    const before = await readArticle(ines, id)
    const text = { ...before.text, content: 'One!\n\nTwo.\n\nThree.' }
    await saveDraft(ines, { id, version: 0, text, base: before })
    const content = 'One.\n\nTwo.\n\n[Three](https://a.example/).'
    const rendered = await renderText({ content, canonicalUrl: null, lang: null }, ines.id)
    const { updatedAt } = await db
      .selectFrom('blogPosts')
      .select('updatedAt')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    await writeAs(ines, (trx) =>
      replaceContent(trx, ines, { articleId: id, version: updatedAt.toISOString(), content, rendered }),
    )
    expect(await findDraft(ines, id)).toMatchObject({ version: 1, text, base: before })
    const edit = {
      ...makeDraft({
        ...text,
        title: 'Tides',
        tags: [],
        keywords: [],
        canonicalUrl: null,
        cover: null,
        lang: null,
        metaDescription: null,
      }),
      articleId: id,
      slug: 'tides',
      isPublished: true,
    }
    expect(await editArticle(ines, { ...edit, version: before.version, draftVersion: 1 })).toEqual({
      ok: false,
      reason: 'changed-meanwhile',
    })
    const after = await readArticle(ines, id)
    const tab = new Tab(ines, { version: 1, text }, before)
    tab.id = id
    tab.saver.receiveArticle(after, before.text)
    await tab.save()
    void tab.saver.pause()
    const both = 'One!\n\nTwo.\n\n[Three](https://a.example/).'
    expect(await findDraft(ines, id)).toMatchObject({ version: 2, text: { content: both }, base: after })
  })
})

test('a form is not sent while its save merges what it does not show yet', async () => {
  const ines = await makeOperator()
  const start = { version: 1, text: write('One.\n\nTwo.\n\nThree.') }
  await saveDraft(ines, { id: ID, version: 0, text: start.text })
  const [tab, other] = [new Tab(ines, start), new Tab(ines, start)]
  other.text = write('One.\n\nTwo.\n\nThree!')
  await other.save()
  tab.text = write('One!\n\nTwo.\n\nThree.')
  const saving = tab.saver.save()
  expect(tab.saver.pause()).toBeDefined()
  expect(await tab.saver.settle()).toBe(false)
  await saving
  expect(tab.text).toEqual(write('One!\n\nTwo.\n\nThree!'))
  await tab.save()
  expect(await tab.saver.settle()).toBe(true)
  for (const { saver } of [tab, other]) void saver.pause()
})
