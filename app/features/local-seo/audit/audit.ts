import type { RunState } from '../../runs/runs.ts'

/** The kind of its runs. */
export const AUDIT_RUN = 'audit'

/** The path of the audit screen. */
export const AUDIT_PATH = '/seo-dashboard/audit'

/** The faults that an audit looks for on each page, the most serious first. */
export const FOUND_KINDS = [
  'page-links',
  'title-duplicate',
  'title-long',
  'description-missing',
  'description-short',
  'description-long',
  'description-duplicate',
  'image-missing',
  'alt-missing',
  'headings-missing',
  'headings-skipped',
] as const
/** A fault that an audit finds itself. */
export type FoundKind = (typeof FOUND_KINDS)[number]

/** The faults that an audit takes from the link report. */
export const LINK_KINDS = ['broken-links', 'orphans'] as const
/** A fault that the link report has found. */
export type LinkKind = (typeof LINK_KINDS)[number]

/** All kinds of findings, in the order of the screen. */
export const FINDING_KINDS = [...LINK_KINDS, ...FOUND_KINDS]
/** One kind of finding. */
export type FindingKind = (typeof FINDING_KINDS)[number]

/** Returns the kind that a query parameter names; undefined for any other text. */
export const parseFindingKind = (value: string | null): FindingKind | undefined =>
  FINDING_KINDS.find((kind) => kind === value)

/** One audit and its progress. */
export interface AuditRun {
  id: string
  state: RunState
  /** The number of pages, and of those that were examined. */
  total: number
  done: number
  error: string | null
  createdAt: Date
}

/** One fault of one page. */
export interface Finding {
  /** Unique within a list. */
  id: string
  /** The title of the page. */
  title: string
  /** The path of the screen where the operator can correct the fault. */
  editPath: string
  detail: string
  /** True if the page was saved after the audit began. Then the fault may be corrected already. */
  isChanged: boolean
}

/** One page of the list of findings of one kind. */
export interface FindingPage {
  kind: FindingKind
  findings: Finding[]
  total: number
  page: number
  pageCount: number
}

/** The number of pages of each state that an account had on one day. */
export interface PageCount {
  /** `YYYY-MM-DD`, in UTC. */
  day: string
  articles: number
  published: number
  noindex: number
  unpublished: number
  retired: number
}

/** The data of the audit screen. */
export interface AuditScreen {
  hasPages: boolean
  /** The newest audit, even if it failed. */
  run: AuditRun | undefined
  /** The last audit that succeeded. */
  audit: { auditedAt: Date; pages: number; counts: Partial<Record<FindingKind, number>> } | undefined
  /** The time when the links were counted; undefined if they never were. */
  linksCheckedAt: Date | undefined
  listed: FindingPage | undefined
  history: PageCount[]
}
