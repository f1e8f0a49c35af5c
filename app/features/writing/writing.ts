import { validate as isUuid } from 'uuid'
import { z } from 'zod'
import { isLanguage } from '../../shared/languages.ts'
import { readFormText, toList } from '../../shared/text.ts'
import { type ArticleText, type Field, type FieldName, mapFields } from '../articles/fields/fields.ts'
import { isCover } from '../articles/pictures/pictures.ts'
import { SITES_LIMIT } from '../delivery/target-sites/target-sites.ts'
import { type DraftText, readDraftForm, type SaveRefusal, type DraftFormValues } from './drafts/drafts.ts'
import type { DeliveryAttempt, DeliveryOutcome } from '../delivery/deliveries/deliveries.ts'
import { refuse, type Refusal } from '../../shared/refusal.ts'

/** The path of the list of the account's own articles. */
export const ARTICLES_PATH = '/articles'

/** The path of the form for the first article of a paper. */
export const FIRST_ARTICLE_PATH = '/publisher?first'

const CLOSED_STEPS = 'first_steps=closed'

/** The cookie of a browser in which the first steps were closed, for a year. */
export const CLOSED_STEPS_COOKIE = `${CLOSED_STEPS}; Path=/; Max-Age=31536000; SameSite=Lax`

/** Returns true if the cookies of a request say that the first steps were closed. */
export const hasClosedSteps = (cookies: string | null): boolean => cookies?.includes(CLOSED_STEPS) ?? false

/** The first steps of the owner of a new site, and which of them are done. */
export interface FirstSteps {
  isNamed: boolean
  hasSite: boolean
  hasWritten: boolean
  hasImported: boolean
}

/** The path of the screen that lists what can be undone, and undoes it. */
export const UNDO_PATH = `${ARTICLES_PATH}/undo`

/** Returns the path of the screen that asks before an article is unpublished. */
export const toUnpublishPath = (articleId: string) => `${ARTICLES_PATH}?unpublish=${articleId}`

/** Returns the path of the screen that asks before a draft is discarded. */
export const toDiscardPath = (draftId: string) => `${ARTICLES_PATH}?discard=${draftId}`

/** Returns the path of the cover that is drawn for an article without a picture. The pages of readers decide it. */
export type DrawCover = (article: { id: string; tags: string[]; cover?: string }) => string

/** A sentence for each wrong field of the publish form; the word `required` for an empty one. */
export type DraftErrors = Partial<Record<keyof DraftText | 'dueAt', string>>

/** Returns true if a field of a refused form says what is wrong. */
export const hasSentence = (errors: DraftErrors | undefined): boolean =>
  errors !== undefined && Object.keys(errors).length > 0

/** The most sites that one form can select: all of an account, and the main site. */
export const SITES_PER_ARTICLE_LIMIT = SITES_LIMIT + 1

const atMost = (limit: number) => `At most ${limit.toLocaleString('en-US')} characters.`

// A name, or an IPv4 or IPv6 address. The URL standard allows more, but no other form is a host on the web.
const HOST_NAME = /^(?:[\p{L}\p{M}\p{N}_.-]+|\[[\da-f:.]+\])$/iu

function isWithoutPassword(address: string): boolean {
  const url = URL.parse(address)
  return !url?.username && !url?.password
}

const address = z.url({
  protocol: /^https?$/,
  hostname: HOST_NAME,
  error: 'A web address such as https://example.com/article.',
})

