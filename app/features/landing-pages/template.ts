import { toHash } from '../../shared/hash.ts'

/** What stands for a short value in a text. */
export const INLINE_FIELDS = [
  'service',
  'city',
  'state',
  'population',
  'business_name',
  'business_phone',
  'business_city',
] as const

/** What stands for whole paragraphs or lists. */
export const BLOCK_FIELDS = [
  'service_description',
  'notes',
  'paragraph',
  'services_in_city',
  'nearby_cities',
] as const

export const FIELDS = [...INLINE_FIELDS, ...BLOCK_FIELDS] as const
export type Field = (typeof FIELDS)[number]

/** What becomes of a page that has too little of its own. */
export const BELOW_GATE = ['unpublished', 'noindex'] as const
export type BelowGate = (typeof BELOW_GATE)[number]

/** What an account's pages say, as its operator writes it. */
export interface LandingTemplate {
  title: string
  description: string
  /** Markdown. */
  body: string
  belowGate: BelowGate
}

export const TITLE_LENGTH = 200
export const DESCRIPTION_LENGTH = 400
export const BODY_LENGTH = 20_000

/** In so many ways a template with choices is told; the pages share them out by their addresses. */
export const TELLINGS = 24

const FIELD = /\{\{\s*(.*?)\s*\}\}/g
const FIELD_LINE = /^\s*\{\{\s*(\w+)\s*\}\}\s*$/
// Innermost braces with a bar between them; fields inside have become marks by then.
const CHOICE = /\{([^{}]*\|[^{}]*)\}/g

const FIRST_MARK = 0xe100
// Signs that no text has, because they are nobody's; what is typed of them is left out.
const UNUSED = /[\uE000-\uF8FF]/g
const MARK = /[\uE100-\uE1FF]/
const MARKS = /[\uE100-\uE1FF]/g

/** Stands for a field while Markdown is rendered. */
export const toMark = (field: Field): string => String.fromCharCode(FIRST_MARK + FIELDS.indexOf(field))

/** A text cut at its marks: what stands between them, and the fields. */
export const splitAtMarks = (text: string): { pieces: string[]; fields: Field[] } => {
  const fields = (text.match(MARKS) ?? []).flatMap((mark) => toField(mark) ?? [])
  return { pieces: text.split(MARK), fields }
}

const toField = (mark: string): Field | undefined => FIELDS[mark.charCodeAt(0) - FIRST_MARK]

const isField = (name: string): name is Field => (FIELDS as readonly string[]).includes(name)
const isBlockField = (name: string) => (BLOCK_FIELDS as readonly string[]).includes(name)

/** One telling of a text: each choice made, each field a mark. */
export function tell(text: string, telling: number): string {
  const marked = text
    .replaceAll(UNUSED, '')
    .replaceAll(FIELD, (whole, name: string) => (isField(name) ? toMark(name) : whole))
  let choices = 0
  const choose = (_: string, options: string) => {
    const [...all] = options.split('|')
    const place = toHash(`${telling}.${(choices += 1)}`) % all.length
    return (all[place] ?? '').trim()
  }
  return replaceInside(marked, choose)
}

const NESTED = 4

// From the inside out, so that a choice may hold another.
function replaceInside(text: string, choose: (whole: string, options: string) => string): string {
  let told = text
  for (let depth = 0; depth < NESTED && CHOICE.test(told); depth += 1) {
    CHOICE.lastIndex = 0
    told = told.replaceAll(CHOICE, choose)
  }
  CHOICE.lastIndex = 0
  return told
}

/** What is wrong with each part of a template, as sentences; empty for a good one. */
export function listFaults(
  template: LandingTemplate,
): Partial<Record<'title' | 'description' | 'body', string>> {
  const title =
    lineFault(template.title, TITLE_LENGTH) ?? (template.title.trim() ? undefined : 'Write a title.')
  const description = lineFault(template.description, DESCRIPTION_LENGTH)
  const body = bodyFault(template.body)
  return { ...(title && { title }), ...(description && { description }), ...(body && { body }) }
}

function lineFault(line: string, length: number): string | undefined {
  if (line.length > length) return `Use at most ${length} characters.`
  const names = listNames(line)
  const block = names.find(isBlockField)
  return unknownFault(names) ?? (block && `{{${block}}} is more than a line; it can stand in the text alone.`)
}

function bodyFault(body: string): string | undefined {
  if (body.trim() === '') return 'Write a text.'
  if (body.length > BODY_LENGTH) return `Use at most ${BODY_LENGTH.toLocaleString('en-US')} characters.`
  const inLine = body
    .split('\n')
    .filter((line) => !FIELD_LINE.test(line))
    .flatMap(listNames)
    .find(isBlockField)
  return unknownFault(listNames(body)) ?? (inLine && ownParagraph(inLine))
}

/** Said where a field of several paragraphs stands among other words. */
export const ownParagraph = (field: string) => `Give {{${field}}} a paragraph of its own.`

/** Without them some pages are not to be found. */
export const LINK_FIELDS = ['services_in_city', 'nearby_cities'] as const satisfies Field[]
export const linksNeeded = 'Keep {{services_in_city}} and {{nearby_cities}}: by them readers find every page.'

export const fieldInAddress = 'A field can stand in the text, but not in an address or an attribute.'

const listNames = (text: string) => [...text.matchAll(FIELD)].map(([, name = '']) => name)

function unknownFault(names: string[]): string | undefined {
  const unknown = names.find((name) => !isField(name))
  const known = FIELDS.map((field) => `{{${field}}}`).join(', ')
  return unknown === undefined ? undefined : `There is no field {{${unknown}}}. There are ${known}.`
}
