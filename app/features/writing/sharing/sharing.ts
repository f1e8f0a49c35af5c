import type { DraftText } from '../drafts/drafts.ts'

/** The numbers of days for which a link can show a draft, the usual choice first. */
export const SHARE_DAYS = [7, 1, 30] as const

/** The most active links to one draft. */
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

/** A reason why no link was made or withdrawn. */
export type ShareRefusal = 'draft-gone' | 'too-many-shares' | 'share-gone'

/** The content of a link: the text as it was saved last, or the URL of the published article. */
export type ShownDraft =
  | { kind: 'text'; shareId: string; text: DraftText; endsAt: Date }
  | { kind: 'published'; url: string }
