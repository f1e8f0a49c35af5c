/** One field of an article, as the form, import and export treat it. */
export interface Field {
  kind: 'line' | 'markdown' | 'text' | 'labels' | 'address' | 'cover' | 'language' | 'article'
  /** Maximum characters that the form takes; for labels, of each label. */
  limit: number
  /** Maximum labels that the form takes. */
  most?: number
  /** The name in an import and an export. */
  key: string
  /** The names that other programs use in the front matter of a Markdown file; case and hyphens do not matter. */
  otherKeys?: readonly string[]
}

/**
 * The fields of an article that its author writes. Stored columns, copies on hosted sites, the form, kept drafts,
 * import and export follow from this table. Hashes of a text read the fields of HASHED_NAMES, in this order.
 */
export const FIELDS = {
  title: { kind: 'line', limit: 300, key: 'title' },
  content: { kind: 'markdown', limit: 500_000, key: 'content' },
  metaDescription: {
    kind: 'text',
    limit: 500,
    key: 'description',
    otherKeys: ['summary', 'excerpt', 'metaDescription', 'seoDescription', 'abstract'],
  },
  author: { kind: 'line', limit: 120, key: 'author' },
  tags: { kind: 'labels', limit: 50, most: 20, key: 'tags' },
  keywords: { kind: 'labels', limit: 50, most: 20, key: 'keywords' },
  canonicalUrl: {
    kind: 'address',
    limit: 2048,
    key: 'canonical_url',
    otherKeys: ['canonical', 'canonicalLink', 'originalUrl'],
  },
  cover: {
    kind: 'cover',
    limit: 2048,
    key: 'image_url',
    otherKeys: [
      'image',
      'cover',
      'coverImage',
      'heroImage',
      'hero',
      'featuredImage',
      'featureImage',
      'featured',
      'header',
      'thumbnail',
      'images',
      'banner',
      'bannerImage',
      'ogImage',
      'socialImage',
      'splash',
      'coverImg',
      'coverUrl',
      'coverImageUrl',
      'coverPhoto',
      'imageFile',
      'img',
      'imgUrl',
      'featuredImg',
      'featuredImageUrl',
      'featureImg',
      'headerImage',
      'headerImg',
      'bannerImg',
      'bannerUrl',
      'thumb',
      'thumbnailUrl',
      'thumbnailImage',
      'previewImage',
      'previewImg',
      'preview',
      'postImage',
      'postThumbnail',
      'photo',
      'picture',
      'poster',
      'leadImage',
      'mainImage',
      'titleImage',
      'teaser',
      'teaserImage',
      'cardImage',
      'indexImg',
      'topImg',
      'shareImage',
      'metaImage',
      'seoImage',
      'openGraphImage',
      'twitterImage',
      'og:image',
      'background',
      'backgroundImage',
    ],
  },
  lang: { kind: 'language', limit: 35, key: 'lang', otherKeys: ['language', 'locale'] },
  translationOf: { kind: 'article', limit: 2048, key: 'translation_of' },
} as const satisfies Record<string, Field>

/** The name of a field, which is its column in camelCase too. */
export type FieldName = keyof typeof FIELDS

/** The names of all fields, in the order of FIELDS. */
export const FIELD_NAMES = Object.keys(FIELDS) as FieldName[]

const LATER_NAMES = ['cover', 'lang', 'translationOf'] as const

/** The fields that hashes of a text read. The others were added later, and stand beside them in other hashes. */
export const HASHED_NAMES = FIELD_NAMES.filter(
  (name): name is Exclude<FieldName, (typeof LATER_NAMES)[number]> =>
    !LATER_NAMES.some((later) => later === name),
)

interface Values {
  line: string
  markdown: string
  text: string | null
  labels: string[]
  address: string | null
  /** See `toCover`. */
  cover: string | null
  /** A BCP 47 tag; null if the letters of the text shall tell it. */
  language: string | null
  /** The id of another article. A form takes its address or its title, too. */
  article: string | null
}

/** An article as its author wrote it, before it has an id, a slug or HTML. */
export type ArticleText = { -readonly [F in FieldName]: Values[(typeof FIELDS)[F]['kind']] }

/** Returns an object with one value for each field. */
export const mapFields = <T>(toValue: (name: FieldName, field: Field) => T): Record<FieldName, T> =>
  Object.fromEntries(FIELD_NAMES.map((name) => [name, toValue(name, FIELDS[name])])) as Record<FieldName, T>

/** Returns the fields of an article as the strings that a form shows: labels with commas, empty for null. */
export const toTypedFields = (article: ArticleText): Record<FieldName, string> =>
  mapFields((name) => {
    const value = article[name]
    return Array.isArray(value) ? value.join(', ') : (value ?? '')
  })