const toSchema = {
  line: ({ limit }: Field) => z.string().trim().min(1, 'required').max(limit, atMost(limit)),
  markdown: ({ limit }: Field) =>
    z
      .string()
      .max(limit, atMost(limit))
      .refine((text) => text.trim() !== '', 'required'),
  text: ({ limit }: Field) =>
    z
      .string()
      .trim()
      .max(limit, atMost(limit))
      .transform((text) => text || null),
  labels: ({ limit, most = Infinity }: Field) =>
    z
      .string()
      .transform(toList)
      .refine((labels) => labels.length <= most, `At most ${most} of them.`)
      .refine(
        (labels) => labels.every((label) => label.length <= limit),
        `Each at most ${limit} characters.`,
      ),
  address: ({ limit }: Field) =>
    z.union([
      z.literal('').transform(() => null),
      address.max(limit).refine(isWithoutPassword, 'An address without a user name and a password.'),
    ]),
  cover: ({ limit }: Field) =>
    z
      .string()
      .max(limit)
      .refine((value) => value === '' || isCover(value), 'Choose one of these.')
      .transform((value) => value || null),
  language: ({ limit }: Field) =>
    z
      .string()
      .trim()
      .max(limit)
      .refine((value) => value === '' || isLanguage(value), 'A language tag such as de or pt-BR.')
      .transform((value) => value || null),
  article: ({ limit }: Field) =>
    z
      .string()
      .trim()
      .max(limit, atMost(limit))
      .transform((value) => value || null),
}

const fieldSchemas = mapFields((_, field) => toSchema[field.kind](field)) as {
  [F in FieldName]: z.ZodType<ArticleText[F], string>
}

const draftSchema = z.object({
  draftId: z.uuid('This form is out of date. Reload the page.'),
  ...fieldSchemas,
  siteIds: z
    .array(z.uuid())
    .max(SITES_PER_ARTICLE_LIMIT, `At most ${SITES_PER_ARTICLE_LIMIT} sites at once.`),
  generateVariations: z.boolean(),
})

const textSchema = z.object(fieldSchemas)

/** Checks the fields of a stored text as a form checks them. Returns them as an article has them, or the errors. */
export function checkText(
  typed: Record<FieldName, string>,
): { ok: true; text: ArticleText } | { ok: false; errors: DraftErrors } {
  const parsed = textSchema.safeParse(typed)
  return parsed.success ? { ok: true, text: parsed.data } : { ok: false, errors: toErrors(parsed.error) }
}

/** A publish form that passed all checks. */
export interface Draft extends z.output<typeof draftSchema> {
  /** The saved version that the form shows; undefined for a form that does not save drafts. */
  draftVersion?: number | undefined
}

/**
 * The reason why a form is refused, in the order of the checks: first the spec's two toasts (§5), then wrong fields.
 */
export type DraftRefusal = 'fields-missing' | 'no-site-selected' | 'fields-wrong'

/** The reason why a draft that passed the checks of its form was not published. */
export type PublishRefusal =
  | 'too-many'
  | 'site-unavailable'
  | 'draft-changed'
  | 'published-elsewhere'
  | 'article-not-live'
  | 'no-provider'
  | 'text-too-slow'
  | 'alt-missing'
  | 'review-needed'
  | 'translation-unknown'
  | 'has-translations'
  | 'not-stored'
  | 'article-not-found'

/** The new state of an article; `version` names the state that was edited. */
export interface ArticleEdit extends Omit<Draft, 'draftId'> {
  articleId: string
  slug: string
  version: string
  /** True if a draft is published as well. */
  isPublished: boolean
  /** True if the content is stored byte for byte. A form changes line breaks. */
  isVerbatim?: boolean
  /** True if a working copy stays. Its form merges the change when it is opened. */
  keepsCopy?: boolean
  /** The number of the state that has the text, if an undo restores it. The writer of that state stays the writer. */
  restored?: number
  /** Names the form. Its second save is not refused because of its first, whose answer may be lost. */
  saveId?: string | undefined
}

/** A reason why a revision was not restored. `does-not-fit`: the article has another meaning now than the variation. */
export type RestoreRefusal = SaveRefusal | 'not-varied' | 'does-not-fit' | 'review-needed'

/**
 * Returns the version that an edit starts from. It identifies the text and the sites, because programs may change these
 * too.
 */
export const toVersion = (updatedAt: Date, wanted: { siteId: string }[]): string =>
  [updatedAt.toISOString(), ...wanted.map(({ siteId }) => siteId).toSorted()].join(' ')

