import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Transaction } from '../../../platform/store/database.server.ts'
import { isOwn, writeAs } from '../../../platform/own-rows.server.ts'
import { consumeRateLimits, type Limit } from '../../../platform/rate-limits.server.ts'
import { pick } from '../../../shared/pick.ts'
import { type Operator, toPersonId } from '../../accounts/accounts.ts'
import { deleteRevisions } from '../../articles/revisions/commands.server.ts'
import { readNewestText } from '../../articles/revisions/queries.server.ts'
import { listChanged, REVISED_NAMES, type RevisedText } from '../../articles/revisions/revisions.ts'
import {
  type DraftBase,
  DRAFTS_LIMIT,
  type DraftText,
  draftText,
  type SaveAnswer,
  type SavedDraft,
} from './drafts.ts'
import {
  endDraft,
  findWriter,
  keepBeginner,
  keepDraftText,
  keepWriter,
  lockDraft,
} from './end-draft.server.ts'
import { takeOver } from './merge-drafts.ts'
import { isOfOthers, readDraft } from './queries.server.ts'
import { refuse } from '../../../shared/refusal.ts'

export { deleteDraft, endDraft, keepDraftText, lockDraft, lockToEnd } from './end-draft.server.ts'

/** A text to save. */
export interface DraftSave {
  id: string
  /** The version that the text was made from; 0 for a draft that was never saved. */
  version: number
  text: DraftText
  /**
   * The state of the article that a working copy was made from. It is set in a save that makes the copy or merges the
   * article.
   */
  base?: DraftBase | undefined
  /** The writer's own text before they settled a conflict, if `text` leaves a part of it out. */
  leftOut?: DraftText | undefined
}

/**
 * Saves a draft, which no reader sees. A save made from an older version is refused with the newer text, for a merge. A
 * save of a draft that was published or discarded in the meantime is refused as well, and so is one under the id of
 * another account's text.
 */
export const saveDraft = (operator: Operator, save: DraftSave): Promise<SaveAnswer> =>
  withinLimit(operator, AUTOSAVES, (trx) => saveAll(trx, operator, { save }))

/**
 * Saves a draft as `saveDraft` does, and stores its text as a revision. `restoredFrom` is the number of the revision
 * that this one repeats. In that case the replaced text is stored as a revision too, so that nothing is lost. A refused
 * save stores the newer text as a revision, because the next save of this form may replace it.
 */
export const saveRevision = (
  operator: Operator,
  save: DraftSave,
  restoredFrom?: number,
): Promise<SaveAnswer> =>
  withinLimit(operator, SAVES, (trx) => saveAll(trx, operator, { save, isRevision: true, restoredFrom }))

/** Makes a draft of its own from a text. Returns its id, or a refusal. */
export async function duplicateText(
  operator: Operator,
  text: DraftText,
): Promise<{ ok: true; id: string } | Exclude<SaveAnswer, { ok: true }>> {
  // Two articles of a group in one language are no translations.
  const copy = draftText.safeParse({ ...text, title: toCopyTitle(text.title), translationOf: '', slug: '' })
  if (!copy.success) return refuse('wrong-form')
  const id = uuidv7()
  const answer = await saveDraft(operator, { id, version: 0, text: copy.data })
  return answer.ok ? { ok: true, id } : answer
}

const toCopyTitle = (title: string) => `${title.trim() || 'Untitled'} (copy)`

// A form saves itself once a second at most. Two tabs may do so for a moment.
const AUTOSAVES = { name: 'draft', most: 10, windowS: 10 }
const SAVES = { name: 'save', most: 60, windowS: 60 }

async function withinLimit(
  operator: Operator,
  limit: Omit<Limit, 'of'>,
  work: (trx: Transaction) => Promise<SaveAnswer>,
): Promise<SaveAnswer> {
  const waitS = await consumeRateLimits([{ ...limit, of: toPersonId(operator) }])
  return waitS > 0 ? refuse('too-many-saves', { waitS }) : writeAs(operator, work)
}

interface SaveKind {
  save: DraftSave
  isRevision?: boolean
  restoredFrom?: number | undefined
}

