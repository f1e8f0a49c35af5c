// @store both
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { assert, beforeEach, describe, expect, test } from 'vitest'
import { emptyStore, MAIN_SITE_ID, makeDraft, makeOperator, makeSite } from './support/fixtures.ts'
import { useQueue } from './support/queue.ts'
import { writeAs } from '../app/platform/own-rows.server.ts'
import { db, type Transaction } from '../app/platform/store/database.server.ts'
import type { Role } from '../app/shared/rights.ts'
import type { Operator } from '../app/features/accounts/accounts.ts'
import { removeMember } from '../app/features/accounts/members/commands.server.ts'
import { findHistory } from '../app/features/articles/revisions/queries.server.ts'
import { addPage } from '../app/features/articles/placement/add-page.server.ts'
import { prepareImport } from '../app/features/moving-in/formats/commands.server.ts'
import { parseRecord } from '../app/features/moving-in/formats/formats.ts'
import { NO_FILTER } from '../app/features/newsroom/board/board.ts'
import { changeMany, undoChange } from '../app/features/newsroom/board/commands.server.ts'
import { listUndoable } from '../app/features/newsroom/board/list-undoable.server.ts'
import { findBoard } from '../app/features/newsroom/board/queries.server.ts'
import { undoRun } from '../app/features/newsroom/board/undo-run.server.ts'
import { findCredits } from '../app/features/writing/approval/queries.server.ts'
import { discardDraft, saveDraft, saveRevision } from '../app/features/writing/drafts/commands.server.ts'
import { NO_TEXT } from '../app/features/writing/drafts/drafts.ts'
import { findDraft } from '../app/features/writing/drafts/queries.server.ts'
import { publishArticle } from '../app/features/writing/publish/commands.server.ts'
import { editArticle } from '../app/features/writing/publish/edit-article.server.ts'
import { restorePublished } from '../app/features/writing/publish/restore-published.server.ts'
import { restoreRevision } from '../app/features/writing/publish/restore-revision.server.ts'
import { publishToSites } from '../app/features/writing/publish/publish-to-sites.server.ts'
import { findEditable } from '../app/features/writing/publish/queries.server.ts'
import { carryOutPlan } from '../app/features/writing/schedule/carry-out.server.ts'
import { undoMove } from '../app/features/writing/schedule/change-plan.server.ts'
import { makePlan } from '../app/features/writing/schedule/commands.server.ts'
import { listPlans } from '../app/features/writing/schedule/queries.server.ts'
import {
  decideReview,
  saveReviewRules,
  submitText,
  withdrawText,
} from '../app/features/writing/review/commands.server.ts'
import { findReviewedText } from '../app/features/writing/review/queries.server.ts'
import type { Decision } from '../app/features/writing/review/review.ts'

let ines: Operator
let carl: Operator
let edith: Operator
let arno: Operator

useQueue()
beforeEach(async () => {
  await emptyStore()
  await db.deleteFrom('reviewRules').execute()
  ines = await makeOperator('ines@example.com')
  carl = await join('carl', 'contributor')
  edith = await join('edith', 'editor')
  arno = await join('arno', 'author')
})

/** Lets somebody act for the account of Ines: for all of its sites, or for some. */
async function join(name: string, role: Role, siteIds: string[] | null = null): Promise<Operator> {
  const person = await makeOperator(`${name}@example.com`)
  await db.insertInto('members').values({ accountId: ines.id, personId: person.id, role, siteIds }).execute()
  return { ...person, id: ines.id, member: { personId: person.id, role, siteIds } }
}

const TEXT = {
  ...NO_TEXT,
  title: 'A quiet harbour',
  content: 'The tide.',
  author: 'Carl',
  siteIds: [MAIN_SITE_ID],
}

/** Saves a text as one person writes it. Returns the id of the draft. */
async function write(
  operator: Operator,
  { id = uuidv7(), content = TEXT.content, siteIds = TEXT.siteIds } = {},
): Promise<string> {
  const version = (await findDraft(operator, id))?.version ?? 0
  const text = { ...TEXT, content, siteIds }
  expect(await saveDraft(operator, { id, version, text })).toMatchObject({ ok: true })
  return id
}

