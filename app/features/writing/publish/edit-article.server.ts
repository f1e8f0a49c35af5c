import { findPageSite, isSitePage } from '../../articles/placement/queries.server.ts'
import type { BlogPost } from '../../../db/tables.ts'
import type { Transaction } from '../../../platform/store/database.server.ts'
import { writeAs, requireRight } from '../../../platform/own-rows.server.ts'
import { consumeRateLimits } from '../../../platform/rate-limits.server.ts'
import type { Operator } from '../../accounts/accounts.ts'
import {
  moveArticle,
  renderText,
  resolveTranslation,
  toTextColumns,
  updateArticle,
} from '../../articles/commands.server.ts'
import { toTypedFields } from '../../articles/fields/fields.ts'
import { toWantedHash } from '../../articles/revisions/queries.server.ts'
import { note } from '../../accounts/record/commands.server.ts'
import { lockOwnArticle } from './queries.server.ts'
import { type Credits, isSameForReaders } from '../approval/approval.ts'
import { creditRevision } from '../approval/commands.server.ts'
import { findCredits } from '../approval/queries.server.ts'
import { deleteDraft, lockToEnd } from '../drafts/commands.server.ts'
import { orderDeliveries, orderRemoval } from '../../delivery/deliveries/commands.server.ts'
import { keepLineBreaks } from './line-breaks.ts'
import { type ArticleEdit, type EditRefusal, toVersion } from '../writing.ts'
import type { PublishSummary } from '../../delivery/deliveries/deliveries.ts'
import { listChosen, listWanted } from '../../delivery/deliveries/queries.server.ts'
import { findSiteIds } from '../../delivery/target-sites/queries.server.ts'
import { hasModel } from '../../accounts/ai-usage/queries.server.ts'
import { isRefusedForAlt, toUndefinedWhenLate, logNotStored } from './commands.server.ts'
import { withinCallLimit } from '../../runs/commands.server.ts'
import { publishRun, startPublishRun } from './publish-run.server.ts'
import { findSummaryOfWrite } from './queries.server.ts'
import { readReplaced } from './replaced.server.ts'
import { isRefusal, refuse, type Refusal } from '../../../shared/refusal.ts'

/** The result of a change: the state of the article on its sites, or a refusal. */
export type Edited =
  | { ok: true; summary: PublishSummary; runId: string | undefined }
  | Refusal<EditRefusal, { waitS?: number }>

/**
 * Changes one of the operator's articles on all selected sites. Removes it from the sites that are not selected any
 * more. `isPublished` also publishes a draft. A new slug leaves a permanent redirect. Refused if the article was
 * changed after `version` was read. An earlier save of the same form, whose answer was lost, does not count.
 */
export async function editArticle(operator: Operator, typed: ArticleEdit, runId?: string): Promise<Edited> {
  requireRight(operator, 'publish')
  const { articleId } = typed
  if (typed.generateVariations && !hasModel()) return refuse('no-provider')
  const waitS = await consumeRateLimits([{ name: 'save', of: operator.id, most: 60, windowS: 60 }])
  if (waitS > 0) return refuse('too-many-saves', { waitS })
  const { available, reviewed } = await findSiteIds(operator)
  const start = await writeAs(operator, (trx) => lockForEdit(trx, operator, { edit: typed, available }))
  if (isRefusal(start)) return start
  const content = typed.isVerbatim ? typed.content : keepLineBreaks(start.before.content, typed.content)
  const edit = { ...typed, content }
  const rendered = await renderText(edit, operator.id).catch(toUndefinedWhenLate)
  if (!rendered) return refuse('text-too-slow')
  const isShown = edit.isPublished || start.before.publishedAt !== null
  if (isShown && (await isRefusedForAlt(operator, rendered))) return refuse('alt-missing')
  const stored = await writeAs(operator, async (trx) => {
    const locked = await lockForEdit(trx, operator, { edit, available })
    if (isRefusal(locked)) return locked
    const { before, present, translationOf } = locked
    const credits = await endCopy(trx, operator, { edit, before, present, available, reviewed })
    if (isRefusal(credits)) return credits
    const earlier = { article: before, ...(await listChosen(trx, articleId)) }
    const columns = { ...toTextColumns(edit, rendered), translationOf }
    const article = await saveText(trx, before, { edit, columns })
    await note(trx, operator, [
      before.publishedAt || !article.publishedAt ? 'updated' : 'published',
      article.title,
    ])
    // A text that no reader sees is saved without an approval.
    const people = article.publishedAt ? credits : credits && { ...credits, approvals: [] }
    if (people) await creditRevision(trx, { articleId }, people)
    if (!article.publishedAt) {
      await nameSave(trx, article, edit.saveId)
      return {}
    }
    const siteIds = edit.siteIds
    // A site that the form could not offer was not deselected.
    const dropped = present.filter((id) => available.has(id) && !siteIds.includes(id))
    const wantedHash = toWantedHash(article)
    const varies = edit.generateVariations
    await orderDeliveries(
      trx,
      siteIds.map((siteId) => ({ siteId, articleId, wantedHash, varies })),
    )
    if (dropped.length > 0) await orderRemoval(trx, { articleId, siteIds: dropped })
    await nameSave(trx, article, edit.saveId)
    const replaced = await readReplaced(trx, articleId, earlier)
    const input = { articleId, siteIds: [...siteIds, ...dropped], replaced }
    return { runId: await startPublishRun(trx, operator, { id: runId, input }) }
  }).catch(logNotStored)
  return finish(operator, articleId, stored)
}

