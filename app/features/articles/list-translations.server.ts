import { sql } from 'kysely'
import { env } from '../../platform/env.server.ts'
import { db } from '../../platform/store/database.server.ts'
import { prepare } from '../../platform/store/prepared.server.ts'
import type { Translations } from './articles.ts'
import { type GroupPage, toTranslations } from './translations.ts'

/** The SQL expression for the group of translations of a row of `blog_posts`: the id of its first article. */
export const translationGroup = sql<string>`coalesce(blog_posts.translation_of, (
    select coalesce(translation_of, id) from blog_posts as named where named.id = blog_posts.origin_id
  ), blog_posts.id)`

/**
 * The SQL expression for all published pages of the group of a row of `blog_posts`, as JSON: those of articles first. An
 * article is only in groups of its own account.
 */
const translationPages = sql<GroupPage[] | null>`(
  select json_agg(json_build_object(
      'id', pages.id, 'originalId', members.id, 'isFirst', members.translation_of is null, 'slug', pages.slug,
      'lang', pages.lang, 'originalLang', members.lang, 'excerpt', pages.excerpt,
      'canonicalUrl', pages.canonical_url, 'isNoindex', pages.is_noindex,
      'siteId', sites.id, 'siteUrl', sites.url, 'isServed', sites.is_active, 'siteLanguage', faces.language
    ) order by pages.origin_id is not null, pages.id)
  from (select ${translationGroup} as id) as of_group
    join blog_posts as members on members.origin_id is null
      and (members.translation_of = of_group.id or members.id = of_group.id and members.translation_of is null)
      and members.user_id is not distinct from blog_posts.user_id
    join blog_posts as pages on (pages.id = members.id or pages.origin_id = members.id)
      and pages.published_at is not null
    join target_sites as sites on sites.id = pages.site_id
    left join site_faces as faces on faces.site_id = sites.id
)`

/**
 * The SQL condition that an article of the group of a row of `blog_posts` may be in another language: others name the group,
 * or a copy has another language than its original.
 */
export const isInGroup = sql<boolean>`(
  exists (select from blog_posts as members where members.translation_of = ${translationGroup})
  or exists (
    select from blog_posts as copies join blog_posts as originals on originals.id = copies.origin_id
    where originals.id = coalesce(blog_posts.origin_id, blog_posts.id) and copies.lang is distinct from originals.lang
  )
)`

/** Returns the links between the pages of the group of an article, for its own page. */
export async function findTranslations(id: string): Promise<Translations> {
  const [row] = await readGroup(id)
  return linkTranslations(row?.groupPages ?? null, id)
}

const readGroup = prepare((id: string) =>
  db.selectFrom('blogPosts').select(translationPages.as('groupPages')).where('id', '=', id),
)

// It costs one look at the translations for all rows of a query. A copy that a model translated has a language.
const mayBeTranslated = sql<boolean>`(
  ${translationGroup} in (select translation_of from blog_posts where translation_of is not null)
  or blog_posts.origin_id is not null and blog_posts.lang is not null
  or blog_posts.id in (select origin_id from blog_posts where origin_id is not null and lang is not null)
)`

/** The same for many rows: null for those that are in no group. */
export const translationPagesIfAny = sql<
  GroupPage[] | null
>`case when ${mayBeTranslated} then ${translationPages} end`

/** Returns the links between the pages of such a group, for one of them. */
export const linkTranslations = (pages: GroupPage[] | null, shownId: string): Translations =>
  toTranslations(pages ?? [], shownId, env.SITE_URL)