/** Imports a text as a draft. Returns the id of its article. */
async function importText(operator: Operator): Promise<string> {
  const parsed = parseRecord({ source: 'blog', path: uuidv7(), title: TEXT.title, content: TEXT.content })
  assert(parsed.ok)
  const target = { siteId: MAIN_SITE_ID, ownerId: operator.id, author: TEXT.author, asDrafts: true }
  const [imported] = await writeAs(operator, await prepareImport(target, [parsed.record]))
  assert(imported)
  return imported.articleId
}

async function decide(operator: Operator, id: string, decision: Partial<Decision> = {}) {
  const { planned } = decision
  const seen = (await findReviewedText(operator, { id, planned }))?.seen ?? ''
  return decideReview(operator, id, { kind: 'approve', seen, message: 'Shorter.', planned, ...decision })
}

/** Publishes the draft as its form has it. */
async function publish(
  operator: Operator,
  draftId: string,
  { content, siteIds }: Pick<typeof TEXT, 'content' | 'siteIds'> = TEXT,
) {
  const draft = makeDraft({ draftId, title: TEXT.title, content, author: 'Carl', tags: [], siteIds })
  const draftVersion = (await findDraft(operator, draftId))?.version ?? 0
  const published = await publishArticle(operator, { ...draft, draftVersion })
  return published.ok ? published.summary.articleId : published.reason
}

const findPeople = async (id: string) => {
  const [newest] = (await findHistory(ines, id))?.revisions ?? []
  return [newest?.kind, newest?.madeBy, newest?.writtenBy, newest?.approvedBy]
}
const listForMe = async (operator: Operator) =>
  (await findBoard(operator, { ...NO_FILTER, state: 'for-me' })).rows.map(({ id, review }) => [id, review])
const needPairs = () => saveReviewRules(ines, { pairs: [MAIN_SITE_ID], models: [] })

describe('a review', () => {
  test('goes from the writer to the reviewer and back, and ends with the publish and two names', async () => {
    const id = await write(carl)
    expect(await submitText(carl, id)).toBeUndefined()
    expect([await listForMe(edith), await listForMe(carl)]).toEqual([[[id, 'waiting']], []])
    expect(await decide(edith, id, { kind: 'changes', message: ' ' })).toMatchObject({
      reason: 'message-missing',
    })
    expect(await decide(edith, id, { kind: 'changes' })).toBeUndefined()
    expect([await listForMe(edith), await listForMe(carl)]).toEqual([[], [[id, 'changes']]])
    await write(carl, { id, content: 'The tide turned.' })
    await submitText(carl, id)
    const reviewed = await findReviewedText(edith, { id })
    expect(reviewed?.comparison?.from.text.content).toBe('The tide.')
    expect(await decide(edith, id)).toBeUndefined()
    const articleId = await publish(edith, id, { ...TEXT, content: 'The tide turned.' })
    expect(await findPeople(articleId)).toEqual(['published', 'edith', 'carl', 'edith'])
    expect(await db.selectFrom('reviews').selectAll().execute()).toEqual([])
  })

  test('is refused for what nobody may decide: an own text, another one than was seen, without the right', async () => {
    const id = await write(edith)
    await submitText(edith, id)
    expect(await decide(edith, id)).toMatchObject({ reason: 'own-text' })
    const seen = (await findReviewedText(ines, { id }))?.seen ?? ''
    await write(edith, { id, content: 'Another text.' })
    expect(await decide(ines, id, { seen })).toMatchObject({ reason: 'changed-meanwhile' })
    await expect(decide(arno, await write(arno), { seen: '' })).rejects.toMatchObject({
      data: { isAllowed: false },
    })
    await expect(publishArticle(carl, makeDraft({ draftId: id }))).rejects.toMatchObject({
      data: { isAllowed: false },
    })
  })

  test('is decided once by two reviewers at the same moment', async () => {
    const id = await write(carl)
    await submitText(carl, id)
    const seen = (await findReviewedText(edith, { id }))?.seen ?? ''
    const decided = await Promise.all([
      decide(edith, id, { seen }),
      decide(ines, id, { kind: 'changes', seen }),
    ])
    expect(decided.filter((refused) => refused === undefined)).toHaveLength(1)
  })

  test('is taken back by its writer, and ends with a discarded draft', async () => {
    const id = await write(carl)
    await submitText(carl, id)
    expect(await withdrawText(carl, id)).toBeUndefined()
    await submitText(carl, id)
    await discardDraft(carl, id)
    expect(await db.selectFrom('reviews').selectAll().execute()).toEqual([])
  })

  test('goes on if its writer is removed', async () => {
    const id = await write(carl)
    await submitText(carl, id)
    await removeMember(ines, carl.member?.personId ?? '')
    expect(await listForMe(edith)).toEqual([[id, 'waiting']])
    expect((await findReviewedText(edith, { id }))?.review?.submittedBy).toBe('carl')
    expect(await decide(edith, id)).toBeUndefined()
  })
})

