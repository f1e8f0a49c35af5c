import { sql } from 'kysely'
import type { BlogPost } from '../../../db/tables.ts'
import type { Transaction } from '../../../platform/store/database.server.ts'
import { isOwn, readAs } from '../../../platform/own-rows.server.ts'
import { pick } from '../../../shared/pick.ts'
import { may, type Operator, toPersonId } from '../../accounts/accounts.ts'
import { toTypedFields } from '../../articles/fields/fields.ts'
import { findLastWriter, readRevisedText, toPersonName } from '../../articles/revisions/queries.server.ts'
import { type Comparison, REVISED_NAMES, type RevisedText } from '../../articles/revisions/revisions.ts'
import { isSameForReaders } from '../approval/approval.ts'
import { type DraftText, type ReviewState, toDraftPath, toDraftText } from '../drafts/drafts.ts'
import { readDraft } from '../drafts/queries.server.ts'
import { findEditable, selectOwnArticle } from '../publish/queries.server.ts'
import { ARTICLES_PATH, type EditableArticle } from '../writing.ts'
import { findNote, listNotes } from './list-notes.server.ts'
import { listShownApprovals } from './list-approvals.server.ts'
import { listUnseenVariations } from './list-variations.server.ts'
import { placeNotes } from './notes.ts'
import type { OpenReview, ReviewedText, ReviewRule } from './review.ts'

/** A text that can be reviewed. */
export interface ShownText {
  text: DraftText
  /** The person who wrote it; null for a deleted one. */
  writer: string | null
  /** Its number, if it is a planned one. */
  number: number | undefined
  /** True if it is what readers see. */
  isLive: boolean
  seen: string
}

interface Which {
  id: string
  /** The number of a planned text; undefined for the text that is saved now. */
  planned?: number | undefined
}

/** Returns the text that is saved now, or a planned one; undefined without such a text. */
export async function findShownText(
  trx: Transaction,
  operator: Operator,
  { id, planned }: Which,
): Promise<ShownText | undefined> {
  const decided = await findDecided(trx, operator, id)
  if (planned !== undefined) return findPlannedText(trx, operator, { id, planned, decided })
  const article = await selectOwnArticle(trx, operator, id).executeTakeFirst()
  const draft = await readDraft(trx, operator, id)
  if (draft)
    return {
      text: draft.text,
      writer: draft.writtenBy,
      number: undefined,
      isLive: isLive(article) && isSameForReaders(draft.text, toText(article)),
      seen: `draft ${draft.version} ${decided}`,
    }
  if (!article) return undefined
  const writer = await findLastWriter(trx, operator, id)
  return {
    text: toWhole(toText(article)),
    writer: writer === undefined ? toPersonId(operator) : writer,
    number: undefined,
    isLive: isLive(article),
    seen: `article ${article.updatedAt.toISOString()} ${decided}`,
  }
}

const isLive = (article: BlogPost | undefined): article is BlogPost & { publishedAt: Date } =>
  article !== undefined && article.publishedAt !== null

// Names the last decision.
async function findDecided(trx: Transaction, operator: Operator, articleId: string): Promise<string> {
  const review = await trx
    .selectFrom('reviews')
    .select(['state', 'decidedAt'])
    .where('articleId', '=', articleId)
    .where(isOwn(operator, 'userId'))
    .executeTakeFirst()
  return review ? `${review.state} ${review.decidedAt?.toISOString() ?? ''}` : ''
}

const toText = (article: BlogPost): RevisedText => ({ ...toTypedFields(article), slug: article.slug })
const toWhole = (text: RevisedText): DraftText => ({ ...text, siteIds: [], generateVariations: false })

async function findPlannedText(
  trx: Transaction,
  operator: Operator,
  { id, planned, decided }: { id: string; planned: number; decided: string },
): Promise<ShownText | undefined> {
  const found = (await readPlannedTexts(trx, operator, id)).find(({ number }) => number === planned)
  return (
    found && {
      text: toWhole(found.text),
      writer: found.writer,
      number: planned,
      isLive: false,
      seen: `planned ${planned} ${decided}`,
    }
  )
}

/** Returns the texts that the pending plans of an article publish, with their writers. */
export async function readPlannedTexts(
  trx: Transaction,
  operator: Operator,
  articleId: string,
): Promise<{ number: number; text: RevisedText; writer: string | null }[]> {
  const { rows } = await sql<{ number: number; writer: string | null }>`
    select number, coalesce(written_by, made_by) as writer from revisions
    where article_id = ${articleId} and ${isOwn(operator, 'userId')} and site_id is null and number in (
      select coalesce(written_as, revision) from plans
      where plans.article_id = ${articleId} and done_at is null and kind = 'publish')
  `.execute(trx)
  const texts = []
  for (const row of rows) {
    const key = { siteId: null, number: row.number }
    const text = await readRevisedText(trx, operator, { id: articleId, key })
    if (text) texts.push({ ...row, text })
  }
  return texts
}

/** Locks the review of a text until the transaction ends, and returns it; undefined if there is none. */
export const lockReview = (trx: Transaction, operator: Operator, articleId: string) =>
  trx
    .selectFrom('reviews')
    .select(['state', 'revision', 'decidedRevision', 'submittedBy'])
    .where('articleId', '=', articleId)
    .where(isOwn(operator, 'userId'))
    .forUpdate()
    .executeTakeFirst()

