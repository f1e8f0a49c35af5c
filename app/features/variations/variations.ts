import { SET_PROVIDER } from '../ai-usage/ai-usage.ts'
import type { ArticleText } from '../articles/articles.ts'

/** Why a site gets the original text and no variation. */
export type VariationRefusal =
  'no-provider' | 'provider-failed' | 'budget-spent' | 'too-long' | 'too-short' | 'checks-failed'

/** What differs between an article and its variation. */
export type VariedText = Pick<ArticleText, 'title' | 'content' | 'metaDescription'>

/** What became of the wish for a variation; `detail` is the sentence for the operator. */
export type Variation =
  { ok: true; variation: VariedText } | { ok: false; reason: VariationRefusal; detail: string }

/** A variation, or the lack of one, as it is kept. */
export interface StoredVariation {
  siteId: string
  /** Of the text that it was made from. */
  sourceHash: string
  createdAt: Date
  outcome: Variation
}

/** Of a text that a variation is made of. */
export const MAX_CHARACTERS = 30_000
export const MAX_TITLE = 300
export const MAX_META_DESCRIPTION = 500

/** What stands beside the switch while no provider is set. */
export const NO_PROVIDER = `To have a variation written for each site, ${SET_PROVIDER}`
