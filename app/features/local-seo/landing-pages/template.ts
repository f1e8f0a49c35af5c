import { toHash } from '../../../shared/hash.ts'

/** The fields with a short value. */
const INLINE_FIELDS = [
  'service',
  'service_in_text',
  'city',
  'state',
  'population',
  'business_name',
  'business_phone',
  'business_city',
] as const

/** The fields whose value is paragraphs or a list. */
export const BLOCK_FIELDS = [
  'service_description',
  'notes',
  'paragraph',
  'services_in_city',
  'nearby_cities',
] as const

/** All fields that a template may contain. */
export const FIELDS = [...INLINE_FIELDS, ...BLOCK_FIELDS] as const
/** The name of a field. */
export type Field = (typeof FIELDS)[number]

/** The text that an account's pages are made from. */
export interface LandingTemplate {
  title: string
  description: string
  /** Markdown. */
  body: string
  belowGate: 'unpublished' | 'noindex'
}

/** A sentence for each part of a template that has a fault. */
export type TemplateFaults = Partial<Record<'title' | 'description' | 'body', string>>

/** A page made with the template as it was typed. */
export interface PagePreview {
  metaTitle: string
  metaDescription: string
  /** Sanitised HTML. */
  content: string
  score: number
}

/** The answer to the form of a template. */
export interface TemplateAnswer {
  template: LandingTemplate
  faults: TemplateFaults
  preview: PagePreview | undefined
  /** The reason why there is no preview. */
  unavailableReason: string | undefined
}

const TITLE_LENGTH = 200
const DESCRIPTION_LENGTH = 400
const BODY_LENGTH = 20_000

/** The number of variants of a template with choices. The slug of a page chooses one. */
export const VARIANTS = 24
/** The number of sets of sections that a page may lack. */
export const MASKS = 8

/** What a service or a city decides about its pages. */
export interface Half {
  /** The sum of those of service and city chooses the variant of the template. */
  variant: number
  /** The sections that are missing because of it, as bits. */
  mask: number
}

/** Returns the variant of the template for a page. */
export const toVariant = (service: Half, city: Half) => (service.variant + city.variant) % VARIANTS

/** Returns the index of a page's base among all: each variant, for each set of missing sections. */
export const toBase = (service: Half, city: Half) =>
  (service.mask | city.mask) * VARIANTS + toVariant(service, city)

const FIELD = /\{\{\s*(.*?)\s*\}\}/g
const FIELD_LINE = /^\s*\{\{\s*(\w+)\s*\}\}\s*$/
// Innermost braces with a bar between them. Fields were replaced by marks before.
const CHOICE = /\{([^{}]*\|[^{}]*)\}/g

const FIRST_MARK = 0xe100
// Private characters (Unicode), which no text needs. Typed ones are removed.
const UNUSED = /[\uE000-\uF8FF]/g
const MARK = /[\uE100-\uE1FF]/
const MARKS = /[\uE100-\uE1FF]/g

/** Returns the character that replaces a field while Markdown is rendered. */
const toMark = (field: Field): string => String.fromCharCode(FIRST_MARK + FIELDS.indexOf(field))

/** Splits a text at its marks into the pieces between them and the fields. */
export const splitAtMarks = (text: string): { pieces: string[]; fields: Field[] } => {
  const fields = (text.match(MARKS) ?? []).flatMap((mark) => toField(mark) ?? [])
  return { pieces: text.split(MARK), fields }
}

const toField = (mark: string): Field | undefined => FIELDS[mark.charCodeAt(0) - FIRST_MARK]

const isField = (name: string): name is Field => (FIELDS as readonly string[]).includes(name)
const isBlockField = (name: string) => (BLOCK_FIELDS as readonly string[]).includes(name)

/** Returns one variant of a text: an option of each choice, and a mark for each field. */
export function toVariantText(text: string, variant: number): string {
  const marked = text
    .replaceAll(UNUSED, '')
    .replaceAll(FIELD, (whole, name: string) => (isField(name) ? toMark(name) : whole))
  let choices = 0
  const choose = (_: string, options: string) => {
    const all = options.split('|')
    const place = toHash(`${variant}.${(choices += 1)}`) % all.length
    return (all[place] ?? '').trim()
  }
  return replaceInside(marked, choose)
}

const NESTED = 4

// Replaces choices from the inside out, because a choice may contain others.
function replaceInside(text: string, choose: (whole: string, options: string) => string): string {
  let result = text
  for (let depth = 0; depth < NESTED && CHOICE.test(result); depth += 1) {
    CHOICE.lastIndex = 0
    result = result.replaceAll(CHOICE, choose)
  }
  CHOICE.lastIndex = 0
  return result
}

/** Returns the faults of a template as sentences, by part; empty for a good one. */
export function listFaults(template: LandingTemplate): TemplateFaults {
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

/** The fault of a block field that is not in a paragraph of its own. */
export const ownParagraph = (field: string) => `Give {{${field}}} a paragraph of its own.`

/** The fields that a template must contain, because readers would not find some pages without them. */
export const LINK_FIELDS = ['services_in_city', 'nearby_cities'] as const satisfies Field[]
/** The fault of a template without these fields. */
export const linksNeeded = 'Keep {{services_in_city}} and {{nearby_cities}}: by them readers find every page.'

/** The fault of a field in a URL or an attribute. */
export const fieldInAddress = 'A field can stand in the text, but not in an address or an attribute.'

const listNames = (text: string) => [...text.matchAll(FIELD)].map(([, name = '']) => name)

function unknownFault(names: string[]): string | undefined {
  const unknown = names.find((name) => !isField(name))
  const known = FIELDS.map((field) => `{{${field}}}`).join(', ')
  return unknown === undefined ? undefined : `There is no field {{${unknown}}}. There are ${known}.`
}
