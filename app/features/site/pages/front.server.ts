import { validate as isUuid } from 'uuid'
import type { RequestSite } from '../../../platform/web/request-context.server.ts'
import {
  type ArticleCard,
  type ArticlePage,
  isExpectedList,
  toSiteScope,
  toTagKey,
} from '../../articles/articles.ts'
import { listOfOriginals, listUsedTags } from '../../articles/placement/queries.server.ts'
import { listByCategory } from '../../articles/queries.server.ts'
import { findMovedTag } from '../../newsroom/tags/queries.server.ts'
import { arrange, pickTopics, type ShownFront } from './front.ts'
import { listFirstPage } from './queries.server.ts'

type Choice = NonNullable<NonNullable<RequestSite['face']>['front']>
type Section = Choice['sections'][number]

const SECTION_SIZE = 3 // a row of cards

/**
 * Returns what a page of a site's list of newest articles shows: as its owner chose it, or as it edits itself. Lead and
 * sections are on the first page alone. An article that readers cannot open now, and a section without articles, are left
 * out.
 */
export async function findFront(site: RequestSite, page: ArticlePage): Promise<ShownFront> {
  const { id: siteId, face } = site
  // The strip tells the newest headlines on every page of the list.
  const newest = page.page === 1 ? page.articles : await listFirstPage(siteId)
  const choice = face?.front
  if (!choice) return arrange(page, { newest })
  const isFirst = page.page === 1
  const { lead, sections } = isFirst ? choice : { lead: null, sections: [] }
  const named = [lead ?? [], sections.map(({ articles }) => articles), choice.news].flat(2)
  const ids = named.filter((name) => isUuid(name)) // a preview may have other names
  const picked = await listOfOriginals(siteId, ids)
  const pick = (names: string[]) => names.flatMap((name) => picked.get(name) ?? [])
  return arrange(page, {
    newest,
    news: pick(choice.news),
    lead: lead === null ? undefined : picked.get(lead),
    sections: await Promise.all(sections.map((section) => fillSection(site, section, pick))),
    layout: choice.layout,
    topics: await findTopics(site, choice.topics, newest),
    limit: SECTION_SIZE,
  })
}

async function fillSection(site: RequestSite, section: Section, pick: (ids: string[]) => ArticleCard[]) {
  const { title, tag } = section
  if (tag === null) return { title, tag, articles: pick(section.articles) }
  const { articles } = await listByCategory(site.id, toSiteScope(site, { category: tag }), 1)
  if (articles.length > 0) return { title, tag, articles }
  const moved = await findMovedTag(site.id, tag)
  return moved === undefined
    ? { title, tag, articles }
    : { title, tag: moved, articles: (await listByCategory(site.id, { category: moved }, 1)).articles }
}

// The eight categories are pages without articles, too. A renamed tag leads to its new name.
async function findTopics(site: RequestSite, topics: Choice['topics'], newest: ArticleCard[]) {
  if (topics === null) return undefined
  if (topics === 'lately') return pickTopics(newest)
  const used = new Set(await listUsedTags(site.id, topics.map(toTagKey)))
  const found = await Promise.all(
    topics.map(async (tag) =>
      used.has(toTagKey(tag)) ||
      isExpectedList(toSiteScope(site, { category: tag })) ||
      (await findMovedTag(site.id, tag))
        ? [tag]
        : [],
    ),
  )
  return found.flat()
}
