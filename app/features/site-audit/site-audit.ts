import type { RunState } from '../runs/runs.ts'

/** The kind of its runs. */
export const AUDIT_RUN = 'audit'

export const AUDIT_PATH = '/seo-dashboard/audit'

/** What an audit looks for, the gravest first. */
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
export type FoundKind = (typeof FOUND_KINDS)[number]

/** What the link report has counted already. */
export const LINK_KINDS = ['broken-links', 'orphans'] as const
export type LinkKind = (typeof LINK_KINDS)[number]

export const FINDING_KINDS = [...LINK_KINDS, ...FOUND_KINDS]
export type FindingKind = (typeof FINDING_KINDS)[number]

export const parseFindingKind = (value: string | null): FindingKind | undefined =>
  FINDING_KINDS.find((kind) => kind === value)

/** An audit as the screen follows it. */
export interface AuditRun {
  id: string
  state: RunState
  /** Pages in all, and those that were looked at. */
  total: number
  done: number
  error: string | null
  createdAt: Date
}

/** One thing that is wrong with one page. */
export interface Finding {
  /** Among those of a list. */
  id: string
  /** The page. */
  title: string
  /** Where it can be mended. */
  editPath: string
  detail: string
  /** Whether it was saved after the audit began: what is said of it may be settled. */
  isChanged: boolean
}

export interface FindingPage {
  kind: FindingKind
  findings: Finding[]
  total: number
  page: number
  pageCount: number
}

/** How many pages an account had in which state on a day. */
export interface PageCount {
  /** As ISO 8601 has it. */
  day: string
  articles: number
  published: number
  noindex: number
  unpublished: number
  retired: number
}

/** What the screen shows. */
export interface AuditScreen {
  hasPages: boolean
  /** The newest audit, whatever came of it. */
  run: AuditRun | undefined
  /** The last one that was done. */
  audit: { auditedAt: Date; pages: number; counts: Partial<Record<FindingKind, number>> } | undefined
  /** When the links were counted; undefined if they never were. */
  linksCheckedAt: Date | undefined
  listed: FindingPage | undefined
  history: PageCount[]
}