async function saveAll(
  trx: Transaction,
  operator: Operator,
  { save, isRevision = false, restoredFrom }: SaveKind,
): Promise<SaveAnswer> {
  const { id, leftOut } = save
  await lockDraft(trx, operator, id)
  const replaced = await readDraft(trx, operator, id)
  const answer = await saveIn(trx, operator, { save, saved: replaced })
  const keep = (kept: { text: DraftText; writtenBy?: string | null } | undefined, from?: number) =>
    kept && keepDraftText(trx, operator, { ...kept, id, restoredFrom: from })
  if (!answer.ok) {
    if (isRevision && answer.saved) await keep(replaced)
    return answer
  }
  if (leftOut ?? restoredFrom) await keep(replaced)
  await keep(leftOut && { text: leftOut })
  if (restoredFrom !== undefined) await keepWriter(trx, operator, { id, number: restoredFrom })
  if (isRevision) await keep(await readDraft(trx, operator, id), restoredFrom)
  return answer
}

async function saveIn(
  trx: Transaction,
  operator: Operator,
  { save, saved }: { save: DraftSave; saved: SavedDraft | undefined },
): Promise<SaveAnswer> {
  if (!saved) return save.version === 0 ? insertDraft(trx, operator, save) : refuse('gone')
  const { version, text } = saved
  if (version !== save.version) return refuse('changed-meanwhile', { saved: { version, text } })
  await trx
    .updateTable('drafts')
    .set({
      ...toColumns(operator, save),
      writtenBy: await findWriterOfSave(trx, operator, { save, saved }),
      version: version + 1,
      savedAt: new Date(),
    })
    .where('id', '=', save.id)
    .where(isOwn(operator, 'userId'))
    .execute()
  return { ok: true, version: version + 1 }
}

// Saving the text of another person is not writing it, nor is taking back what was typed into an article.
async function findWriterOfSave(
  trx: Transaction,
  operator: Operator,
  { save, saved }: { save: DraftSave; saved: SavedDraft },
): Promise<string | null> {
  if (isSameRevised(saved.text, save.text)) return saved.writtenBy
  const base = save.base ?? saved.base
  const isTakenBack = base && isSameRevised(base.text, save.text)
  return isTakenBack ? findWriter(trx, operator, save) : toPersonId(operator)
}

const isSameRevised = (one: DraftText, other: DraftText) =>
  listChanged(pick(one, REVISED_NAMES), pick(other, REVISED_NAMES)).length === 0

async function insertDraft(trx: Transaction, operator: Operator, save: DraftSave): Promise<SaveAnswer> {
  if (await isPublished(trx, operator, save)) return refuse('gone')
  if (await isOfOthers(trx, operator, save.id)) return refuse('gone')
  const { count } = await trx
    .selectFrom('drafts')
    .select(sql<number>`count(*)::int`.as('count'))
    .where(isOwn(operator, 'userId'))
    .executeTakeFirstOrThrow()
  if (count >= DRAFTS_LIMIT) return refuse('too-many-drafts')
  const writtenBy = await findWriter(trx, operator, save)
  await trx
    .insertInto('drafts')
    .values({ id: save.id, userId: operator.id, version: 1, ...toColumns(operator, save), writtenBy })
    .execute()
  return { ok: true, version: 1 }
}

/**
 * Replaces the tags of a draft, in the caller's transaction. An open form of the draft merges them, as those of another
 * tab.
 */
export async function updateDraftTags(
  trx: Transaction,
  operator: Operator,
  { id, tags }: { id: string; tags: string[] },
): Promise<void> {
  await trx
    .updateTable('drafts')
    .set({
      text: sql<string>`jsonb_set(text, '{tags}', to_jsonb(${tags.join(', ')}::text))`,
      version: sql<number>`version + 1`,
      savedAt: new Date(),
    })
    .where('id', '=', id)
    .where(isOwn(operator, 'userId'))
    .execute()
}

const toColumns = (operator: Operator, { text, base }: DraftSave) => ({
  writtenBy: toPersonId(operator),
  text: JSON.stringify(text),
  ...(base && { articleVersion: base.version, base: JSON.stringify(base.text) }),
})

/**
 * Returns true if a new article was published from the draft, or the article was deleted or changed since its copy was
 * made.
 */
async function isPublished(trx: Transaction, operator: Operator, { id, base }: DraftSave): Promise<boolean> {
  const article = await trx
    .selectFrom('blogPosts')
    .select(['id', 'updatedAt', 'deletionAskedAt'])
    .where((eb) => eb.or([eb('id', '=', id), eb('draftId', '=', id)]))
    .where(isOwn(operator, 'userId'))
    .executeTakeFirst()
  if (!article) return false
  if (article.deletionAskedAt) return true
  return article.id !== id || !base?.version.startsWith(article.updatedAt.toISOString())
}