interface CopyToEnd {
  edit: ArticleEdit
  before: BlogPost
  /** The sites that have the article now. */
  present: string[]
  /** The sites that are on offer. */
  available: Set<string>
  /** The sites that ask for a second pair of eyes. */
  reviewed: Set<string>
}

/** Deletes the working copy that an edit publishes. Returns the people behind its text, or a refusal. */
async function endCopy(
  trx: Transaction,
  operator: Operator,
  { edit, before, reviewed, ...places }: CopyToEnd,
): Promise<Credits | Refusal<'draft-changed' | 'review-needed'> | undefined> {
  const { articleId: id, draftVersion: version, keepsCopy, restored } = edit
  const { isCurrent, saved } = keepsCopy ? NO_COPY : await lockToEnd(trx, operator, { id, version })
  if (!isCurrent) return refuse('draft-changed')
  const isShown = edit.isPublished || before.publishedAt !== null
  const text = { ...toTypedFields(edit), slug: edit.slug }
  const stored = { ...toTypedFields(before), slug: before.slug }
  const isSame = () => before.publishedAt !== null && isSameForReaders(text, stored)
  const siteIds =
    isShown && reviewed.size > 0
      ? await findUnseenOn(trx, { edit, reviewed, ...places, isSame: isSame() })
      : []
  const credits = await findCredits(trx, operator, { id, text, siteIds, saved, stored, restored })
  if (!isRefusal(credits) && !keepsCopy) await deleteDraft(trx, operator, { id, keepsReview: !isShown })
  return credits
}

interface Reviewed extends Omit<CopyToEnd, 'before'> {
  /** True if readers see the text already. Then it is only new on other sites. */
  isSame: boolean
}

// The sites that ask for a second pair of eyes, and that have not had the text. A site that is switched off gets it later. A
// page is on its site, but on none of its lists.
async function findUnseenOn(
  trx: Transaction,
  { edit: { articleId, siteIds }, present, available, reviewed, isSame }: Reviewed,
): Promise<string[]> {
  const kept = present.filter((siteId) => !available.has(siteId))
  const pageSite = isSame ? undefined : await findPageSite(trx, articleId)
  const shownOn = new Set([...siteIds, ...kept, ...(pageSite ? [pageSite] : [])])
  return [...shownOn].filter((siteId) => reviewed.has(siteId) && !(isSame && present.includes(siteId)))
}

const NO_COPY = { isCurrent: true, saved: undefined }

interface Locked {
  before: BlogPost
  /** The sites that have the article now. */
  present: string[]
  /** The first article of the group that it is in from now on. */
  translationOf: string | null
}

/** Locks the article of an edit until the transaction ends. Returns it with what it is on, or a refusal. */
async function lockForEdit(
  trx: Transaction,
  operator: Operator,
  { edit, available }: { edit: ArticleEdit; available: Set<string> },
): Promise<Locked | Refusal<EditRefusal>> {
  const { articleId, version, saveId, siteIds } = edit
  const before = await lockOwnArticle(trx, operator, articleId)
  if (!before) return refuse('article-not-found')
  const wanted = await listWanted(trx, articleId)
  const current = toVersion(before.updatedAt, wanted)
  if (current !== version && !isSavedBy(before, saveId, current)) return refuse('changed-meanwhile')
  if (siteIds.length === 0 && (edit.isPublished || before.publishedAt) && !(await isSitePage(trx, articleId)))
    return refuse('no-site-selected')
  const present = wanted.map(({ siteId }) => siteId)
  const isOffered = siteIds.every((id) => available.has(id) || present.includes(id))
  if (!isOffered) return refuse('site-unavailable')
  const linked = await resolveTranslation(trx, operator, { typed: edit.translationOf, before })
  return isRefusal(linked) ? linked : { before, present, translationOf: linked.translationOf }
}

// Returns true if the current version was stored by an earlier save of the same form, whose answer was lost.
const isSavedBy = (article: BlogPost, saveId: string | undefined, current: string): boolean =>
  saveId !== undefined && article.saveId === saveId && article.saveVersion === current

async function nameSave(trx: Transaction, { id, updatedAt }: BlogPost, saveId: string | undefined) {
  const saveVersion = toVersion(updatedAt, await listWanted(trx, id))
  await trx
    .updateTable('blogPosts')
    .set({ saveId: saveId ?? null, saveVersion })
    .where('id', '=', id)
    .execute()
}

async function finish(
  operator: Operator,
  articleId: string,
  stored: Refusal<EditRefusal> | { runId?: string } | undefined,
): Promise<Edited> {
  if (!stored) return refuse('not-stored')
  if (isRefusal(stored)) return stored
  if (stored.runId) await withinCallLimit(publishRun.work(stored.runId))
  const summary = await findSummaryOfWrite(operator, articleId)
  if (!summary) return refuse('article-not-found') // deleted in the meantime
  return { ok: true, summary, runId: stored.runId }
}

async function saveText(
  trx: Transaction,
  before: BlogPost,
  { edit, columns }: { edit: ArticleEdit; columns: ReturnType<typeof toTextColumns> },
): Promise<BlogPost> {
  const publishedAt = before.publishedAt ?? (edit.isPublished ? new Date() : null)
  const article = await updateArticle(trx, before, { ...columns, publishedAt, updatedAt: new Date() })
  return moveArticle(trx, article, edit.slug)
}
