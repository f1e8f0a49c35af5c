import { readAs, writeAs, requireRight } from '../../../platform/own-rows.server.ts'
import { consumeRateLimits } from '../../../platform/rate-limits.server.ts'
import { may, type Operator } from '../../accounts/accounts.ts'
import { findRevisedText } from '../../articles/revisions/queries.server.ts'
import type { RevisedText, RevisionKey } from '../../articles/revisions/revisions.ts'
import { withinCallLimit } from '../../runs/commands.server.ts'
import { deliver, orderAgain } from '../../delivery/deliveries/commands.server.ts'
import { findSiteIds } from '../../delivery/target-sites/queries.server.ts'
import { findWantedLanguage, listWanted } from '../../delivery/deliveries/queries.server.ts'
import { type DraftSave, saveRevision } from '../drafts/commands.server.ts'
import { toDraftText } from '../drafts/drafts.ts'
import { findDraft } from '../drafts/queries.server.ts'
import { findFaults, restoreVariation } from '../../delivery/variations/commands.server.ts'
import { hashSource } from '../../delivery/variations/queries.server.ts'
import { note } from '../../accounts/record/commands.server.ts'
import { findEditable, lockOwnArticle, selectOwnArticle } from './queries.server.ts'
import type { RestoreRefusal } from '../writing.ts'
import { isRefusal, refuse, type Refusal } from '../../../shared/refusal.ts'

/** A reason why a revision was not restored; `faults` are sentences about a variation that is not valid any more. */
export type NotRestored = Refusal<RestoreRefusal, { faults?: string[] }>

/** The draft, or the article without a working copy, that a text is restored over. */
type Present = Pick<DraftSave, 'text' | 'version' | 'base'>

/**
 * Restores a revision as a new one. The text of an article is saved in its draft or working copy, in the `present` version
 * if one is given. Readers see no difference until it is published. A variation is delivered to its site immediately.
 * Returns the refusal, if any.
 */
export async function restoreRevision(
  operator: Operator,
  id: string,
  { siteId, number, present }: RevisionKey & { present?: Present },
): Promise<NotRestored | undefined> {
  const text = await findRevisedText(operator, id, { siteId, number })
  if (!text) return refuse('gone')
  return siteId === null
    ? restoreText(operator, { id, number, text }, present)
    : restoreForSite(operator, { id, number, text, siteId })
}

interface ToRestore {
  /** That of the article or the draft. */
  id: string
  number: number
  text: RevisedText
}

async function restoreText(
  operator: Operator,
  { id, number, text }: ToRestore,
  given: Present | undefined,
): Promise<NotRestored | undefined> {
  const present = given ?? (await findPresent(operator, id))
  if (!present) return refuse('gone')
  const { version, base } = present
  const { siteIds, generateVariations } = present.text
  const restored = { id, version, base, text: { ...text, siteIds, generateVariations } }
  const answer = await saveRevision(operator, restored, number)
  if (!answer.ok) return refuse(answer.reason)
  await writeAs(operator, (trx) => note(trx, operator, ['restored', text.title]))
  return undefined
}

async function findPresent(operator: Operator, id: string): Promise<Present | undefined> {
  const draft = await findDraft(operator, id)
  if (draft) return { text: draft.text, version: draft.version }
  const article = await findEditable(operator, id)
  if (!article) return undefined
  const text = toDraftText(article.typed)
  return { text, version: 0, base: { version: article.version, text } }
}

// An old variation needs the checks of a new one, because the article may have changed.
async function restoreForSite(
  operator: Operator,
  { id, number, text, siteId }: ToRestore & { siteId: string },
): Promise<NotRestored | undefined> {
  requireRight(operator, 'publish')
  const waitS = await consumeRateLimits([{ name: 'save', of: operator.id, most: 60, windowS: 60 }])
  if (waitS > 0) return refuse('too-many-saves')
  const { reviewed, modelled } = await findSiteIds(operator)
  const isReviewed = reviewed.has(siteId) || modelled.has(siteId)
  if (isReviewed && !may(operator, 'review')) return refuse('review-needed')
  const article = await readAs(operator, (trx) => selectOwnArticle(trx, operator, id).executeTakeFirst())
  if (!article) return refuse('gone')
  const lang = await findWantedLanguage(article, siteId)
  const { title, content, metaDescription } = text
  const variation = { title, content, metaDescription: metaDescription || null }
  const faults = await findFaults(operator, article, { ...variation, lang, written: text.lang })
  if (faults.length > 0) return refuse('does-not-fit', { faults })
  const order = { articleId: id, siteId, sourceHash: hashSource(article), lang }
  const stored = await writeAs(operator, async (trx): Promise<NotRestored | { deliveryIds: string[] }> => {
    const locked = await lockOwnArticle(trx, operator, id)
    if (!locked) return refuse('gone') // also for a person of named sites, if it stands on others, too
    if (hashSource(locked) !== order.sourceHash) return refuse('changed-meanwhile')
    const wanted = await listWanted(trx, id)
    if (!wanted.some((each) => each.siteId === siteId && each.varies)) return refuse('not-varied')
    const alike = await restoreVariation(trx, locked, {
      order,
      variation,
      restoredFrom: number,
      mayReview: may(operator, 'review'),
    })
    if (alike.length > 0) return refuse('does-not-fit', { faults: alike })
    await note(trx, operator, ['restored', locked.title])
    return { deliveryIds: await orderAgain(trx, order) }
  })
  if (isRefusal(stored)) return stored
  await withinCallLimit(Promise.all(stored.deliveryIds.map((deliveryId) => deliver(deliveryId))))
  return undefined
}