/** An article whose planned text was published, with the later text. */
interface Overtaken {
  id: string
  /** The text that was planned, and what it became by changes of many texts. */
  planned: RevisedText
  published: RevisedText
  /** The text that was saved in the article itself in the meantime; undefined if there is none. */
  text: DraftText | undefined
  /** Its writer; the acting person if left out. */
  writtenBy?: string | null | undefined
  /** The article as readers see it now. */
  base: DraftBase
}

/**
 * Keeps the text that was written after a planned text as a working copy. The article was published with the planned
 * text. Runs in the caller's transaction. A draft with the planned text is deleted.
 */
export async function rebaseDraft(
  trx: Transaction,
  operator: Operator,
  { id, planned, published, text: saved, writtenBy: savedBy, base }: Overtaken,
): Promise<void> {
  await lockDraft(trx, operator, id)
  const draft = await readDraft(trx, operator, id)
  const later = draft?.text ?? saved
  if (!later) return
  const text = takeOver({ ...later, ...planned }, later, { ...later, ...published })
  await trx.deleteFrom('drafts').where('id', '=', id).where(isOwn(operator, 'userId')).execute()
  if (listChanged(pick(text, REVISED_NAMES), published).length === 0) return
  const columns = toColumns(operator, { id, version: 0, text, base })
  const { writtenBy = columns.writtenBy } = draft ?? { writtenBy: savedBy }
  await trx
    .insertInto('drafts')
    .values({ id, userId: operator.id, version: (draft?.version ?? 0) + 1, ...columns, writtenBy })
    .execute()
}

/**
 * Deletes a draft that was never published, in the caller's transaction. Its text stays as a revision, so that
 * `bringBackDraft` can make it again.
 */
export async function setDraftAside(trx: Transaction, operator: Operator, draft: SavedDraft): Promise<void> {
  await keepDraftText(trx, operator, draft)
  await endDraft(trx, operator, { id: draft.id })
}

/** A draft that was set aside: what its revision does not say. */
interface SetAside extends Pick<DraftText, 'siteIds' | 'generateVariations'> {
  id: string
  /** The acting person if left out. */
  begunBy?: string | null | undefined
}

/**
 * Makes a draft that was set aside again, in the caller's transaction. The people who began and wrote it stay the same.
 * Refused as `gone` if its text is not there.
 */
export async function bringBackDraft(
  trx: Transaction,
  operator: Operator,
  { id, begunBy, ...choices }: SetAside,
): Promise<SaveAnswer & { title?: string }> {
  await lockDraft(trx, operator, id)
  const text = await readNewestText(trx, operator, id)
  if (!text) return refuse('gone')
  const save = { id, version: 0, text: { ...text, ...choices } }
  const answer = await saveIn(trx, operator, { save, saved: await readDraft(trx, operator, id) })
  if (answer.ok) await keepWriter(trx, operator, { id })
  if (answer.ok && begunBy !== undefined) await keepBeginner(trx, operator, { id, begunBy })
  return { title: text.title, ...answer }
}

/**
 * Deletes a draft, and its revisions if it was never published. Returns false, and deletes nothing, if it was saved again
 * after `version`. Without a version it is deleted in any case.
 */
export const discardDraft = (operator: Operator, id: string, version?: number): Promise<boolean> =>
  writeAs(operator, async (trx) => {
    const isEnded = await endDraft(trx, operator, { id, version })
    if (isEnded) await deleteRevisions(trx, operator, id)
    return isEnded
  })

/**
 * Rewrites the text of a draft in the caller's transaction. For a working copy it also rewrites the text that the copy
 * was made from. An open form of the draft shows the change. `versions` are those of the article, if it changed too.
 * Returns the draft as it was; undefined if there is none.
 */
export async function rewriteDraft(
  trx: Transaction,
  operator: Operator,
  { id, rewrite, versions }: DraftRewrite,
): Promise<SavedDraft | undefined> {
  await lockDraft(trx, operator, id)
  const saved = await readDraft(trx, operator, id)
  if (!saved) return undefined
  const base = saved.base && {
    text: rewrite(saved.base.text),
    version: saved.base.version === versions?.before ? versions.after : saved.base.version,
  }
  await trx
    .updateTable('drafts')
    .set({
      ...toColumns(operator, { id, version: 0, text: rewrite(saved.text), base: base ?? undefined }),
      writtenBy: saved.writtenBy,
      version: saved.version + 1,
      savedAt: new Date(),
    })
    .where('id', '=', id)
    .where(isOwn(operator, 'userId'))
    .execute()
  return saved
}

interface DraftRewrite {
  id: string
  rewrite: (text: DraftText) => DraftText
  versions?: { before: string; after: string } | undefined
}
