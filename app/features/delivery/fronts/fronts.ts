import { z } from 'zod'
import { toName } from '../../../shared/text.ts'
import { decodePath, readName, toTagKey } from '../../articles/articles.ts'

/** What the front page of a site shows, as its owner chose it. Articles are named by id, and in a form by slug, too. */
export interface Front {
  /** Null for the usual one. */
  layout: FrontLayout | null
  /** The lead story; null for the newest one. */
  lead: string | null
  sections: FrontSection[]
  /** The headlines of the news strip; empty for the newest ones. */
  news: string[]
  /** The tags under Trending Topics; 'lately' for those of the newest articles, null for the usual four. */
  topics: string[] | 'lately' | null
}

/** A section has the newest articles of a tag, or chosen ones. */
export interface FrontSection {
  title: string
  /** Null for chosen articles. */
  tag: string | null
  articles: string[]
}

/** The layouts besides the usual one: all stories alike, or one picture and then headlines alone. */
export const FRONT_LAYOUTS = ['even', 'headlines'] as const
/** One of these layouts. */
export type FrontLayout = (typeof FRONT_LAYOUTS)[number]

/** The limits of a front page. */
export const FRONT_LIMIT = { sections: 6, picks: 6, news: 6, topics: 8, title: 40, tag: 60 }

/** The fields of its form. */
export const FRONT_FIELDS = ['layout', 'lead', 'sections', 'news', 'topicsFrom', 'topics'] as const
/** The form as it was typed. */
export type FrontFormValues = Record<(typeof FRONT_FIELDS)[number], string>

/** A reason why a field was refused. `line` is the number of the first wrong line. */
export type FrontRefusal = { reason: 'too-many'; limit: number } | { reason: 'no-article'; line: number }
/** The fields that were refused. */
export type FrontErrors = Partial<Record<'lead' | 'sections' | 'news' | 'topics', FrontRefusal>>

const name = z.string().min(1)
const section = z.object({ title: name, tag: name.nullable(), articles: z.array(name) })
const stored = z.object({
  layout: z.enum(FRONT_LAYOUTS).nullable(),
  lead: name.nullable(),
  sections: z.array(section),
  news: z.array(name),
  topics: z.union([z.literal('lately'), z.array(name)]).nullable(),
})

/** Reads a stored front page; null for none, and for one of another release. */
export const readFront = (value: unknown): Front | null => stored.safeParse(value).data ?? null

/** Lists the articles that a front page names, each once. */
export const listNamed = ({ lead, sections, news }: Front): string[] => [
  ...new Set([lead ?? [], sections.map(({ articles }) => articles), news].flat(2)),
]

/** Returns a front page whose articles have other names. */
export const renameArticles = (front: Front, toNewName: (name: string) => string): Front => ({
  ...front,
  lead: front.lead && toNewName(front.lead),
  sections: front.sections.map((one) => ({ ...one, articles: one.articles.map(toNewName) })),
  news: front.news.map(toNewName),
})

/** Returns the path that names an article in the form. */
export const toArticleLine = (articleName: string) => `/article/${articleName}`

const EMPTY_FORM: FrontFormValues = {
  layout: '',
  lead: '',
  sections: '',
  news: '',
  topicsFrom: '',
  topics: '',
}

/** Returns a front page as its form shows it. */
export function toFrontForm(front: Front | null): FrontFormValues {
  if (!front) return EMPTY_FORM
  const { layout, lead, sections, news, topics } = front
  const isLately = topics === 'lately'
  return {
    layout: layout ?? '',
    lead: lead === null ? '' : toArticleLine(lead),
    sections: sections.map(toSectionLine).join('\n'),
    news: news.map(toArticleLine).join('\n'),
    topicsFrom: isLately ? 'lately' : '',
    topics: isLately || topics === null ? '' : topics.join(', '),
  }
}

function toSectionLine({ title, tag, articles }: FrontSection): string {
  if (tag === title) return title
  return `${title} | ${tag ?? articles.map(toArticleLine).join(' ')}`
}

/** A front page that edits itself. */
const USUAL: Front = { layout: null, lead: null, sections: [], news: [], topics: null }

/** Checks the form of a front page. All fields empty mean the one that edits itself, which is null. */
export function parseFront(typed: FrontFormValues): { front: Front | null; errors: FrontErrors } {
  const errors: FrontErrors = {}
  const limit = <Found>(field: keyof FrontErrors, found: Found[], most: number): Found[] => {
    if (found.length > most) errors[field] ??= { reason: 'too-many', limit: most }
    return found.slice(0, most)
  }
  const readLines = <Found>(field: 'lead' | 'sections' | 'news', read: (line: string) => Found | undefined) =>
    typed[field].split('\n').flatMap((line, index) => {
      if (line.trim() === '') return []
      const found = read(line.trim())
      if (found === undefined) errors[field] ??= { reason: 'no-article', line: index + 1 }
      return found ?? []
    })
  const sections = limit('sections', readLines('sections', readSection), FRONT_LIMIT.sections)
  for (const { articles } of sections) limit('sections', articles, FRONT_LIMIT.picks)
  const topics = limit('topics', readTopics(typed), FRONT_LIMIT.topics)
  const front: Front = {
    layout: FRONT_LAYOUTS.find((layout) => layout === typed.layout) ?? null,
    lead: readLines('lead', readArticleName)[0] ?? null,
    sections,
    news: limit('news', [...new Set(readLines('news', readArticleName))], FRONT_LIMIT.news),
    topics: typed.topicsFrom === 'lately' ? 'lately' : orNull(topics),
  }
  return { front: JSON.stringify(front) === JSON.stringify(USUAL) ? null : front, errors }
}

const orNull = (topics: string[]) => (topics.length > 0 ? topics : null)

function readTopics({ topicsFrom, topics }: FrontFormValues): string[] {
  const tags = new Map<string, string>()
  for (const part of topicsFrom === 'lately' ? [] : topics.split(',')) {
    const tag = toTag(part)
    if (tag !== '' && !tags.has(toTagKey(tag))) tags.set(toTagKey(tag), tag)
  }
  return [...tags.values()]
}

const toTag = (text: string) => toName(text, FRONT_LIMIT.tag).normalize('NFC')

// `Sea`, `Our coast | sea` or `Our choice | /article/one /article/two`.
function readSection(line: string): FrontSection | undefined {
  const bar = line.lastIndexOf('|')
  const from = line.slice(bar + 1).trim()
  const title = toName(bar < 0 ? from : line.slice(0, bar), FRONT_LIMIT.title)
  if (title === '' || from === '') return undefined
  if (!/^(?:\/|https?:)/.test(from)) return { title, tag: toTag(from), articles: [] }
  if (/^\/category\/[^/\s]+$/.test(from)) {
    const tag = toTag(readName(from)) // an address may have any character, escaped
    return tag === ''
      ? undefined
      : { title: bar < 0 ? toName(tag, FRONT_LIMIT.title) : title, tag, articles: [] }
  }
  const articles = from.split(/\s+/).map(readArticleName)
  return articles.includes(undefined) || bar < 0
    ? undefined
    : { title, tag: null, articles: [...new Set(articles.flatMap((one) => one ?? []))] }
}

// The address of an article, or that of its form in the desk.
function readArticleName(address: string): string | undefined {
  const url = /^(?:\/|https?:)\S+$/.test(address) ? URL.parse(address, 'https://site.example') : null
  const [, found] = /^\/articles?\/([^/]+)\/?$/.exec(url?.pathname ?? '') ?? []
  return found && decodePath(found).replaceAll('\0', '')
}
