import type { Article } from '../../app/features/articles/articles.ts'

/** Returns a published article like a query, without a store. */
export function toArticle(overrides: Partial<Article> = {}): Article {
  return {
    id: '01a1fd26-8c97-77b6-8309-db0e57169c42',
    slug: 'a-quiet-harbour',
    title: 'A quiet harbour',
    metaDescription: null,
    excerpt: 'The tide turned at six.',
    author: 'Ines Halloran',
    tags: ['Travel', 'Health'],
    imageUrl: null,
    imageFocus: null,
    publishedAt: new Date('2026-01-05T06:07:08.999Z'),
    readingMinutes: 1,
    lang: null,
    contentHtml: '<p>The <em>tide</em> turned at six.</p>\n',
    keywords: [],
    canonicalUrl: null,
    isNoindex: false,
    isByOwner: true,
    updatedAt: new Date('2026-02-01T00:00:00Z'),
    ...overrides,
  }
}

/** A text with all kinds of markup of XML and HTML. */
export const NASTY = `<b>"Tom" & 'Jerry'</b> ]]> &amp; <![CDATA[ x ]]> <!-- y --> </script><!--<script>\r\n`

const PIECES = [
  '<',
  '>',
  '&',
  '"',
  "'",
  ']]>',
  '<!--',
  '<![CDATA[',
  '&#0;',
  '&amp;',
  '</item>',
  '<?x ?>',
  '\0',
  '\u0008',
  '\r',
  '\n',
  '\t',
  '\uD800',
  '\uDFFF',
  '\uFFFE',
  '\uFFFF',
  'é',
  '潮',
  '🎉',
  '\u0085',
  '\u2028',
  'plain',
  ' ',
  '=',
  '/',
  '\\',
  '%',
]

/** Returns texts of pieces that could break a document. They are the same at each call. */
export function fuzzTexts(count: number): string[] {
  let state = 1
  const roll = (sides: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return (state >>> 8) % sides
  }
  return Array.from({ length: count }, () =>
    Array.from({ length: 1 + roll(12) }, () => PIECES[roll(PIECES.length)]).join(''),
  )
}
