import { z } from 'zod'
import { withoutMarks } from './insert-picture.ts'
import { readTyped, type TypedDraft } from './publishing.ts'

/** What somebody had typed in this browser, and when. */
export interface KeptDraft {
  /** Milliseconds since 1970. */
  savedAt: number
  typed: TypedDraft
}

const keptDraft: z.ZodType<KeptDraft> = z.object({
  savedAt: z.number(),
  typed: z.object({
    draftId: z.uuid(),
    title: z.string(),
    content: z.string(),
    metaDescription: z.string(),
    author: z.string(),
    tags: z.string(),
    keywords: z.string(),
    canonicalUrl: z.string(),
    siteIds: z.array(z.string()),
    generateVariations: z.boolean(),
  }),
})

const MOST = 10
const toPrefix = (accountId: string) => `draft:${accountId}:`
/** Names a draft in the browser's store, and the lock that says which tab writes it. */
export const toKey = (accountId: string, draftId: string) => toPrefix(accountId) + draftId

/** The drafts of an account in this browser, the last one first. */
export function listKept(accountId: string, store: Storage): KeptDraft[] {
  const prefix = toPrefix(accountId)
  return Object.keys(store)
    .filter((key) => key.startsWith(prefix))
    .map((key) => parseKept(store.getItem(key)))
    .filter((kept) => kept !== undefined)
    .toSorted((a, b) => b.savedAt - a.savedAt)
}

function parseKept(text: string | null): KeptDraft | undefined {
  try {
    return keptDraft.safeParse(JSON.parse(text ?? '')).data
  } catch {
    return undefined // not of ours
  }
}

/** Keeps what a form holds, or forgets it where it holds nothing; tells when. The oldest ones make room. */
export function keepDraft(accountId: string, form: FormData, store: Storage): number | undefined {
  const typed = readTyped(form)
  typed.content = withoutMarks(typed.content)
  const key = toKey(accountId, typed.draftId)
  if (isEmpty(typed)) {
    store.removeItem(key)
    return undefined
  }
  const savedAt = Date.now()
  try {
    store.setItem(key, JSON.stringify({ savedAt, typed } satisfies KeptDraft))
  } catch {
    return undefined // full, or shut off: nothing to be done about it here
  }
  for (const old of listKept(accountId, store).slice(MOST)) forgetDraft(accountId, old.typed.draftId, store)
  return savedAt
}

/** Forgets a draft: it was published, or its author does not want it. */
export const forgetDraft = (accountId: string, draftId: string, store: Storage) =>
  store.removeItem(toKey(accountId, draftId))

/** Whether there is anything in a form that somebody would miss. */
export const holdsText = (form: HTMLFormElement) => !isEmpty(readTyped(new FormData(form)))

// The name of the author is filled in by itself, and sites alone are no draft.
const isEmpty = ({ title, content, metaDescription, tags, keywords, canonicalUrl }: TypedDraft) =>
  [title, content, metaDescription, tags, keywords, canonicalUrl].every((text) => text.trim() === '')
