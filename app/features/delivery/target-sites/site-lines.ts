import { setImmediate as nextTick } from 'node:timers/promises'
import { SITE_LANGUAGES } from '../../../shared/languages.ts'
import { leaveOut, makeTally, toHeadings } from '../../../shared/left-out.ts'
import { refuse } from '../../../shared/refusal.ts'
import { type Face, type FaceErrors, parseFace, toFaceForm } from '../faces/faces.ts'
import { addressHints, sayAccent, sayLanguages } from './messages.ts'
import { checkSettings, type NewSite } from './site-form.ts'
import type { LackedColumn, SitesReport } from './sites-file.ts'
import { parseSiteUrl } from './target-sites.ts'

// The patterns match headings without spaces and punctuation.
const HEADINGS = {
  name: /^(name|site|sitename|title)$/,
  url: /^(address|url|host|hostname|domain|website)$/,
  groupName: /^(group|client|customer)$/,
  description: /^(description|about|tone)$/,
  tagline: /^(tagline|motto)$/,
  language: /^(language|lang)$/,
  accent: /^(accent|colour|color)$/,
}

type Field = keyof typeof HEADINGS

/** A site that a line of a file adds, with its look. */
export interface SiteLine {
  line: number
  site: NewSite
  face: Face
}

/** The sites of a file, and its lines that add none. */
export interface SiteLines extends SitesReport {
  found: SiteLine[]
}

interface Means {
  mainOrigin: string
  /** The look that the sites get, apart from what their lines say. */
  like: Face
}

const LINES_AT_ONCE = 20 // some 10 ms: to find the nearest accent that can be read takes 0.5 ms

/**
 * Reads hosted sites from the lines of a file. Of lines with the same host name, the first counts. Lets the event loop run in
 * between.
 */
export async function readSiteLines(
  { header, lines }: { header: string[]; lines: { line: number; cells: string[] }[] },
  means: Means,
): Promise<{ ok: true; lines: SiteLines } | LackedColumn> {
  const plain = header.map((heading) => heading.toLowerCase().replaceAll(/[^a-z0-9]/g, ''))
  const places = new Map(
    Object.entries(HEADINGS).map(([field, pattern]) => [field, plain.findIndex((one) => pattern.test(one))]),
  )
  for (const [field, column] of [
    ['name', 'name'],
    ['url', 'address'],
  ] as const)
    if (places.get(field) === -1) return refuse('no-column', { column, found: toHeadings(header) })
  const used = new Set(places.values())
  const pick = (isUsed: boolean) => toHeadings(header.filter((_, place) => used.has(place) === isUsed))
  const read: SiteLines = {
    found: [],
    columns: { used: pick(true), unused: pick(false) },
    repeated: makeTally(),
    refused: makeTally(),
  }
  const byHost = new Map<string, number>()
  for (const [index, { line, cells }] of lines.entries()) {
    if (index % LINES_AT_ONCE === 0) await nextTick()
    const cellOf = (field: Field) => cells[places.get(field) ?? -1]?.trim() ?? ''
    const label = cellOf('name') || cellOf('url')
    const checked = checkLine(cellOf, means)
    if ('why' in checked) leaveOut(read.refused, { line, label, why: checked.why })
    else {
      const host = hostOf(checked.site)
      const first = byHost.get(host)
      if (first !== undefined) leaveOut(read.repeated, { line, label, why: `The same as line ${first}` })
      else read.found.push({ line, ...checked })
      byHost.set(host, first ?? line)
    }
  }
  return { ok: true, lines: read }
}

/** Returns the host name of a hosted site. */
export const hostOf = ({ url }: Pick<NewSite, 'url'>): string => new URL(url).hostname

function checkLine(
  cellOf: (field: Field) => string,
  { mainOrigin, like }: Means,
): Omit<SiteLine, 'line'> | { why: string } {
  const url = parseSiteUrl(cellOf('url'), mainOrigin)
  const [name, description, groupName] = [cellOf('name'), cellOf('description'), cellOf('groupName')]
  const settings = checkSettings({ name, description, groupName, copyPolicy: 'canonical' })
  const language = findLanguage(cellOf('language'))
  const usual = toFaceForm('', like)
  const { face, errors } = parseFace({
    ...usual,
    tagline: cellOf('tagline') || usual.tagline,
    language: language || usual.language,
    accent: cellOf('accent') || usual.accent,
  })
  const why = [
    url === undefined && addressHints.hosted,
    !settings.ok && Object.values(settings.errors).join(' '),
    language === undefined && sayLanguages,
    toAccentSentence(errors),
  ].filter(Boolean)
  if (why.length > 0 || url === undefined || !settings.ok) return { why: why.join(' ') }
  return { site: { kind: 'hosted', url, credentials: null, ...settings.value }, face }
}

const toAccentSentence = ({ accent }: FaceErrors) =>
  accent && sayAccent(accent.reason === 'not-readable' ? accent.nearest : undefined)

const LANGUAGE_NAMES = new Intl.DisplayNames(['en'], { type: 'language' })

// A code or its English name; undefined for a language that no site can have.
function findLanguage(typed: string): string | undefined {
  const wanted = typed.toLowerCase()
  if (wanted === '') return ''
  return SITE_LANGUAGES.find((code) => code === wanted || LANGUAGE_NAMES.of(code)?.toLowerCase() === wanted)
}
