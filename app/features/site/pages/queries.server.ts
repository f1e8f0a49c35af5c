import { sql } from 'kysely'
import { prepare } from '../../../platform/store/prepared.server.ts'
import { createTaggedMemory } from '../../../platform/web/tagged-memory.server.ts'
import { capitalise, toFirstSentence } from '../../../shared/text.ts'
import { toAuthorNames } from '../../../shared/author-names.ts'
import {
  type ArticleCard,
  type ArticleScope,
  authorPath,
  categoryPath,
  pageTag,
  topicOf,
} from '../../articles/articles.ts'
import {
  listByAuthor,
  listByCategory,
  listLatest,
  selectArticle,
  toFoundArticle,
} from '../../articles/queries.server.ts'
import { toProfileChoice } from '../../newsroom/authors/queries.server.ts'
import { findMovedTag } from '../../newsroom/tags/queries.server.ts'

const keepNewest = createTaggedMemory<ArticleCard[]>('newest', {
  maxBytes: 4 * 1024 * 1024,
  bytes: 16 * 1024, // a page of cards
})

/**
 * Returns the articles on the first page of a site's list. Kept: every other page of the list needs them, too, and a flood
 * of unknown addresses costs no list each.
 */
export const listFirstPage = (siteId: string): Promise<ArticleCard[]> =>
  keepNewest(
    siteId,
    [pageTag.list(siteId), pageTag.site(siteId)],
    async () => (await listLatest(siteId, 1)).articles,
  )

/** Returns the three newest articles of a site. */
export const listNewest = async (siteId: string): Promise<ArticleCard[]> =>
  (await listFirstPage(siteId)).slice(0, 3)

/** The target of a list without articles. */
export interface MovedList {
  /** Path of the page of the other list. */
  path: string
  /** The page tags of both lists. */
  tags: string[]
}

/**
 * Returns the target of a list without articles: a renamed tag leads to its new name, the text of several authors to
 * the first one's, and a name with hyphens, as other platforms write it in URLs, to the one with spaces. Undefined if there
 * is no target, and for a category that the owner of the site chose: its page is there without articles.
 */
export async function findMovedList(
  siteId: string,
  { category, author, tags }: ArticleScope,
): Promise<MovedList | undefined> {
  if (tags !== undefined) return undefined
  if (category !== undefined) return findMovedCategory(siteId, category)
  return author === undefined ? undefined : findFirstAuthor(siteId, author)
}

async function findMovedCategory(siteId: string, category: string): Promise<MovedList | undefined> {
  const moved = (await findMovedTag(siteId, category)) ?? (await findSpelledOut(siteId, category))
  if (moved === undefined) return undefined
  const tags = [category, moved].map((tag) => pageTag.category(siteId, tag))
  return { path: categoryPath(moved), tags }
}

// Other platforms write hyphens for the spaces of a name in a URL.
async function findSpelledOut(siteId: string, category: string): Promise<string | undefined> {
  const name = category.replaceAll('-', ' ')
  if (name === category) return undefined
  const { total } = await listByCategory(siteId, { category: name }, 1)
  return total === 0 ? undefined : name
}

async function findFirstAuthor(siteId: string, author: string): Promise<MovedList | undefined> {
  const isSlug = /^[a-z0-9]+(-[a-z0-9]+)+$/.test(author)
  const [first] = isSlug ? [author.split('-').map(capitalise).join(' ')] : toAuthorNames(author)
  if (first === undefined || first === author) return undefined
  const { total } = await listByAuthor(siteId, first, 1)
  return total === 0 ? undefined : { path: authorPath(first), tags: [pageTag.author(siteId, first)] }
}

/** The parts of a page below the text of an article. */
export interface Ending {
  /** The first sentence of its first author's biography; null without one. */
  aboutAuthor: string | null
  /** The next older article of its category, or else of its first tag; null if none of the 200 before it has that. */
  next: { id: string; slug: string; title: string; topic: string } | null
}

/** Returns a published article of a site by its slug, as `findArticle` does, with the parts of its page below the text. */
export async function findArticlePage(siteId: string, slug: string) {
  const [first, ...others] = await withEnding(siteId, slug)
  if (!first) return undefined
  const { biography, next, ...own } = first
  const found = await toFoundArticle(siteId, [own, ...others])
  const ending: Ending = {
    aboutAuthor: biography ? toFirstSentence(biography) : null,
    next: next && { ...next, topic: topicOf(own) },
  }
  return found && { ...found, ending }
}

const NEXT_AMONG = 200

const withEnding = prepare((siteId: string, slug: string) =>
  selectArticle(siteId, slug).select([
    sql<Omit<NonNullable<Ending['next']>, 'topic'> | null>`case when not is_related then (
      select json_build_object('id', id, 'slug', slug, 'title', title) from (
        select slug, title, tag_keys, published_at, id from blog_posts as others
        where site_id = ${siteId}::uuid and published_at is not null
          and (published_at, id) < (blog_posts.published_at, blog_posts.id)
        order by published_at desc, id desc limit ${sql.lit(NEXT_AMONG)}
      ) as older
      where tag_keys @> array[shown.topic_key] order by published_at desc, id desc limit 1
    ) end`.as('next'),
    sql<string | null>`case when not is_related then (
      select biography from author_profiles
      where biography <> '' and ${toProfileChoice(siteId, sql`blog_posts.author_names[1]`)}
    ) end`.as('biography'),
  ]),
)
