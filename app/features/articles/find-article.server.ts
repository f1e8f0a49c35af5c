import { type InferResult, sql } from 'kysely'
import { db } from '../../platform/store/database.server.ts'
import { prepare } from '../../platform/store/prepared.server.ts'
import { pick } from '../../shared/pick.ts'
import {
  type Article,
  type ArticleCard,
  type ArticleWithToc,
  CATEGORIES,
  RELATED_LIMIT,
  toTagKey,
  type Translations,
} from './articles.ts'
import { findTranslations, isInGroup, translationGroup } from './list-translations.server.ts'
import type { TocEntry } from './markdown/markdown.ts'
import {
  ARTICLE_COLUMNS,
  CARD_COLUMNS,
  CARD_FIELDS,
  newestFirst,
  published,
  withMarkedLinks,
} from './select-published.server.ts'
import { NO_TRANSLATIONS } from './translations.ts'

/** The newest articles that are searched first for related ones. */
const RELATED_AMONG = 200

/**
 * Returns a published article of a site by its slug, with up to 3 related ones (spec §7). Articles that share a tag come
 * first, then the newest of the site.
 */
export const findArticle = async (siteId: string, slug: string): Promise<FoundArticle | undefined> =>
  toFoundArticle(siteId, await withRelated(siteId, slug))

/** An article with what its page shows beside it. */
interface FoundArticle {
  article: ArticleWithToc
  related: ArticleCard[]
  /** The group of its translations. */
  group: string
  translations: Translations
}

/** Returns what the rows of `selectArticle` are; undefined without a row. */
export async function toFoundArticle(siteId: string, rows: ArticleRow[]): Promise<FoundArticle | undefined> {
  const [found, ...others] = rows
  if (!found) return undefined
  const { group, mayBeTranslated, ...own } = found
  const article = withMarkedLinks(own)
  const related = others.map((other) => pick(other, CARD_FIELDS))
  return {
    article,
    related: related.length === RELATED_LIMIT ? related : await listRelated(siteId, article),
    group,
    translations: mayBeTranslated ? await findTranslations(article.id) : NO_TRANSLATIONS,
  }
}

type ArticleRow = InferResult<ReturnType<typeof selectArticle>>[number]

// The key of the topic that `topicOf` returns.
const topicKey = sql<string | null>`case ${sql.join(
  CATEGORIES.map(toTagKey).map((key) => sql`when ${sql.lit(key)} = any(tag_keys) then ${sql.lit(key)}`),
  sql` `,
)} else fold_tag(tags[1]) end`

/**
 * Selects the row of an article, and then those of articles that are related to it. A room above adds columns, which may
 * read `shown.is_related`, and `shown.topic_key` of the article itself.
 */
export const selectArticle = (siteId: string, slug: string) =>
  db
    .with('article', () =>
      published(siteId)
        .select(['id', 'tagKeys', topicKey.as('topicKey')])
        .where('slug', '=', slug),
    )
    .with('newest', () => newestFirst(published(siteId).select(['id', 'tagKeys']), RELATED_AMONG))
    .with('shown', (ctes) =>
      ctes
        .selectFrom('article')
        .select(['id', sql<boolean>`false`.as('isRelated'), 'topicKey'])
        .unionAll((query) =>
          query.parens(
            ctes
              .selectFrom(['newest', 'article'])
              .select([
                'newest.id',
                sql<boolean>`true`.as('isRelated'),
                sql<string | null>`null`.as('topicKey'),
              ])
              .whereRef('newest.id', '!=', 'article.id')
              .where(sql<boolean>`newest.tag_keys && article.tag_keys`)
              .limit(sql.lit(RELATED_LIMIT)),
          ),
        ),
    )
    .selectFrom('shown')
    .innerJoin('blogPosts', 'blogPosts.id', 'shown.id')
    .select(ARTICLE_COLUMNS)
    // The texts of the related articles are not shown, so they are not read.
    .select(sql<string>`case when not is_related then content_html end`.as('contentHtml'))
    .select(sql<TocEntry[]>`case when not is_related then toc end`.as('toc'))
    .select(translationGroup.as('group'))
    // Hardly any article is, so the pages of a group are read by a query of their own.
    .select(sql<boolean>`not is_related and ${isInGroup}`.as('mayBeTranslated'))
    .orderBy('shown.isRelated')
    .orderBy('blogPosts.publishedAt', 'desc')
    .orderBy('blogPosts.id', 'desc')
    .$narrowType<{ publishedAt: Date }>()

// Nearly always three of the newest articles are related. Then this one query reads the whole page.
const withRelated = prepare(selectArticle)

async function listRelated(siteId: string, { id, tags }: Article): Promise<ArticleCard[]> {
  const related = await sharingTags(siteId, id, tags.map(toTagKey))
  if (related.length === RELATED_LIMIT) return related
  const newest = await newestOthers(siteId, id)
  const isNew = (other: ArticleCard) => related.every((card) => card.id !== other.id)
  return [...related, ...newest.filter(isNew)].slice(0, RELATED_LIMIT)
}

const publishedBut = (siteId: string, id: string) =>
  published(siteId).select(CARD_COLUMNS).where('id', '!=', id)

const sharingTags = prepare((siteId: string, id: string, tagKeys: string[]) =>
  newestFirst(publishedBut(siteId, id), RELATED_LIMIT)
    .where(sql<boolean>`tag_keys && ${tagKeys}::text[]`)
    .$narrowType<{ publishedAt: Date }>(),
)

// The newest may include the related ones: twice the limit always leaves enough others.
const newestOthers = prepare((siteId: string, id: string) =>
  newestFirst(publishedBut(siteId, id), RELATED_LIMIT * 2).$narrowType<{ publishedAt: Date }>(),
)
