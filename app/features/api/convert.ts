import type { z } from 'zod'
import { toList, withLineFeeds } from '../../shared/text.ts'
import type { BoardRow } from '../newsroom/board/board.ts'
import type { RevisedText } from '../articles/revisions/revisions.ts'
import { type DraftText, NO_TEXT, type SavedDraft, TEXT_NAMES, toOneLine } from '../writing/drafts/drafts.ts'
import type { Plan } from '../writing/schedule/schedule.ts'
import type { DraftErrors } from '../writing/writing.ts'
import type { FieldError } from './api.ts'
import type { draftTextsBody } from './article-shapes.ts'
import { fieldMissing } from './messages.ts'
import type { FoundArticle } from './queries.server.ts'
import { PAGE_ENTRIES } from './shapes.ts'

/** The fields of an article or a draft in a request; those that are left out are undefined. */
export type SentTexts = z.output<typeof draftTextsBody>

/** Returns the sent fields as a form types them: labels with commas, an empty text for null. */
export function toTyped(sent: SentTexts): Partial<DraftText> {
  const texts = TEXT_NAMES.flatMap((name) => {
    const value = sent[name]
    return value === undefined ? [] : [[name, toFormText(name, value)] as const]
  })
  const { siteIds, generateVariations } = sent
  return {
    ...Object.fromEntries(texts),
    ...(siteIds && { siteIds: [...new Set(siteIds)] }),
    ...(generateVariations !== undefined && { generateVariations }),
  }
}

const ONE_LINE = new Set(['title', 'author', 'slug'])

function toFormText(name: string, value: string | string[] | null): string {
  if (Array.isArray(value)) return value.map((label) => label.trim()).join(', ')
  const text = withLineFeeds(value ?? '')
  if (name === 'canonicalUrl') return text.trim()
  return ONE_LINE.has(name) ? toOneLine(text) : text
}

/** Returns a draft with the sent fields. */
export const toDraft = (sent: SentTexts, before: DraftText = NO_TEXT): DraftText => ({
  ...before,
  ...toTyped(sent),
})

/** Returns typed texts as answers have them. */
export const toTexts = ({ content, ...text }: DraftText) => ({
  title: text.title,
  metaDescription: text.metaDescription || null,
  author: text.author,
  tags: toList(text.tags),
  keywords: toList(text.keywords),
  canonicalUrl: text.canonicalUrl || null,
  cover: text.cover || null,
  lang: text.lang || null,
  translationOf: text.translationOf || null,
  slug: text.slug,
  siteIds: text.siteIds,
  generateVariations: text.generateVariations,
  content,
})

/** Returns a draft as the API answers with it. */
export const toApiDraft = ({ id, version, savedAt, text, base }: SavedDraft) => ({
  id,
  version,
  savedAt,
  articleId: base ? id : null,
  ...toTexts(text),
})

/** Returns the texts of a revision as the API answers with them. */
export const toApiRevision = (number: number, text: RevisedText) => ({
  number,
  ...text,
  tags: toList(text.tags),
  keywords: toList(text.keywords),
})

/** Returns the errors of a form as those of a request. */
export const toFieldErrors = (errors: DraftErrors): FieldError[] =>
  Object.entries(errors).map(([field, message]) => ({
    field,
    message: message === 'required' ? fieldMissing : (message ?? ''),
  }))

/** Returns an article without its text, as the API answers with it. */
export function toArticleHead({ row, typed, url, revision, copy }: FoundArticle) {
  const { content: _, ...texts } = toTexts(typed)
  return {
    id: row.id,
    state: toState(row),
    url,
    publishedAt: row.publishedAt,
    updatedAt: row.updatedAt,
    revision,
    hasWorkingCopy: copy !== undefined,
    ...texts,
  }
}

/** Returns an article with its text, as the API answers with it. */
export const toWholeArticle = (found: FoundArticle) => ({
  ...toArticleHead(found),
  content: found.typed.content,
})

function toState({ publishedAt, deletionAskedAt }: FoundArticle['row']): 'live' | 'draft' | 'deleting' {
  if (deletionAskedAt) return 'deleting'
  return publishedAt ? 'live' : 'draft'
}

/** Returns a row of the board as the list of the API has it. */
export const toArticleItem = ({ id, title, state, url, tags, author, publishedAt, ...row }: BoardRow) => ({
  id,
  title,
  state,
  url,
  tags,
  author,
  publishedAt,
  changedAt: row.changedAt,
  hasWorkingCopy: row.hasChanges,
  isScheduled: row.isScheduled,
  sites: Object.entries(row.dots).map(([siteId, dot]) => ({ siteId, state: dot })),
})

/** Returns a plan as the API answers with it. */
export const toApiPlan = ({
  id,
  articleId,
  kind,
  dueAt,
  revision,
  siteNames,
  lacksApproval,
  result,
  notes,
}: Plan) => ({
  id,
  articleId,
  kind,
  dueAt,
  revision,
  siteNames,
  waitsForReview: lacksApproval,
  result,
  notes,
})

/** Returns the number of entries of a page that a query asks for. */
export const toLimit = ({ limit }: { limit?: string | undefined }): number => Number(limit ?? PAGE_ENTRIES)

/** Returns the fields of a request that were sent. */
export const withoutUndefined = <T extends object>(sent: T) =>
  Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined)) as {
    [Name in keyof T]: Exclude<T[Name], undefined>
  }