describe('a site that asks for a second pair of eyes', () => {
  test('refuses a text that only its writer has seen, from each door, and keeps the draft', async () => {
    const before = await publish(ines, await write(ines))
    await changeMany(ines, [before], { kind: 'unpublish' })
    await needPairs()
    const id = await write(arno)
    expect(await publish(arno, id)).toBe('review-needed')
    expect(await publish(ines, await write(ines))).toBe('review-needed')
    expect((await findDraft(arno, id))?.text.content).toBe('The tide.')
    const again = await changeMany(ines, [before], { kind: 'publish' })
    expect(again).toMatchObject({ counts: { refused: 1 } })
    const article = await findEditable(ines, before)
    const form = {
      ...makeDraft(),
      articleId: before,
      slug: 'x',
      version: article?.version ?? '',
      isPublished: true,
    }
    expect(await editArticle(ines, form)).toMatchObject({ reason: 'review-needed' })
  })

  test('refuses it on a further site, too', async () => {
    const id = await publish(ines, await write(ines))
    await needPairs()
    const sent = await publishToSites(ines, { articleId: id, siteIds: [MAIN_SITE_ID] }, { waits: false })
    expect(sent).toMatchObject({ reason: 'review-needed' })
  })

  test('takes no own text from its writer because another person changed a tag', async () => {
    const id = await publish(edith, await write(edith))
    await changeMany(ines, [id], { kind: 'add-tag', tag: 'sea' })
    await needPairs()
    const further = { articleId: id, siteIds: [MAIN_SITE_ID] }
    expect(await publishToSites(edith, further, { waits: false })).toMatchObject({ reason: 'review-needed' })
    expect(await publishToSites(ines, further, { waits: false })).toMatchObject({ ok: true })
  })

  test('takes no imported text from the person who imported it, but from another reviewer', async () => {
    await needPairs()
    const [submitted, tagged, unchanged] = [
      await importText(edith),
      await importText(edith),
      await importText(edith),
    ]
    expect(await submitText(edith, submitted)).toBeUndefined()
    expect(await decide(edith, submitted)).toMatchObject({ reason: 'own-text' })
    expect(await decide(ines, submitted)).toBeUndefined()
    await changeMany(edith, [tagged], { kind: 'add-tag', tag: 'sea' })
    for (const id of [tagged, unchanged]) {
      expect(await changeMany(edith, [id], { kind: 'publish' })).toMatchObject({ counts: { refused: 1 } })
      expect(await changeMany(ines, [id], { kind: 'publish' })).toMatchObject({ counts: { changed: 1 } })
    }
  })

  test('takes an approved text from its writer, and no other text after that', async () => {
    await needPairs()
    const id = await write(arno)
    await submitText(arno, id)
    await decide(edith, id)
    expect(await listForMe(arno)).toEqual([[id, 'approved']])
    expect(await publish(arno, id, { ...TEXT, content: 'Changed after the approval.' })).toBe('review-needed')
    await write(arno, { id, content: 'Changed after the approval.' })
    expect((await findReviewedText(edith, { id }))?.review?.isStale).toBe(true)
    expect([(await findDraft(arno, id))?.review, await listForMe(arno)]).toEqual(['stale', [[id, 'stale']]])
    expect(await publish(arno, id, { ...TEXT, content: 'Changed after the approval.' })).toBe('review-needed')
    await write(arno, { id })
    const articleId = await publish(arno, id)
    expect(await findPeople(articleId)).toEqual(['published', 'arno', null, 'edith'])
  })

  test('takes a text from its writer that was approved without being submitted, with its whole history', async () => {
    await needPairs()
    const id = await write(arno)
    await decide(edith, id)
    const articleId = await publish(arno, id)
    expect(await findPeople(articleId)).toEqual(['published', 'arno', null, 'edith'])
    expect((await findHistory(arno, articleId))?.revisions.map(({ madeBy }) => madeBy)).toEqual([
      'arno',
      'edith',
    ])
  })

  test('takes no text whose approval was taken back', async () => {
    await needPairs()
    const id = await write(arno)
    await decide(edith, id)
    await decide(edith, id, { kind: 'changes' })
    expect(await publish(arno, id)).toBe('review-needed')
  })

  test('takes the text of another person from a reviewer, but not as the text of a save without a change', async () => {
    await needPairs()
    const id = await write(edith)
    await write(ines, { id })
    expect(await publish(edith, id)).toBe('review-needed')
    expect(await publish(ines, id)).not.toBe('review-needed')
  })

  test('takes from a token of a reviewer what is approved, and nothing else', async () => {
    await needPairs()
    const limits = { rights: ['write' as const, 'publish' as const], siteIds: null }
    const standing = { personId: edith.member?.personId ?? '', role: 'editor' as const, siteIds: null }
    const program = { ...edith, member: { ...standing, limits } }
    const id = await write(arno)
    expect(await publish(program, id)).toBe('review-needed')
    await decide(ines, id)
    expect(await publish(program, id)).not.toBe('review-needed')
  })

  test('lets an undo show again what readers saw', async () => {
    const id = await publish(ines, await write(ines))
    await needPairs()
    const taken = await changeMany(ines, [id], { kind: 'delete' })
    const undone = await undoChange(ines, ('runId' in taken && taken.runId) || '')
    expect(undone).toMatchObject({ counts: { changed: 1 } })
    expect((await findEditable(ines, id))?.state).toBe('published')
  })

  test('asks the database nothing for the only person of an account', async () => {
    const noStore = new Proxy({} as Transaction, {
      get: () => {
        throw new Error('asked')
      },
    })
    const text = { ...NO_TEXT, title: 'T' }
    const saved = { text, writtenBy: ines.id }
    expect(await findCredits(noStore, ines, { id: uuidv7(), text, siteIds: [], saved })).toBeUndefined()
    await expect(
      findCredits(noStore, ines, { id: uuidv7(), text, siteIds: [MAIN_SITE_ID], saved }),
    ).rejects.toThrow('asked')
  })

  test('changes nothing for an account without it, and for the sites of others', async () => {
    await needPairs()
    const other = await makeOperator('other@example.com')
    const articleId = await publish(other, await write(other))
    expect((await findHistory(other, articleId))?.revisions[0]).toMatchObject({
      writtenBy: null,
      approvedBy: null,
    })
  })
})

