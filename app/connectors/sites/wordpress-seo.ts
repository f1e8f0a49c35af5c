import type { OutgoingArticle } from './site-connector.ts'

type Meta = Record<string, unknown>

interface SeoPlugin {
  name: string
  /** The field that shows whether the plugin lets the REST API write its fields at all. */
  sign: string
  toMeta: (article: OutgoingArticle) => Meta
}

const PLUGINS: SeoPlugin[] = [
  {
    name: 'Yoast SEO',
    sign: '_yoast_wpseo_canonical',
    toMeta: ({ canonicalUrl, isNoindex, metaDescription }) => ({
      _yoast_wpseo_canonical: canonicalUrl ?? '',
      '_yoast_wpseo_meta-robots-noindex': isNoindex ? '1' : '0',
      _yoast_wpseo_metadesc: metaDescription ?? '',
    }),
  },
  {
    name: 'Rank Math',
    sign: 'rank_math_canonical_url',
    toMeta: ({ canonicalUrl, isNoindex, metaDescription }) => ({
      rank_math_canonical_url: canonicalUrl ?? '',
      rank_math_robots: [isNoindex ? 'noindex' : 'index'],
      rank_math_description: metaDescription ?? '',
    }),
  },
]

/** The SEO plugins whose fields a post has, told by its `meta`. */
export const listSeoPlugins = (meta: Meta): string[] =>
  PLUGINS.filter(({ sign }) => sign in meta).map(({ name }) => name)

/**
 * The fields of SEO plugins that a post has and that say something else than the article does; undefined where there
 * are none: most sites offer none, and what a plugin does not register cannot be written.
 */
export function toSeoMeta(article: OutgoingArticle, meta: Meta): Meta | undefined {
  const wanted = PLUGINS.filter(({ sign }) => sign in meta).flatMap(({ toMeta }) =>
    Object.entries(toMeta(article)),
  )
  const stale = wanted.filter(
    ([field, value]) => field in meta && JSON.stringify(meta[field]) !== JSON.stringify(value),
  )
  return stale.length > 0 ? Object.fromEntries(stale) : undefined
}
