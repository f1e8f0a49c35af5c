import { FIXER_PATH } from '../fixer/fixer.ts'
import type { RunState } from '../../runs/runs.ts'

/** The kind of the runs that check links, in the database. */
export const LINK_RUN = 'links'

/** The address of the link report's screen. */
export const REPORT_PATH = `${FIXER_PATH}/report`

/** A reason why a link leads nowhere. */
export type LinkFault = 'no-article' | 'no-page' | 'not-published'

/** The sentence for each fault, here and in the audit. */
export const linkFaults: Record<LinkFault, string> = {
  'no-article': 'There is no article at this address.',
  'no-page': 'There is no page for readers at this address.',
  'not-published': 'That article is not published.',
}

/** The groups of articles by their number of inbound links. The last group has no upper limit. */
export const SPREAD = [
  { label: '0', from: 0, to: 0 },
  { label: '1', from: 1, to: 1 },
  { label: '2', from: 2, to: 2 },
  { label: '3–5', from: 3, to: 5 },
  { label: '6+', from: 6, to: 2_147_483_647 },
] as const

/** An article with fewer inbound links is weak; with none it is an orphan. */
export const HEALTHY_INBOUND = 3
/** An article with fewer outbound links is weak. */
export const HEALTHY_OUTBOUND = 2

/** The lists of a report, of which the screen shows one at a time. */
export const REPORT_LISTS = ['broken', 'orphans'] as const

/** One of `REPORT_LISTS`. */
export type ReportList = (typeof REPORT_LISTS)[number]

/** Chooses one list of a report, and one page of it. */
export interface ReportFilter {
  /** Undefined: the broken links if there are any, or else the orphans. */
  list: ReportList | undefined
  /** Part of a title, in any case; empty for all. */
  query: string
  page: number
}

/** A check of links as its screen shows it. */
export interface LinkRun {
  id: string
  state: RunState
  /** The number of articles. */
  total: number
  /** The number of articles that were read. */
  done: number
  error: string | null
}

/** An article in a list of the report. */
export interface ListedArticle {
  id: string
  title: string
  /** True if it was saved or unpublished after the check began, so that the report may be outdated for it. */
  isChanged: boolean
}

/** An article with the number of other articles that link to it. */
export interface LinkedArticle extends ListedArticle {
  inbound: number
}

/** An article that no other article links to, with the number of articles that it links to. */
export interface Orphan extends ListedArticle {
  publishedAt: Date | null
  outbound: number
}

/** A link that leads nowhere, with the article that contains it. */
export interface BrokenLink extends ListedArticle {
  /** The index of the link among the links of the article, from 0. */
  place: number
  words: string
  address: string
  fault: LinkFault
}

/** One page of a list. */
export interface ReportPage {
  rows: { list: 'broken'; links: BrokenLink[] } | { list: 'orphans'; orphans: Orphan[] }
  query: string
  /** The number of rows that match the filter. */
  total: number
  page: number
  pageCount: number
}

/** The results of the last check of an account's links. */
export interface LinkReport {
  checkedAt: Date
  /** The number of the account's published articles. */
  articles: number
  /** The number of links between these articles; several links from one article to another count once. */
  links: number
  orphans: number
  weak: number
  broken: number
  /** The number of articles in each group of `SPREAD`, in its order. */
  spread: number[]
  /** The articles with the most inbound links, at most ten. */
  mostLinked: LinkedArticle[]
}

/** The content of the link report's screen. */
export interface LinkReportScreen {
  /** True if the account has published articles. */
  hasArticles: boolean
  /** The newest check, also if it failed. */
  run: LinkRun | undefined
  report: LinkReport | undefined
  listed: ReportPage | undefined
}
