import { z } from 'zod'
import { toOldPath } from '../../articles/articles.ts'
import { FIELD_NAMES, type FieldName, FIELDS } from '../../articles/fields/fields.ts'
import { isDrawn, parseUploadPath } from '../../articles/pictures/pictures.ts'
import { isAmbiguous } from './dates.ts'
import { recordPictures } from './record-pictures.ts'

// Titles and texts have the limits of the desk's form. The other limits are higher, because real collections exceed
// those of the form (18 of 2,793 articles). Authors shorten such fields when they edit the article.
const LIMITS = {
  title: 300,
  content: 500_000,
  text: 2000,
  labels: 100,
  label: 200,
  address: 2048,
  addresses: 100,
}
const limited = (limit: number) =>
  z.string().max(limit, `At most ${limit.toLocaleString('en-US')} characters.`)

const sayDate = (value: unknown) =>
  typeof value === 'string' && isAmbiguous(value)
    ? 'This date can mean two days. Write it as year, month and day: 2024-05-06.'
    : 'This is no date that can be read. Write it like 2024-05-06 or 2024-05-06T07:08:09Z.'

const text = limited(LIMITS.text)
  .transform((value) => value.trim() || null)
  .nullish()
const moment = z.iso
  .datetime({ offset: true, error: ({ input }) => sayDate(input) })
  .transform((value) => new Date(value))
  .nullish()
const labels = z
  .array(limited(LIMITS.label).trim())
  .max(LIMITS.labels, `At most ${LIMITS.labels} of them.`)
  .transform((list) => [...new Set(list.filter(Boolean).map((label) => label.normalize('NFC')))])
  .default([])
const webAddress = z
  .url({ protocol: /^https?$/ })
  .refine((address) => !/^https?:\/\/[^/?#]*@/i.test(address)) // no user name or password
  .nullish()
  .catch(null) // an invalid URL is left out

const oldPaths = z
  .array(limited(LIMITS.address))
  .max(LIMITS.addresses, `At most ${LIMITS.addresses} of them.`)
  .transform((list) => [...new Set(list.flatMap((address) => toOldPath(address) ?? []))])

/** The name of a field that a record may leave out; the language stands beside them. */
export type OtherName = Exclude<FieldName, 'title' | 'content' | 'lang'>
/** The names of the fields that a record may leave out. */
export const OTHER_NAMES = FIELD_NAMES.filter(
  (name): name is OtherName => name !== 'title' && name !== 'content' && name !== 'lang',
)

// An invalid cover is left out, like an invalid URL.
const cover = limited(LIMITS.address)
  .refine((value) => parseUploadPath(value) || isDrawn(value))
  .or(webAddress)
  .catch(null)

// The id of the first article of a group, as an export of our own has it. Nothing else is one.
const article = z
  .uuid()
  .transform((id) => id.toLowerCase())
  .nullish()
  .catch(null)

const schemaOf = { line: text, text, labels, address: webAddress, cover, article }

const otherFields = Object.fromEntries(
  OTHER_NAMES.map((name) => [FIELDS[name].key, schemaOf[FIELDS[name].kind]]),
) as { [F in OtherName as (typeof FIELDS)[F]['key']]: (typeof schemaOf)[(typeof FIELDS)[F]['kind']] }

/** The fields of a record as a file has them. */
export const recordFields = z.object({
  source: limited(LIMITS.address).min(1),
  path: limited(LIMITS.address).min(1),
  title: limited(LIMITS.title).trim().min(1),
  slug: limited(LIMITS.title)
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Only small letters, digits, and single hyphens between them.')
    .optional(),
  content: limited(LIMITS.content),
  ...otherFields,
  lang: text,
  published_at: moment,
  updated_at: moment,
  draft: z.boolean().nullish(),
  planned_at: moment,
  page: limited(LIMITS.address).nullish().catch(null),
  aliases: oldPaths.optional(),
  pictures: recordPictures,
})

type Others = { [F in OtherName]: z.output<(typeof schemaOf)[(typeof FIELDS)[F]['kind']]> }
type OtherFields = Pick<z.output<typeof recordFields>, (typeof FIELDS)[OtherName]['key']>

const toOthers = (fields: OtherFields) =>
  Object.fromEntries(OTHER_NAMES.map((name) => [name, fields[FIELDS[name].key]])) as Others

/** A record. Only `draft` makes an article unpublished. A date that is missing or null is unknown. */
export const recordSchema = recordFields.transform((fields) => {
  const { source, path, title, slug, content, lang, draft, aliases, pictures } = fields
  const publishedAt = fields.published_at ?? undefined
  return {
    source,
    path,
    title,
    slug,
    content,
    ...toOthers(fields),
    lang,
    pictures,
    aliases,
    publishedAt: draft ? null : publishedAt,
    // A file without a date says nothing of an article that is public by now.
    ...(draft && !publishedAt && { isUndated: true as const }),
    ...(draft && fields.planned_at && { plannedAt: fields.planned_at }),
    // The path of a page of a site, such as an imprint.
    ...(fields.page && { page: fields.page }),
    updatedAt: fields.updated_at ?? fields.published_at,
  }
})
