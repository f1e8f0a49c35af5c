import type { FindingKind, PageCount } from './audit.ts'

/** The title of a refused or failed audit. */
export const auditFailed = 'Failed to audit pages'
/** The sentence for each reason why an audit was not started. */
export const alreadyAuditing = 'Your pages are being looked at already.'

interface KindText {
  label: string
  /** The reason why it matters, in a sentence or two. */
  why: string
  /** Returns the problem of a page, from the detail of the finding. */
  describe: (detail: string) => string
}

const ofTwo = (detail: string) => detail.split('/') as [string, string]

/** The texts of each kind of finding. */
export const findingTexts: Record<FindingKind, KindText> = {
  'broken-links': {
    label: 'Broken links',
    why: 'Readers and crawlers who follow the link find nothing.',
    describe: (detail) => detail,
  },
  orphans: {
    label: 'Orphans',
    why: 'No other article links to it, so readers rarely come by it and crawlers think little of it.',
    describe: () => 'No other article links to it',
  },
  'page-links': {
    label: 'Broken links of landing pages',
    why: 'The template, or what is noted of a city or a service, links to what readers and crawlers do not find.',
    describe: (detail) => detail,
  },
  'title-duplicate': {
    label: 'Duplicate titles',
    why: 'Search engines cannot tell the pages apart, and show one of them or neither.',
    describe: (detail) => `${detail} pages have this title`,
  },
  'title-long': {
    label: 'Long titles',
    why: 'Search results cut titles off at about 600 pixels, some 60 characters.',
    describe: (detail) => `About ${detail} of 600 pixels`,
  },
  'description-missing': {
    label: 'No description',
    why: 'Search engines pick a piece of the text, which seldom says why to click.',
    describe: () => 'It has no meta description',
  },
  'description-short': {
    label: 'Short descriptions',
    why: 'There is room for 120 to 160 characters; what is shorter leaves some of it to others.',
    describe: (detail) => `${detail} of at least 120 characters`,
  },
  'description-long': {
    label: 'Long descriptions',
    why: 'What goes beyond 160 characters is cut off, often in the middle of the sentence.',
    describe: (detail) => `${detail} of at most 160 characters`,
  },
  'description-duplicate': {
    label: 'Duplicate descriptions',
    why: 'The same words for several pages tell readers of results nothing about any of them.',
    describe: (detail) => `${detail} pages have this description`,
  },
  'image-missing': {
    label: 'No picture',
    why: 'An article without a picture is passed over in lists, news results and where it is shared.',
    describe: () => 'It has no picture',
  },
  'alt-missing': {
    label: 'Pictures without words',
    why: 'Without an alternative text a picture says nothing to those who do not see it, crawlers among them.',
    describe: (detail) => {
      const [missing, all] = ofTwo(detail)
      return `${missing} of ${all} ${all === '1' ? 'picture has' : 'pictures have'} no alternative text`
    },
  },
  'headings-missing': {
    label: 'No headings',
    why: 'Nobody finds their way in a long text without them; screen readers jump from one to the next.',
    describe: (detail) => `${Number(detail).toLocaleString('en-US')} words without a heading`,
  },
  'headings-skipped': {
    label: 'Skipped headings',
    why: 'A level that is left out looks like a part that is missing, to screen readers and crawlers alike.',
    describe: (detail) => {
      const [from, to] = ofTwo(detail)
      return from === '1' ? `It begins with a heading of level ${to}` : `From level ${from} to level ${to}`
    },
  },
}

/** The labels of the chart's lines, in the order of its legend. */
export const countLabels: Record<Exclude<keyof PageCount, 'day'>, string> = {
  articles: 'Articles',
  published: 'Landing pages',
  noindex: 'Kept from search engines',
  unpublished: 'Not published',
  retired: 'Retired',
}
