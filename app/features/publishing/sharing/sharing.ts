import type { DraftText } from '../drafts/drafts.ts'

/** For how many days a link can show a draft, the usual choice first. */
export const SHARE_DAYS = [7, 1, 30] as const

/** The most links to one draft that show it at a time. */
export const SHARES_LIMIT = 20

/** A link that shows a draft to people without an account. */
export interface Share {
  id: string
  url: string
  madeAt: Date
  endsAt: Date
}

/** A draft and the links that show it. */
export interface SharedDraft {
  id: string
  title: string
  shares: Share[]
}

/** Why no link was made. */
export type ShareRefusal = 'draft-gone' | 'too-many-shares'

/** What a link shows: the text as it was saved last, or the address of the article that it has become. */
export type ShownDraft =
  { kind: 'text'; shareId: string; text: DraftText; endsAt: Date } | { kind: 'published'; url: string }
