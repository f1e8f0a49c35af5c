import { z } from 'zod'
import type { RevisionCause } from '../../../db/writing-tables.ts'
import { FIELD_NAMES, mapFields } from '../fields/fields.ts'

/** The names of the texts in a revision: the fields of an article, and its address. */
export const REVISED_NAMES = [...FIELD_NAMES, 'slug'] as const
/** The name of one text. */
export type RevisedName = (typeof REVISED_NAMES)[number]
/** The texts of a revision, as a form shows them. */
export type RevisedText = Record<RevisedName, string>

/** Reads the texts of a stored revision. A field that is new in the product is missing in older ones. */
export const revisedText: z.ZodType<RevisedText> = z.object({
  ...mapFields(() => z.string().default('')),
  slug: z.string().default(''),
})

/** `published` is a state that readers saw; `saved` is one that the author saved and readers did not see. */
export type RevisionKind = 'published' | 'saved'

/** The causes of changes of many texts. Who makes one writes none of the texts. */
export const CAUSES_OF_MANY: RevisionCause[] = ['tags', 'picture', 'import-pictures', 'backlinks']

/** Names a revision of an article, or of its variation for a site. */
export interface RevisionKey {
  /** The site of the variation; null for the article itself. */
  siteId: string | null
  /** The number of the state among those of the article or the variation, from 1. */
  number: number
}

/** One state of an article or of a variation, without its text. */
export interface Revision {
  number: number
  kind: RevisionKind
  /** The cause of the change. */
  cause: RevisionCause
  madeAt: Date
  /** The name of the person; null for a deleted account, for an import, and for a language model. */
  madeBy: string | null
  /** The fields that differ from the state before. */
  changed: RevisedName[]
  /** The number of the revision that this one restored. */
  restoredFrom: number | null
  /** The hash of the content on sites; null for a state that was only saved, and for a variation. */
  hash: string | null
  /** The name of the writer, if another person published the text. */
  writtenBy: string | null
  /** The names of the people who approved it, and the last time; null without an approval. */
  approvedBy: string | null
  approvedAt: Date | null
}

/** The states of an article's variation for one site, the newest first. */
export interface VariationHistory {
  siteId: string
  siteName: string
  revisions: Revision[]
}

/** The states of an article or of a draft, the newest first. */
export interface History {
  id: string
  title: string
  /** The hash of the content that sites show now; null while readers do not see the article. */
  liveHash: string | null
  revisions: Revision[]
  variations: VariationHistory[]
}

/** One of two states side by side. */
export interface ComparedState {
  key: RevisionKey
  text: RevisedText
}

/** Two states side by side. */
export interface Comparison {
  from: ComparedState
  to: ComparedState
}

/** Returns the names in a list that are names of texts. */
export const toRevisedNames = (names: string[]): RevisedName[] =>
  REVISED_NAMES.filter((name) => names.includes(name))

/** Returns the names of the texts that differ. */
export const listChanged = (one: RevisedText, other: RevisedText): RevisedName[] =>
  REVISED_NAMES.filter((name) => one[name] !== other[name])

/** Returns a key as a URL and a form contain it: the number, after the id of the site for a variation. */
export const toKeyText = ({ siteId, number }: RevisionKey): string =>
  siteId === null ? `${number}` : `${siteId}.${number}`

/** Returns the key in a URL or a form; undefined if it is not a key. */
export function parseKey(text: string | null): RevisionKey | undefined {
  const [, siteId, number] = KEY.exec(text ?? '') ?? []
  return number === undefined ? undefined : { siteId: siteId ?? null, number: Number(number) }
}

const KEY = /^(?:([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\.)?([1-9]\d{0,5})$/

/** The state of an article on a site. */
export interface SiteState {
  siteId: string
  name: string
  /** The hash of the content that was delivered to it last. */
  hash: string | null
  /** The number of its variation; null for the text of the article. */
  variation: number | null
}

/** The numbers of the states that the main site and the other sites show now. */
export interface Places {
  /** The state that readers of the main site see; undefined if they see none. */
  live: number | undefined
  /** The sites that have a state, or a variation of it. */
  sites: Record<number, SiteState[]>
}

/** Returns the state that readers see, and the sites with each state. */
export function toPlaces(history: History, sites: SiteState[]): Places {
  const numberOf = (hash: string | null) =>
    hash === null ? undefined : history.revisions.find((revision) => revision.hash === hash)?.number
  const byNumber = Map.groupBy(sites, ({ hash }) => numberOf(hash) ?? 0)
  return { live: numberOf(history.liveHash), sites: Object.fromEntries(byNumber) }
}

/** Returns the path of the screen with the states of an article or a draft. */
export const toRevisionsPath = (id: string) => `/articles/${id}/revisions`
