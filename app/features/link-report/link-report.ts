import { FIXER_PATH } from '../backlink-fixer/backlink-fixer.ts'
import type { RunState } from '../runs/runs.ts'

/** The kind of its runs. */
export const LINK_RUN = 'links'

export const REPORT_PATH = `${FIXER_PATH}/report`

/** Why a link leads nowhere. */
export type LinkFault = 'no-article' | 'no-page' | 'not-published'

/** Into how many inbound links articles are sorted; the last group has no end. */
export const SPREAD = [
  { label: '0', from: 0, to: 0 },
  { label: '1', from: 1, to: 1 },
  { label: '2', from: 2, to: 2 },
  { label: '3–5', from: 3, to: 5 },
  { label: '6+', from: 6, to: 2_147_483_647 },
] as const

/** With fewer links than these in or out an article is weak; one that no other links to is an orphan instead. */
export const HEALTHY_INBOUND = 3
export const HEALTHY_OUTBOUND = 2

export const REPORT_LISTS = ['broken', 'orphans'] as const
export type ReportList = (typeof REPORT_LISTS)[number]

/** What is looked at: which list, how much of it. */
export interface ReportFilter {
  /** Broken links where there are some, unless given. */
  list: ReportList | undefined
  /** Part of a title. */
  query: string
  page: number
}

/** A check as the screen follows it. */
export interface LinkRun {
  id: string
  state: RunState
  /** Articles in all, and those that were read. */
  total: number
  done: number
  error: string | null
}

/** An article as lists of the report name it. */
export interface ListedArticle {
  id: string
  title: string
  /** Whether somebody saved or unpublished it after the check began: what the report says of it may be settled. */
  isChanged: boolean
}

export interface LinkedArticle extends ListedArticle {
  inbound: number
}

export interface Orphan extends ListedArticle {
  publishedAt: Date | null
  outbound: number
}

/** A link that leads nowhere, and the article that it stands in. */
export interface BrokenLink extends ListedArticle {
  place: number
  words: string
  address: string
  fault: LinkFault
}

/** The page of a list. */
export interface ReportPage {
  rows: { list: 'broken'; links: BrokenLink[] } | { list: 'orphans'; orphans: Orphan[] }
  query: string
  /** How many there are with this filter. */
  total: number
  page: number
  pageCount: number
}

/** What the last check of an account's links found. */
export interface LinkReport {
  checkedAt: Date
  /** Published ones of the account's own. */
  articles: number
  /** From one of them to another, each pair once. */
  links: number
  orphans: number
  weak: number
  broken: number
  /** How many articles have so many inbound links, in the order of SPREAD. */
  spread: number[]
  /** At most ten. */
  mostLinked: LinkedArticle[]
}

/** What the screen shows. */
export interface LinkReportScreen {
  /** Of this account: whether there is anything to check. */
  hasArticles: boolean
  /** The last check, whatever came of it. */
  run: LinkRun | undefined
  report: LinkReport | undefined
  listed: ReportPage | undefined
}