const planSoon = async (operator: Operator, id: string, siteIds = [MAIN_SITE_ID]) => {
  const dueAt = new Date(Date.now() + 3_600_000)
  const wish = { kind: 'publish' as const, dueAt, siteIds, varies: false }
  const planned = await makePlan(operator, id, wish)
  if (!planned.ok) throw new Error(planned.reason)
  await db.updateTable('plans').set({ dueAt: new Date() }).where('id', '=', planned.planId).execute()
  return planned
}
const findFirst = async (articleId: string) => (await listPlans(ines, articleId, 'UTC'))[0]
const noLinks = () => Promise.resolve({ ok: false as const, reason: 'no' })

describe('a plan that waits for a review', () => {
  test('says so, publishes nothing unseen, and publishes when its text is approved', async () => {
    const id = await write(arno)
    await submitText(arno, id)
    const { articleId, planId } = await planSoon(arno, id)
    await needPairs() // while the plan is under way
    expect(await findFirst(articleId)).toMatchObject({ lacksApproval: true, result: null })
    await carryOutPlan(planId, noLinks)
    expect([(await findFirst(articleId))?.result, (await findEditable(ines, articleId))?.state]).toEqual([
      null,
      'draft',
    ])
    expect(await listForMe(edith)).toEqual([[articleId, 'waiting']])
    await decide(edith, articleId, { planned: (await findFirst(articleId))?.revision ?? 0 })
    expect(await findFirst(articleId)).toMatchObject({ lacksApproval: false })
    await carryOutPlan(planId, noLinks)
    expect((await findFirst(articleId))?.result).toBe('done')
    expect(await findPeople(articleId)).toEqual(['published', 'ines', 'arno', 'edith'])
    expect(await db.selectFrom('reviews').selectAll().execute()).toEqual([])
  })

  test('is carried out when the site asks for no review any more', async () => {
    await needPairs()
    const { articleId, planId } = await planSoon(ines, await write(ines))
    await carryOutPlan(planId, noLinks)
    await saveReviewRules(ines, { pairs: [], models: [] })
    await carryOutPlan(planId, noLinks)
    expect((await findFirst(articleId))?.result).toBe('done')
  })

  test('shows no newer text that nobody has approved on such a site', async () => {
    const pier = await makeSite('pier.example', 'Pier')
    const draftId = await write(arno)
    const draft = { ...makeDraft({ draftId, siteIds: [pier] }), draftVersion: 1 }
    const published = await publishArticle(arno, draft)
    const articleId = published.ok ? published.summary.articleId : ''
    await needPairs()
    const { planId } = await planSoon(arno, articleId)
    await db
      .insertInto('approvals')
      .columns(['revisionId', 'userId', 'approvedAt'])
      .expression((revisions) =>
        revisions
          .selectFrom('revisions')
          .select(['id', sql<string>`user_id`.as('userId'), sql<Date>`now()`.as('approvedAt')])
          .where('articleId', '=', articleId),
      )
      .execute()
    const { version = '', typed } = (await findEditable(arno, articleId)) ?? {}
    const form = { ...draft, articleId, slug: typed?.slug ?? '', version, isPublished: true }
    expect(await editArticle(arno, { ...form, content: 'Nobody saw this.' })).toMatchObject({ ok: true })
    await carryOutPlan(planId, noLinks)
    const wanted = db.selectFrom('deliveries').select('siteId').where('wantedHash', 'is not', null)
    expect(await wanted.where('articleId', '=', articleId).execute()).toEqual([{ siteId: pier }])
    expect((await findFirst(articleId))?.notes).toEqual(['newer-text', 'not-approved'])
  })

  test('needs no other approval than that of the reviewer who planned it', async () => {
    await needPairs()
    const { articleId } = await planSoon(edith, await write(carl))
    expect(await findFirst(articleId)).toMatchObject({ lacksApproval: false })
  })

  test('needs no other approval if an owner planned an approved text, or that of another person', async () => {
    const ofArno = await publish(arno, await write(arno))
    const pier = await makeSite('pier.example', 'Pier')
    await askOn(MAIN_SITE_ID, pier)
    await planSoon(ines, ofArno, [pier])
    expect(await findFirst(ofArno)).toMatchObject({ lacksApproval: false })
    const id = await write(ines)
    await decide(edith, id)
    const { articleId, planId } = await planSoon(ines, id)
    expect(await findFirst(articleId)).toMatchObject({ lacksApproval: false })
    await carryOutPlan(planId, noLinks)
    expect((await findFirst(articleId))?.result).toBe('done')
    expect(await findPeople(articleId)).toEqual(['published', 'ines', null, 'edith'])
  })
})

