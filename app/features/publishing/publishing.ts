import { z } from 'zod'
import type { ConnectorReason } from '../../connectors/connector-error.ts'
import { readText, toList } from '../../shared/text.ts'

/** Why an article did not reach a site; `late` is not stored: the first attempt has not ended yet. */
export type DeliveryReason =
  'late' | 'unexpected' | 'site-inactive' | 'host-paused' | 'too-many' | ConnectorReason

/** How the delivery of an article to one site stands. */
export interface DeliveryOutcome {
  siteId: string
  siteName: string
  state: 'pending' | 'delivered' | 'removed' | 'failed'
  /** Address of the article on the site, while it is there. */
  url: string | null
  /** Why it failed, as a sentence. */
  reason: string | null
  /** When it is tried again by itself; null: not any more. */
  nextAttemptAt: Date | null
  /** In which words the site has it, as a sentence; null where no variation was asked for, or none yet. */
  variation: string | null
}

/** What became of a publish: the article's own address, and one outcome per selected site. */
export interface PublishSummary {
  title: string
  url: string
  succeeded: number
  failed: number
  deliveries: DeliveryOutcome[]
}

export const ARTICLES_PATH = '/articles'

/** Where it is asked whether an article is to be taken off its sites. */
export const toUnpublishPath = (articleId: string) => `${ARTICLES_PATH}?unpublish=${articleId}`

/** One of an account's own articles, with every site that it was published to. */
export interface OwnArticle {
  id: string
  title: string
  state: 'published' | 'draft' | 'deleting'
  /** Its address on the main site; null while it is a draft. */
  url: string | null
  publishedAt: Date | null
  updatedAt: Date
  deliveries: DeliveryOutcome[]
}

/** A page of an account's own articles. */
export interface OwnArticleList {
  articles: OwnArticle[]
  total: number
  page: number
  pageCount: number
}

/** The publish form as it was typed, so that a refusal loses nothing. */
export interface TypedDraft {
  draftId: string
  title: string
  content: string
  metaDescription: string
  author: string
  tags: string
  keywords: string
  canonicalUrl: string
  siteIds: string[]
  generateVariations: boolean
}

export type DraftField = Exclude<keyof TypedDraft, 'draftId'>
export type DraftErrors = Partial<Record<DraftField, string>>

/** Spec §9 hints at 150-160 characters; search engines cut what is longer. */
export const META_DESCRIPTION_HINT = { from: 150, to: 160 }

const LIMITS = {
  title: 300,
  content: 500_000,
  metaDescription: 500,
  author: 120,
  tags: 20,
  tag: 50,
  url: 2048,
}
export const SITES_PER_ARTICLE_LIMIT = 20

const required = (limit: number) =>
  z.string().trim().min(1, 'required').max(limit, `At most ${limit} characters.`)
const optional = (limit: number) =>
  z
    .string()
    .trim()
    .max(limit, `At most ${limit} characters.`)
    .transform((text) => text || null)
const tagList = z
  .string()
  .transform(toList)
  .refine((tags) => tags.length <= LIMITS.tags, `At most ${LIMITS.tags} of them.`)
  .refine((tags) => tags.every((tag) => tag.length <= LIMITS.tag), `Each at most ${LIMITS.tag} characters.`)

// A name, or an address of IPv4 or IPv6: what the URL standard lets through besides is no host on the web.
const HOST_NAME = /^(?:[\p{L}\p{M}\p{N}_.-]+|\[[\da-f:.]+\])$/iu

function isWithoutPassword(address: string): boolean {
  const url = URL.parse(address)
  return !url?.username && !url?.password
}

const draftSchema = z.object({
  draftId: z.uuid('This form is out of date. Reload the page.'),
  title: required(LIMITS.title),
  content: z
    .string()
    .max(LIMITS.content, 'At most 500,000 characters.')
    .refine((text) => text.trim() !== '', 'required'),
  metaDescription: optional(LIMITS.metaDescription),
  author: required(LIMITS.author),
  tags: tagList,
  keywords: tagList,
  canonicalUrl: z.union([
    z.literal('').transform(() => null),
    z
      .url({
        protocol: /^https?$/,
        hostname: HOST_NAME,
        error: 'A web address such as https://example.com/article.',
      })
      .max(LIMITS.url)
      .refine(isWithoutPassword, 'An address without a user name and a password.'),
  ]),
  siteIds: z
    .array(z.uuid())
    .max(SITES_PER_ARTICLE_LIMIT, `At most ${SITES_PER_ARTICLE_LIMIT} sites at once.`),
  generateVariations: z.boolean(),
})

