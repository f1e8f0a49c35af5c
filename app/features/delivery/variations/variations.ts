import type { Refusal } from '../../../shared/refusal.ts'
import { languageOf } from '../../articles/articles.ts'
import type { ArticleText } from '../../articles/fields/fields.ts'
import { SET_PROVIDER } from '../../accounts/ai-usage/ai-usage.ts'

/** A reason why a site gets the original text and no variation. */
export type VariationRefusal =
  | 'no-provider'
  | 'provider-failed'
  | 'budget-spent'
  | 'too-long'
  | 'too-short'
  | 'checks-failed'

/** The parts of an article that a variation changes. */
export type VariedText = Pick<ArticleText, 'title' | 'content' | 'metaDescription'>

/** A variation, or the reason why there is none; `detail` are the sentences that the reason does not say. */
export type Variation =
  | { ok: true; variation: VariedText }
  | Refusal<VariationRefusal, { detail?: string | null }>

/** A variation or a refusal, as it is stored. */
export interface StoredVariation {
  siteId: string
  /** The hash of what it was made from. */
  sourceHash: string
  /** The language of a translation; null for other words of the article's own. */
  lang: string | null
  createdAt: Date
  outcome: StoredOutcome
}

/** A stored variation with the number of its revision, or a refusal. `isUnseen`: a person has to approve it first. */
export type StoredOutcome =
  | (Variation & { ok: true; number: number; isUnseen: boolean })
  | (Variation & { ok: false })

/** The longest text that a variation is made of, in characters. */
export const MAX_CHARACTERS = 30_000
/** The longest title that a variation may have, in characters. */
export const MAX_TITLE = 300
/** The longest meta description that a variation may have, in characters. */
export const MAX_META_DESCRIPTION = 500

/** The sentence beside the switch while the settings name no provider. */
export const NO_PROVIDER = `To have a variation written for each site, ${SET_PROVIDER}`

/** Returns a language without its region, such as `pt` of `pt-BR`. */
export const toBaseLanguage = (tag: string): string => tag.toLowerCase().split('-')[0] ?? ''

/**
 * Returns the language of a hosted site that an article is translated into; null if the site has the language of the
 * article, or if the article does not say its own.
 */
export function toWantedLanguage(
  article: Parameters<typeof languageOf>[0],
  { kind, language }: { kind: string; language: string | null },
): string | null {
  const own = languageOf(article)
  const wanted = language ?? 'en'
  return kind === 'hosted' && own !== null && toBaseLanguage(own) !== wanted ? wanted : null
}
