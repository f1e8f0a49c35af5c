import { type ArticleCard, type ArticlePage, toTagHeading, toTagKey } from '../../articles/articles.ts'

/** A section of a front page. */
export interface ShownSection {
  title: string
  /** The tag whose list it begins; null for chosen articles. */
  tag: string | null
  articles: ArticleCard[]
}

/** What a page of the list of a site's newest articles shows, in the order of the page. */
export interface ShownFront {
  /** The headlines of the strip. */
  news: ArticleCard[]
  /** Undefined for a page without articles, and if all stories are alike. */
  lead: ArticleCard | undefined
  /** The tags under Trending Topics; undefined for the usual ones. */
  topics: string[] | undefined
  sections: ShownSection[]
  latest: ArticleCard[]
  /** True if the latest stories are headlines alone. */
  areHeadlines: boolean
}

interface Choice {
  newest: ArticleCard[]
  news?: ArticleCard[]
  lead?: ArticleCard | undefined
  sections?: ShownSection[]
  layout?: 'even' | 'headlines' | null
  topics?: string[] | undefined
  /** The largest number of articles in the section of a tag. */
  limit?: number
}

/**
 * Arranges the articles of a front page. The section of a tag has articles that are not above it. Each of the newest
 * articles stands once: as the lead, in a section, or among the latest.
 */
export function arrange({ articles }: ArticlePage, choice: Choice): ShownFront {
  const isEven = choice.layout === 'even'
  const lead = choice.lead ?? (isEven ? undefined : articles[0])
  const shown = new Set(lead && [lead.id])
  const sections = (choice.sections ?? []).map((section) => fillUp(section, choice.limit, shown))
  const others = articles.filter(({ id }) => !shown.has(id))
  return {
    news: orElse(choice.news, choice.newest),
    topics: orElse(choice.topics, undefined),
    ...(isEven ? { lead: undefined, latest: [lead ?? [], others].flat() } : { lead, latest: others }),
    sections: sections.filter((section) => section.articles.length > 0),
    areHeadlines: choice.layout === 'headlines',
  }
}

const orElse = <Item, Other>(chosen: Item[] | undefined, other: Other): Item[] | Other =>
  chosen && chosen.length > 0 ? chosen : other

// Adds its articles to those that are shown.
function fillUp(section: ShownSection, limit: number | undefined, shown: Set<string>): ShownSection {
  const articles =
    section.tag === null
      ? section.articles
      : section.articles.filter(({ id }) => !shown.has(id)).slice(0, limit)
  for (const { id } of articles) shown.add(id)
  return { ...section, articles }
}

const TOPICS = 6

/** Returns the tags that most of some articles have, as they are written, the most frequent first. */
export function pickTopics(articles: ArticleCard[]): string[] {
  const counts = new Map<string, number>()
  for (const key of articles.flatMap(({ tags }) => [...new Set(tags.map(toTagKey))]))
    counts.set(key, (counts.get(key) ?? 0) + 1)
  return [...counts]
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, TOPICS)
    .map(([key]) => toTagHeading(key, articles))
}