/** One of an account's own articles, to be edited. */
export interface EditableArticle {
  id: string
  title: string
  slug: string
  state: 'published' | 'draft' | 'deleting'
  /** Its URL at its home; null while it is a draft, or on remote sites only. */
  url: string | null
  /** The name of the site that it is a page of, such as About; undefined for any other article. */
  pageOf: string | undefined
  publishedAt: Date | null
  updatedAt: Date
  deliveries: DeliveryOutcome[]
  /** The version that was read. An edit of an older version is refused. */
  version: string
  typed: DraftFormValues
  attempts: DeliveryAttempt[]
}

/** Another article of a group of translations. */
export interface TranslatedArticle {
  id: string
  title: string
  /** A BCP 47 tag; null if it has the language of its site. */
  language: string | null
  isPublished: boolean
}

/** The steps of an article's life, in their order. */
export const STEPS = ['Draft', 'Planned', 'Live'] as const
/** One of them. */
export type Step = (typeof STEPS)[number]

/** Returns the state of an article. `planned` is its next plan, if there is one. */
export function toStep({ state }: EditableArticle, planned: string | undefined): Step {
  if (state === 'published') return 'Live'
  return planned ? 'Planned' : 'Draft'
}

/** The reason why an existing article was not changed. */
export type EditRefusal = 'changed-meanwhile' | 'too-many-saves' | 'no-site-selected' | PublishRefusal

/** The reason why an existing article was not published to more sites. */
export type SitesRefusal =
  | 'changed-meanwhile'
  | 'article-not-found'
  | 'article-unpublished'
  | 'site-unavailable'
  | 'no-provider'
  | 'review-needed'

/**
 * Checks the form of an existing article, as `parseDraft` checks that of a new one. A draft may select no site. The
 * form does not say whether the article is a draft.
 */
export function parseEdit(
  form: FormData,
  articleId: string,
): { ok: true; edit: ArticleEdit } | Refusal<DraftRefusal, { errors: DraftErrors; typed: DraftFormValues }> {
  const typed = { ...readDraftForm(form), draftId: articleId }
  const parsed = draftSchema.safeParse(typed)
  if (!parsed.success) {
    const errors = toErrors(parsed.error)
    const isMissing = Object.values(errors).includes('required')
    return refuse(isMissing ? 'fields-missing' : 'fields-wrong', { errors, typed })
  }
  const { draftId, ...text } = parsed.data
  const isPublished = readFormText(form, 'intent') === 'publish'
  const slug = readFormText(form, 'slug').trim() || text.title
  return {
    ok: true,
    edit: {
      ...text,
      articleId: draftId,
      slug,
      version: readFormText(form, 'version'),
      saveId: readSaveId(form),
      isPublished,
      ...versionOf(form),
    },
  }
}

function readSaveId(form: FormData): string | undefined {
  const id = readFormText(form, 'saveId')
  return isUuid(id) ? id : undefined
}

/** Checks the form of a new article. Returns one refusal with the errors of all fields; ignores unknown fields. */
export function parseDraft(
  form: FormData,
): { ok: true; draft: Draft } | Refusal<DraftRefusal, { errors: DraftErrors; typed: DraftFormValues }> {
  const typed = readDraftForm(form)
  const parsed = draftSchema.safeParse(typed)
  const errors = parsed.success ? {} : toErrors(parsed.error)
  const isMissing = Object.values(errors).includes('required')
  if (isMissing) return refuse('fields-missing', { errors, typed })
  if (typed.siteIds.length === 0) return refuse('no-site-selected', { errors, typed })
  if (!parsed.success) return refuse('fields-wrong', { errors, typed })
  return { ok: true, draft: { ...parsed.data, ...versionOf(form) } }
}

function versionOf(form: FormData): { draftVersion?: number } {
  const version = readFormText(form, 'draftVersion')
  return /^\d{1,9}$/.test(version) ? { draftVersion: Number(version) } : {}
}

function toErrors(error: z.ZodError): DraftErrors {
  const entries = error.issues.map((issue): [string, string] => [String(issue.path[0]), issue.message])
  return Object.fromEntries(entries.toReversed()) // the first problem of a field is the one to show
}