/** Changes an article as its form does. Returns the reason of a refusal. */
async function edit(
  operator: Operator,
  articleId: string,
  changes: { content?: string; siteIds?: string[]; isPublished?: boolean } = {},
) {
  const article = await findEditable(operator, articleId)
  assert(article)
  const { version, state, typed } = article
  const { title, author, siteIds } = TEXT
  const draft = makeDraft({ title, author, tags: [], siteIds, content: typed.content })
  const draftVersion = (await findDraft(operator, articleId))?.version
  const form = { articleId, slug: typed.slug, version, draftVersion, isPublished: state === 'published' }
  const edited = await editArticle(operator, { ...draft, ...form, ...changes })
  return edited.ok ? 'ok' : edited.reason
}

/** Saves a working copy of an article as one person writes it, as a revision or without one. */
async function saveCopy(
  operator: Operator,
  articleId: string,
  {
    content,
    siteIds = TEXT.siteIds,
    save = saveRevision,
  }: { content: string; siteIds?: string[]; save?: typeof saveDraft },
) {
  const article = await findEditable(operator, articleId)
  assert(article)
  const text = { ...TEXT, slug: article.typed.slug }
  const earlier = (await findDraft(operator, articleId))?.version ?? 0
  const base = { version: article.version, text }
  const copy = { id: articleId, version: earlier, text: { ...text, content, siteIds }, base }
  expect(await save(operator, copy)).toMatchObject({ ok: true })
}