export type Draft = z.output<typeof draftSchema>

/** Why a draft is refused, in the order of the spec's two toasts (§5), then anything else that is wrong with a field. */
export type DraftRefusal = 'fields-missing' | 'no-site-selected' | 'fields-wrong'

/** Why a draft that is in order was not published. */
export type PublishRefusal =
  'too-many' | 'site-unavailable' | 'no-provider' | 'text-too-slow' | 'not-stored' | 'article-not-found'

/** An article as it should be from now on; `version` says which one was changed. */
export interface ArticleEdit extends Omit<Draft, 'draftId'> {
  articleId: string
  slug: string
  version: string
  /** Publish it, if it is not published. */
  isPublished: boolean
}

/** Names what an edit starts from: the text, and the sites that it is wanted on, which a program may change as well. */
export const toVersion = (updatedAt: Date, wanted: { siteId: string }[]): string =>
  [updatedAt.toISOString(), ...wanted.map(({ siteId }) => siteId).toSorted()].join(' ')

/** One of an account's own articles, to be edited. */
export interface EditableArticle extends OwnArticle {
  slug: string
  /** Names the state that it was read in: an edit of another one is refused. */
  version: string
  typed: TypedDraft
  attempts: DeliveryAttempt[]
}

/** One attempt to bring an article to a site, or off it. */
export interface DeliveryAttempt {
  id: string
  siteName: string
  startedAt: Date
  /** How it ended, as a sentence; null while it is under way, and where its process died. */
  ending: string | null
  isFailed: boolean
  durationMs: number | null
}

/** Why an article that is there already was not changed. */
export type EditRefusal = 'changed-meanwhile' | 'too-many-saves' | PublishRefusal

/** Why an article that is there already was not published to more sites. */
export type SitesRefusal = 'article-not-found' | 'article-unpublished' | 'site-unavailable' | 'no-provider'

/** Reads the form of an article that is edited, as `parseDraft` reads that of a new one; it may be on no site. */
export function parseEdit(
  form: FormData,
  articleId: string,
):
  | { ok: true; edit: ArticleEdit }
  | { ok: false; reason: DraftRefusal; errors: DraftErrors; typed: TypedDraft } {
  const typed = { ...readTyped(form), draftId: articleId }
  const parsed = draftSchema.safeParse(typed)
  if (!parsed.success) {
    const errors = toErrors(parsed.error)
    const isMissing = Object.values(errors).includes('required')
    return { ok: false, reason: isMissing ? 'fields-missing' : 'fields-wrong', errors, typed }
  }
  const { draftId, ...text } = parsed.data
  const isPublished = readText(form, 'intent') === 'publish'
  const slug = readText(form, 'slug').trim() || text.title
  return {
    ok: true,
    edit: { ...text, articleId: draftId, slug, version: readText(form, 'version'), isPublished },
  }
}

/** Picks the form's fields by name and checks them; other fields are ignored. */
export function parseDraft(
  form: FormData,
): { ok: true; draft: Draft } | { ok: false; reason: DraftRefusal; errors: DraftErrors; typed: TypedDraft } {
  const typed = readTyped(form)
  const parsed = draftSchema.safeParse(typed)
  const errors = parsed.success ? {} : toErrors(parsed.error)
  const isMissing = Object.values(errors).includes('required')
  if (isMissing) return { ok: false, reason: 'fields-missing', errors, typed }
  if (typed.siteIds.length === 0) return { ok: false, reason: 'no-site-selected', errors, typed }
  if (!parsed.success) return { ok: false, reason: 'fields-wrong', errors, typed }
  return { ok: true, draft: parsed.data }
}

/** The form's fields as they were typed. */
export function readTyped(form: FormData): TypedDraft {
  const text = (name: string) => readText(form, name)
  return {
    draftId: text('draftId'),
    title: text('title'),
    content: text('content'),
    metaDescription: text('metaDescription'),
    author: text('author'),
    tags: text('tags'),
    keywords: text('keywords'),
    canonicalUrl: text('canonicalUrl').trim(),
    siteIds: [...new Set(form.getAll('siteIds').filter((value) => typeof value === 'string'))],
    generateVariations: text('generateVariations') === 'on',
  }
}

function toErrors(error: z.ZodError): DraftErrors {
  const entries = error.issues.map((issue): [string, string] => [String(issue.path[0]), issue.message])
  return Object.fromEntries(entries.toReversed()) // the first problem of a field is the one to show
}
