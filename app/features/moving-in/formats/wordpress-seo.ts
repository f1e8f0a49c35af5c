/** What a plugin for search engines says of an article. */
interface Seo {
  description: string | undefined
  canonical: string | undefined
  /** The address of the picture for networks, or of the cover if a plugin has one of another site. */
  image: string | undefined
  /** The kinds of things that the article loses. */
  lost: string[]
}

// The keys of Yoast, Rank Math, All in One SEO (two generations), SEOPress and The SEO Framework.
const DESCRIPTION = [
  '_yoast_wpseo_metadesc',
  'rank_math_description',
  '_aioseo_description',
  '_aioseop_description',
  '_seopress_titles_desc',
  '_genesis_description',
]
const CANONICAL = [
  '_yoast_wpseo_canonical',
  'rank_math_canonical_url',
  '_aioseo_canonical_url',
  '_aioseop_custom_link',
  '_seopress_robots_canonical',
  '_genesis_canonical_uri',
]
const IMAGE = [
  'fifu_image_url',
  '_thumbnail_ext_url',
  '_yoast_wpseo_opengraph-image',
  'rank_math_facebook_image',
  '_aioseo_og_image_url',
  '_seopress_social_fb_img',
  '_social_image_url',
  '_yoast_wpseo_twitter-image',
  'rank_math_twitter_image',
  '_seopress_social_twitter_img',
]
const TITLE = [
  '_yoast_wpseo_title',
  'rank_math_title',
  '_aioseo_title',
  '_aioseop_title',
  '_seopress_titles_title',
  '_genesis_title',
]
const KEYWORD = [
  '_yoast_wpseo_focuskw',
  'rank_math_focus_keyword',
  '_seopress_analysis_target_kw',
  '_aioseop_keywords',
  '_aioseo_keywords',
]
const NOINDEX: [key: string, value: RegExp][] = [
  ['_yoast_wpseo_meta-robots-noindex', /^1$/],
  ['rank_math_robots', /noindex/],
  ['_aioseo_robots_noindex', /^(1|on|true)$/],
  ['_aioseop_noindex', /^(1|on)$/],
  ['_seopress_robots_index', /^yes$/],
  ['_genesis_noindex', /^1$/],
]
// Texts that the plugin fills in, such as `%%excerpt%%`, `%title%` or `#post_title`.
const VARIABLE = /%%\w+%%|(?:^|\s)%\w+(?:\([^)]{0,50}\))?%|#(?:post|site|separator|author|category)_\w+/

/** Returns the description, the canonical URL and the picture that a plugin has stored, from an item's meta data. */
export function readSeo(meta: Map<string, string>): Seo {
  const first = (keys: string[]) => keys.map((key) => meta.get(key)?.trim()).find(Boolean)
  const description = first(DESCRIPTION)
  const isVariable = description !== undefined && VARIABLE.test(description)
  const lost = [
    isVariable && 'description for search engines (made of variables)',
    first(TITLE) !== undefined && 'title for search engines (its article’s title counts)',
    first(KEYWORD) !== undefined && 'keyword for search engines',
    NOINDEX.some(([key, value]) => value.test(meta.get(key) ?? '')) &&
      'noindex (search engines may list the article)',
  ]
  return {
    description: isVariable ? undefined : description,
    canonical: first(CANONICAL),
    image: first(IMAGE.filter((key) => /^(?:https?:)?\//i.test(meta.get(key)?.trim() ?? ''))),
    lost: lost.filter((kind) => kind !== false),
  }
}
