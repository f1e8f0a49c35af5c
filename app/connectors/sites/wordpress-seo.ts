import type { OutgoingArticle } from './site-connector.ts'

type Meta = Record<string, unknown>

interface SeoPlugin {
  name: string
  /** A field that a post has only if the plugin lets the REST API write its fields. */
  field: string
  toMeta: (article: OutgoingArticle) => Meta
}

const PLUGINS: SeoPlugin[] = [
  {
    name: 'Yoast SEO',
    field: '_yoast_wpseo_canonical',
    toMeta: ({ canonicalUrl, isNoindex, metaDescription }) => ({
      _yoast_wpseo_canonical: canonicalUrl ?? '',
      '_yoast_wpseo_meta-robots-noindex': isNoindex ? '1' : '0',
      _yoast_wpseo_metadesc: metaDescription ?? '',
    }),
  },
  {
    name: 'Rank Math',
    field: 'rank_math_canonical_url',
    toMeta: ({ canonicalUrl, isNoindex, metaDescription }) => ({
      rank_math_canonical_url: canonicalUrl ?? '',
      rank_math_robots: [isNoindex ? 'noindex' : 'index'],
      rank_math_description: metaDescription ?? '',
    }),
  },
]

/** Returns the names of the SEO plugins whose fields are in the `meta` of a post. */
export const listSeoPlugins = (meta: Meta): string[] =>
  PLUGINS.filter(({ field }) => field in meta).map(({ name }) => name)

/**
 * Returns new values for the fields of SEO plugins that differ from the article; undefined if none does. Only fields in
 * the `meta` of the post can be written, and most sites have none.
 */
export function toSeoMeta(article: OutgoingArticle, meta: Meta): Meta | undefined {
  const wanted = PLUGINS.filter(({ field }) => field in meta).flatMap(({ toMeta }) =>
    Object.entries(toMeta(article)),
  )
  const stale = wanted.filter(
    ([name, value]) => name in meta && JSON.stringify(meta[name]) !== JSON.stringify(value),
  )
  return stale.length > 0 ? Object.fromEntries(stale) : undefined
}
