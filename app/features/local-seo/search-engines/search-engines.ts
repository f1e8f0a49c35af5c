import type { Engine, EngineReach } from '../../../platform/page-changes.ts'
import type { Refusal } from '../../../shared/refusal.ts'

/** The path of the notices screen. */
export const NOTICES_PATH = '/seo-dashboard/notices'

/** The outcome of a notice, with its toast. */
export interface NoticeOutcome {
  /** True if no configured engine has failed; also true while the notice is running. */
  isDone: boolean
  /** True if a search engine was notified of changes. */
  isNews: boolean
  message: string
  description: string
}

/** The kind of runs that notify search engines. */
export const NOTICE_RUN = 'notice'

/** The result of notifying an engine. */
export type NoticeStatus =
  | 'accepted'
  | 'failed' // the detail has the reason; unless it is final, the engine is notified again later
  | 'waiting' // not notified yet: the engine is paused, or another one comes first
  | 'unchanged' // there was no news for it
  | 'not-configured'
  | 'not-public' // it cannot read pages at the URL of this installation

/** The result of one engine in a notice. */
export interface EngineNotice {
  engine: Engine
  status: NoticeStatus
  /** The number of URLs that were sent. */
  addresses: number
  /** A sentence for the operator. */
  detail: string
}

/** The reason why an engine waits: it is paused, or has failed too often. */
export type WaitReason = 'paused' | 'failing'

/** The result of one engine as a run stores it: with the reason why it waits in place of the sentence. */
export type StoredNotice =
  | EngineNotice
  | (Omit<EngineNotice, 'detail'> & { reason: WaitReason; waitS: number })

/** The reason why no engine is notified: with the wait in seconds, or with the reason of each engine. */
export type PingRefusal =
  | Refusal<'too-many', { waitS: number }>
  | Refusal<'running'>
  | Refusal<'not-possible', { engines: EngineNotice[] }>

/** A changed page that waits for a notice. */
interface WaitingPage {
  id: string
  url: string
  change: 'changed' | 'removed'
  changedAt: Date
}

/** The answer of an engine to a notice. */
export interface Receipt {
  id: string
  engine: Engine
  origin: string
  addresses: number
  /** The first 5 URLs. */
  examples: string[]
  /** The HTTP status; null without an answer. */
  status: number | null
  outcome: 'accepted' | 'refused' | 'failed'
  detail: string
  createdAt: Date
}

/** The state of an engine for an account. */
export interface EngineState {
  engine: Engine
  state: EngineReach
  /** The number of the account's changed pages that wait. */
  waiting: number
  /** The end of the pause; null without one. */
  pausedUntil: Date | null
  last: Receipt | undefined
}

/** The data of the notices screen. */
export interface NoticesScreen {
  engines: EngineState[]
  /** The first 20 pages, the oldest change first; `total` counts all. */
  waiting: { pages: WaitingPage[]; total: number }
  history: { receipts: Receipt[]; total: number; page: number; pageCount: number }
  /** The URL of this installation. */
  siteUrl: string
}
