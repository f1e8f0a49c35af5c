import { validate as isUuid } from 'uuid'
import { z } from 'zod'
import { readFormText, withLineFeeds } from '../../../shared/text.ts'
import { type Field, FIELD_NAMES, mapFields } from '../../articles/fields/fields.ts'
import type { Refusal } from '../../../shared/refusal.ts'

/** The fields that contain a text: those of an article, and its slug, which a new article does not have yet. */
export const TEXT_NAMES = [...FIELD_NAMES, 'slug'] as const
/** The name of such a field. */
export type TextName = (typeof TEXT_NAMES)[number]

/** Returns an object with one value for each text. */
export const mapTexts = <T>(toValue: (name: TextName, field: Field) => T): Record<TextName, T> => ({
  ...mapFields(toValue),
  slug: toValue('slug', SLUG),
})

const SLUG: Field = { kind: 'line', limit: 300, key: 'slug' }

/** The fields of the publish form as they were typed: texts, the selected sites, and the switch for variations. */
export interface DraftText extends Record<TextName, string> {
  siteIds: string[]
  generateVariations: boolean
}

/** The text of a draft before anything was typed. */
export const NO_TEXT: DraftText = { ...mapTexts(() => ''), siteIds: [], generateVariations: false }

/** A draft with its id: that of the article, or the one that a new article is published with. */
export interface DraftFormValues extends DraftText {
  draftId: string
}

/** The state of a review: it waits for a reviewer, its writer was asked for changes, or its text was approved. */
export type ReviewState = 'waiting' | 'changes' | 'approved'
/** The same for a text as it is now: `stale` was approved, and changed since. */
export type ShownReview = ReviewState | 'stale'

/** A state of a draft on the server. */
export interface DraftState {
  /** Counts the saves; 0 for a draft that was never saved. */
  version: number
  text: DraftText
}

/** The state of a published article that its working copy was made from. */
export interface DraftBase {
  /** The version of the state, as `toVersion` returns it. */
  version: string
  text: DraftText
}

/** A draft as the server has it. */
export interface SavedDraft extends DraftState {
  id: string
  savedAt: Date
  /** The person who wrote the text; null for a deleted one. */
  writtenBy: string | null
  /** The person who began it; null for a deleted one, and for the account as a whole. */
  begunBy: string | null
  /** Null without a review. */
  review: ShownReview | null
  /** Null for a new article, and for an article that was never live. */
  base: DraftBase | null
}

/** A draft of an article that was never published, as a list shows it. */
export interface BegunDraft {
  id: string
  title: string
  savedAt: Date
}

/** The most drafts of an account. */
export const DRAFTS_LIMIT = 1000

// A draft may be incomplete and wrong, except in these limits. The form reports other errors when it is published, not
// while it is written.
const LONGEST_FIELD = 10_000
const SITES_LIMIT = 1000

/** Checks a text that is saved, which may be incomplete and wrong. */
export const draftText: z.ZodType<DraftText> = z.object({
  // Older drafts lack newer fields.
  ...mapTexts((_, { limit }) =>
    z
      .string()
      .max(Math.max(LONGEST_FIELD, limit))
      .transform(withLineFeeds) // as the form shows it, so that both can be compared
      .default(''),
  ),
  siteIds: z.array(z.uuid()).max(SITES_LIMIT),
  generateVariations: z.boolean(),
})

/** Checks the state of an article that a working copy is made from. */
export const draftBase: z.ZodType<DraftBase> = z.object({
  version: z.string().max(LONGEST_FIELD),
  text: draftText,
})

/** Returns the path of the screen on which a draft of a new article is written. */
export const toDraftPath = (id: string) => `/publisher?draft=${id}`

/** Returns the path that saves a draft and returns the saved state. */
export const toSavePath = (id: string) => `/drafts/${id}`

/** Returns the path of the screen that makes and withdraws links to a draft. */
export const toSharePath = (id: string) => `/drafts/${id}/share`

/** Returns the path that returns a link to a draft, and makes one if there is none. */
export const toShareLinkPath = (id: string) => `/drafts/${id}/link`

/** Returns the path of the screen that schedules an article or a draft. */
export const toSchedulePath = (id: string) => `/articles/${id}/schedule`

// The field of the title grows over lines. Without scripts a line break can be typed into it.
const toTyped: Partial<Record<Field['kind'], (text: string) => string>> = {
  address: (text) => text.trim(),
  line: (text) => toOneLine(text),
}

/** Returns a text with a blank in place of each line break. */
export const toOneLine = (text: string): string => text.replaceAll(/\s*[\r\n]+\s*/g, ' ')

/** Returns the fields of a form as they were typed. */
export function readDraftForm(form: FormData): DraftFormValues {
  const text = (name: string) => readFormText(form, name)
  return {
    draftId: text('draftId'),
    ...mapTexts((name, { kind }) => toTyped[kind]?.(text(name)) ?? text(name)),
    siteIds: [...new Set(form.getAll('siteIds').filter((value) => typeof value === 'string'))],
    generateVariations: text('generateVariations') === 'on',
  }
}

/** Returns true if the form is empty. The name of the author is filled in, and sites alone are not a draft. */
export const isEmpty = (text: DraftText): boolean =>
  FIELD_NAMES.every((name) => name === 'author' || text[name].trim() === '')

/** Returns true if two texts are the same, with their sites in any order. */
export const isSameText = (one: DraftText, other: DraftText): boolean =>
  TEXT_NAMES.every((name) => one[name] === other[name]) &&
  one.generateVariations === other.generateVariations &&
  one.siteIds.toSorted().join() === other.siteIds.toSorted().join()

/** Returns the text of a typed draft without its id. */
export function toDraftText({ draftId: _, ...text }: DraftFormValues): DraftText {
  return text
}

/** Reads the form of a draft to save. Returns undefined if a field is too long, or if the id or the version is not one. */
export function parseDraftSave(form: FormData): { id: string; version: number; text: DraftText } | undefined {
  const typed = readDraftForm(form)
  const text = draftText.safeParse(toDraftText(typed))
  const version = Number(readFormText(form, 'draftVersion'))
  const isSaved = isUuid(typed.draftId) && Number.isInteger(version)
  return isSaved && text.success ? { id: typed.draftId, version, text: text.data } : undefined
}

/** The reason why a draft was not saved. `gone`: it was published or discarded. */
export type SaveRefusal = 'wrong-form' | 'changed-meanwhile' | 'gone' | 'too-many-drafts' | 'too-many-saves'

/** The status of the answer to a save that was refused. */
export const SAVE_STATUSES: Record<SaveRefusal, number> = {
  'wrong-form': 400,
  gone: 404,
  'changed-meanwhile': 409,
  'too-many-drafts': 422,
  'too-many-saves': 429,
}

/** Returns the headers of the answer to a save. */
export const toSaveHeaders = (answer: SaveAnswer): HeadersInit =>
  !answer.ok && answer.waitS ? { 'Retry-After': String(answer.waitS) } : {}

/** What a refused save comes with. */
export interface SaveProblem {
  waitS?: number
  /** The newer text. */
  saved?: DraftState
  /** The article as it is now, if that ended its working copy. */
  article?: DraftBase
}

/** The answer to a save. */
export type SaveAnswer = { ok: true; version: number } | Refusal<SaveRefusal, SaveProblem>