const askOn = (...pairs: string[]) => saveReviewRules(ines, { pairs, models: [] })

async function sendTo(operator: Operator, articleId: string, siteIds: string[]) {
  const sent = await publishToSites(operator, { articleId, siteIds }, { waits: false })
  return sent.ok ? 'ok' : sent.reason
}

/** Approves all states for some sites as an older version did, and brings that up to date. */
async function approveAsBefore(sites: string[]): Promise<void> {
  await sql`
    update revisions set approved_by = ${ines.id}, approved_at = date_trunc('milliseconds', now()), approved_sites = ${sites}
  `.execute(db)
  await sql`select keep_approvals()`.execute(db)
}

describe('an approval', () => {
  let pier: string
  let harbour: string
  beforeEach(async () => {
    pier = await makeSite('pier.example', 'Pier')
    harbour = await makeSite('harbour.example', 'Harbour')
  })
  test('of a text that readers see already counts for its plan on a further site', async () => {
    const articleId = await publish(arno, await write(arno))
    await askOn(pier)
    const { planId } = await planSoon(arno, articleId, [pier])
    await carryOutPlan(planId, noLinks)
    expect(await findFirst(articleId)).toMatchObject({ lacksApproval: true, result: null })
    expect(await decide(edith, articleId)).toBeUndefined()
    await carryOutPlan(planId, noLinks)
    expect((await findFirst(articleId))?.result).toBe('done')
    expect(await db.selectFrom('reviews').selectAll().execute()).toEqual([])
  })

  test('is given by each reviewer for the own sites, and the text waits until all have approved', async () => {
    await askOn(pier, harbour)
    const [pia, hal] = [await join('pia', 'editor', [pier]), await join('hal', 'editor', [harbour])]
    const siteIds = [pier, harbour]
    const id = await write(arno, { siteIds })
    await submitText(arno, id)
    expect(await decide(pia, id)).toBeUndefined()
    expect(await publish(arno, id, { ...TEXT, siteIds })).toBe('review-needed')
    expect([await listForMe(pia), await listForMe(hal)]).toEqual([[], [[id, 'waiting']]])
    expect((await findReviewedText(hal, { id }))?.approvals).toMatchObject([
      { siteName: 'another site', by: 'pia' },
    ])
    expect(await decide(hal, id)).toBeUndefined()
    expect(await listForMe(arno)).toEqual([[id, 'approved']])
    const articleId = await publish(arno, id, { ...TEXT, siteIds })
    expect(await findPeople(articleId)).toEqual(['published', 'arno', null, 'hal, pia'])
  })

  test('is given by each reviewer for a planned draft, which is on no site yet', async () => {
    await askOn(pier, harbour)
    const [pia, hal] = [await join('pia', 'editor', [pier]), await join('hal', 'editor', [harbour])]
    const siteIds = [pier, harbour]
    const id = await write(arno, { siteIds })
    await submitText(arno, id)
    const { articleId, planId } = await planSoon(arno, id, siteIds)
    const planned = (await findFirst(articleId))?.revision ?? 0
    expect(await decide(pia, articleId, { planned })).toBeUndefined()
    expect(await listForMe(hal)).toEqual([[articleId, 'waiting']])
    expect(await decide(hal, articleId, { planned })).toBeUndefined()
    await carryOutPlan(planId, noLinks)
    expect((await findFirst(articleId))?.result).toBe('done')
  })

  test('is kept if the plan that waits for it is for a site of another reviewer, too', async () => {
    const [pia, hal] = [await join('pia', 'editor', [pier]), await join('hal', 'editor', [harbour])]
    const articleId = await publish(arno, await write(arno), { ...TEXT, siteIds: [pier] })
    await askOn(pier, harbour)
    const { planId } = await planSoon(arno, articleId, [pier, harbour])
    await carryOutPlan(planId, noLinks)
    expect(await decide(pia, articleId)).toBeUndefined()
    await carryOutPlan(planId, noLinks)
    expect((await findFirst(articleId))?.result).toBeNull()
    expect(await decide(hal, articleId)).toBeUndefined()
    await carryOutPlan(planId, noLinks)
    expect((await findFirst(articleId))?.result).toBe('done')
  })

  test('is needed for a text that a site gets when it is switched on again', async () => {
    const articleId = await publish(arno, await write(arno), { ...TEXT, siteIds: [MAIN_SITE_ID, pier] })
    await askOn(pier)
    await db.updateTable('targetSites').set({ isActive: false }).where('id', '=', pier).execute()
    expect(await edit(arno, articleId, { content: 'Nobody saw this.' })).toBe('review-needed')
    await db.updateTable('targetSites').set({ isActive: true }).where('id', '=', pier).execute()
    expect(await edit(arno, articleId, { content: 'Nobody saw this.' })).toBe('ok') // pier is not ticked any more
    expect(await edit(arno, articleId, { siteIds: [MAIN_SITE_ID, pier] })).toBe('review-needed')
  })

  test('is needed for the text that an article has by now, if its first form is sent again with one more site', async () => {
    await askOn(pier)
    const id = await write(arno)
    await decide(edith, id)
    const articleId = await publish(arno, id)
    expect(await edit(arno, articleId, { content: 'Nobody saw this.' })).toBe('ok')
    expect(await publish(arno, id, { ...TEXT, siteIds: [MAIN_SITE_ID, pier] })).toBe('review-needed')
  })

  test('is of the text that was published, not of one that was saved beside it', async () => {
    const articleId = await publish(arno, await write(arno))
    await saveCopy(arno, articleId, { content: 'Nobody saw this.' })
    await askOn(pier)
    expect(await sendTo(edith, articleId, [pier])).toBe('ok')
    const both = [MAIN_SITE_ID, pier]
    expect(await edit(arno, articleId, { content: 'Nobody saw this.', siteIds: both })).toBe('review-needed')
  })

  test('is never given by the writer, also if another person has saved a text since', async () => {
    const articleId = await publish(edith, await write(edith))
    await saveCopy(ines, articleId, { content: 'A newer text.' })
    await askOn(pier)
    expect(await sendTo(edith, articleId, [pier])).toBe('review-needed')
    await discardDraft(ines, articleId)
    await changeMany(ines, [articleId], { kind: 'unpublish' })
    await saveCopy(edith, articleId, { content: 'The text of Edith.', save: saveDraft })
    expect(await edit(ines, articleId, { content: 'The text of Edith.', isPublished: false })).toBe('ok')
    expect(await edit(edith, articleId, { siteIds: [pier], isPublished: true })).toBe('review-needed')
    expect(await edit(ines, articleId, { siteIds: [pier], isPublished: true })).toBe('ok')
  })

  test('is never given by the writer, also if another person has ticked a site, or typed and taken it back', async () => {
    const articleId = await publish(edith, await write(edith))
    await changeMany(ines, [articleId], { kind: 'unpublish' })
    await askOn(pier)
    const ticked = { content: TEXT.content, siteIds: [pier], save: saveDraft }
    await saveCopy(ines, articleId, ticked)
    expect(await edit(edith, articleId, { siteIds: [pier], isPublished: true })).toBe('review-needed')
    await saveCopy(ines, articleId, { ...ticked, content: 'A word too much.' })
    await saveCopy(ines, articleId, ticked)
    expect(await edit(edith, articleId, { siteIds: [pier], isPublished: true })).toBe('review-needed')
    expect(await edit(ines, articleId, { siteIds: [pier], isPublished: true })).toBe('ok')
  })

  test('does not make the publisher of a text its writer, if the writer sends it to a further site', async () => {
    const articleId = await publish(edith, await write(ines))
    await askOn(pier)
    expect(await sendTo(ines, articleId, [pier])).toBe('ok') // Edith has approved it
    await askOn(pier, harbour)
    await db.deleteFrom('approvals').execute()
    expect(await sendTo(ines, articleId, [harbour])).toBe('review-needed')
  })

  test('is not given by the writer of a draft that another person brought back', async () => {
    const id = await write(edith)
    const deleted = await changeMany(ines, [id], { kind: 'delete' })
    await undoChange(ines, ('runId' in deleted && deleted.runId) || '')
    expect((await findDraft(ines, id))?.writtenBy).toBe(edith.member?.personId)
  })

  test('is not given by the writer of a text that became a working copy when its plan was carried out', async () => {
    const { articleId, planId } = await planSoon(arno, await write(arno))
    await saveCopy(edith, articleId, { content: 'A newer text.', save: saveDraft })
    expect(await edit(edith, articleId, { content: 'A newer text.' })).toBe('ok')
    await carryOutPlan(planId, noLinks)
    expect(await findDraft(ines, articleId)).toMatchObject({
      text: { content: 'A newer text.' },
      writtenBy: edith.member?.personId,
    })
  })

  test('is not given by the writer of an earlier state that another person restored', async () => {
    const articleId = await publish(edith, await write(edith))
    await saveCopy(ines, articleId, { content: 'A newer text.' })
    expect(await restoreRevision(ines, articleId, { siteId: null, number: 1 })).toBeUndefined()
    expect((await findDraft(ines, articleId))?.writtenBy).toBe(edith.member?.personId)
  })

  test('is not given by the writer of a text that an undo of another person has published again', async () => {
    const articleId = await publish(edith, await write(edith))
    expect(await edit(edith, articleId, { content: 'A newer text.' })).toBe('ok')
    const [last] = await listUndoable(ines, { articleId })
    const undone = await undoRun(ines, last?.runId ?? '', { restoreText: restorePublished, undoMove })
    expect(undone).toMatchObject({ ok: true })
    expect(await findPeople(articleId)).toEqual(['published', 'ines', 'edith', 'ines'])
    await db.deleteFrom('approvals').execute()
    await askOn(pier)
    expect(await sendTo(edith, articleId, [pier])).toBe('review-needed')
    expect(await sendTo(ines, articleId, [pier])).toBe('ok')
  })

  test('of an older version is kept, for its sites', async () => {
    await askOn(pier)
    const id = await write(arno)
    await submitText(arno, id)
    const siteIds = [MAIN_SITE_ID, pier]
    await approveAsBefore([harbour])
    expect(await publish(arno, id, { ...TEXT, siteIds })).toBe('review-needed')
    await approveAsBefore([harbour, pier])
    const articleId = await publish(arno, id, { ...TEXT, siteIds })
    expect(await findPeople(articleId)).toEqual(['published', 'arno', null, 'ines'])
  })

  test('is needed for a page, also if its article is sent to other sites', async () => {
    await db.updateTable('installation').set({ ownerId: ines.id }).execute()
    await needPairs()
    const page = { pagePath: '/about', pageTitle: 'About', pageContent: 'We print boats.' }
    const added = await addPage(ines, MAIN_SITE_ID, page)
    const articleId = added.ok ? added.articleId : ''
    expect(await edit(ines, articleId, { siteIds: [pier], isPublished: true })).toBe('review-needed')
    const { planId } = await planSoon(ines, articleId, [pier])
    await carryOutPlan(planId, noLinks)
    expect((await findFirst(articleId))?.result).toBeNull()
    await db.updateTable('plans').set({ doneAt: new Date(), result: 'cancelled' }).execute()
    await orderOnce(articleId, pier)
    expect(await changeMany(ines, [articleId], { kind: 'publish' })).toMatchObject({ counts: { refused: 1 } })
  })
})

/** Notes that an article was once ordered for a site. */
const orderOnce = (articleId: string, siteId: string) =>
  db
    .insertInto('deliveries')
    .values({ id: uuidv7(), articleId, siteId, state: 'removed', wantedHash: null })
    .execute()