/** Returns a text with its review, and with the text that it is compared with; undefined without such a text. */
export async function findReviewedText(
  operator: Operator,
  { id, planned }: Which,
): Promise<ReviewedText | undefined> {
  const article = await findEditable(operator, id)
  return readAs(operator, async (trx) => {
    const shown = await findShownText(trx, operator, { id, planned })
    if (!shown) return undefined
    const review = await findOpenReview(trx, operator, id)
    const text = pick(shown.text, REVISED_NAMES)
    const isStale = review ? !(await isRevision(trx, operator, { id, number: review.revision, text })) : false
    const before = await findBefore(trx, operator, { id, article, decidedRevision: review?.decidedRevision })
    return {
      id,
      title: text.title,
      text,
      review: review && { ...review, isStale: review.state === 'approved' && isStale },
      comparison: toComparison(before, text),
      noted: placeNotes(text.content, await listNotes(trx, operator, id)),
      variations: await listUnseenVariations(trx, operator, id),
      approvals: await listShownApprovals(trx, operator, { id, text }),
      seen: shown.seen,
      planned: shown.number,
      isOwn: shown.writer === toPersonId(operator),
      back: article ? `${ARTICLES_PATH}/${id}` : toDraftPath(id),
    }
  })
}

async function isRevision(
  trx: Transaction,
  operator: Operator,
  { id, number, text }: { id: string; number: number; text: RevisedText },
): Promise<boolean> {
  const revised = await readRevisedText(trx, operator, { id, key: { siteId: null, number } })
  return !revised || isSameForReaders(revised, text)
}

interface Before {
  id: string
  article: EditableArticle | undefined
  decidedRevision: number | null | undefined
}

// What a reviewer saw last, or what readers see.
async function findBefore(
  trx: Transaction,
  operator: Operator,
  { id, article, decidedRevision: number }: Before,
): Promise<RevisedText | undefined> {
  if (number) return readRevisedText(trx, operator, { id, key: { siteId: null, number } })
  return article?.state === 'published' ? pick(toDraftText(article.typed), REVISED_NAMES) : undefined
}

const toComparison = (from: RevisedText | undefined, text: RevisedText): Comparison | undefined =>
  from && {
    from: { key: { siteId: null, number: 1 }, text: from },
    to: { key: { siteId: null, number: 2 }, text },
  }

const findOpenReview = (
  trx: Transaction,
  operator: Operator,
  articleId: string,
): Promise<
  (Omit<OpenReview, 'isStale'> & { revision: number; decidedRevision: number | null }) | undefined
> =>
  trx
    .selectFrom('reviews')
    .leftJoin('users as submitters', 'submitters.id', 'submittedBy')
    .leftJoin('users as deciders', 'deciders.id', 'decidedBy')
    .select(['state', 'revision', 'decidedRevision', 'submittedAt', 'decidedAt', 'message'])
    .select([toPersonName('submitters').as('submittedBy'), toPersonName('deciders').as('decidedBy')])
    .where('articleId', '=', articleId)
    .where(isOwn(operator, 'reviews.userId'))
    .executeTakeFirst()

/** Returns what the account asks for on its sites; nothing is asked for on the others. */
export const listReviewRules = (operator: Operator): Promise<ReviewRule[]> =>
  readAs(operator, (trx) =>
    trx
      .selectFrom('reviewRules')
      .select(['siteId', 'pairs', 'models'])
      .where(isOwn(operator, 'userId'))
      .execute(),
  )

/** Returns true if the account asks for a review of what a model wrote, on this site or on any. */
export async function reviewsModel(operator: Operator, siteId?: string): Promise<boolean> {
  const rules = await listReviewRules(operator)
  return rules.some((rule) => rule.models && (siteId ?? rule.siteId) === rule.siteId)
}

/** Returns the ids of the people besides the operator who may review texts of the account, if they reach them. */
export async function listOtherReviewers(trx: Transaction, operator: Operator): Promise<string[]> {
  const rows = await trx
    .selectFrom('members')
    .select('personId')
    .where(isOwn(operator, 'accountId'))
    .where('endedAt', 'is', null)
    .where('role', 'in', ['owner', 'editor'])
    .where('personId', '!=', toPersonId(operator))
    .execute()
  return rows.map(({ personId }) => personId)
}

/** Returns the number of people besides the operator who may review the texts of the account. */
export const countOtherReviewers = async (operator: Operator): Promise<number> =>
  (await readAs(operator, (trx) => listOtherReviewers(trx, operator))).length

/** Returns what a mail about a review tells; undefined if its reader does not reach the text, or the note is gone. */
export const findMailedText = (
  reader: Operator,
  { articleId, about, noteId }: { articleId: string; about: string; noteId?: string | undefined },
): Promise<{ title: string; by: string; quote: string; said: string } | undefined> =>
  readAs(reader, async (trx) => {
    const shown = await findShownText(trx, reader, { id: articleId })
    if (!shown) return undefined
    const { title } = shown.text
    if (about === 'mention') {
      const note = await findNote(trx, reader, noteId ?? '')
      return note && { ...note, title }
    }
    const review = await findOpenReview(trx, reader, articleId)
    const isForReader = about !== 'submit' || (shown.writer !== toPersonId(reader) && may(reader, 'review'))
    return review && isForReader ? toMailed(review, { title, about }) : undefined
  })

function toMailed(
  { state, submittedBy, decidedBy, message }: Omit<OpenReview, 'isStale'>,
  { title, about }: { title: string; about: string },
) {
  if (state !== MAILED_STATES[about]) return undefined
  const [by, said] = about === 'submit' ? [submittedBy, ''] : [decidedBy, message]
  return { title, by: by ?? 'Somebody', quote: '', said }
}

const MAILED_STATES: Record<string, ReviewState> = {
  approve: 'approved',
  changes: 'changes',
  submit: 'waiting',
}
