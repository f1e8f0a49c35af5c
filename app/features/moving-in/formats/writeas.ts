import { parse } from 'csv-parse/sync'
import { toMoment } from './dates.ts'
import { type Found, UnreadableFile } from './formats.ts'
import { toKnownSlug } from './source-texts.ts'
import { readField, readRawField, readTrimmed, toRecord, toRecords } from './source-fields.ts'

/** Returns true for a JSON document that is an export of Write.as or of WriteFreely. */
export function isWriteas(document: unknown): boolean {
  const { username, collections, posts } = toRecord(document)
  const all = [...toRecords(posts), ...toRecords(collections).flatMap((blog) => toRecords(blog.posts))]
  const isWhole = all.length > 0 && all.every((post) => 'body' in post)
  return username !== undefined && Array.isArray(collections) && isWhole
}

/** Returns the posts of an export of Write.as in JSON. Those of no blog are public to nobody, so they become drafts. */
export function* readWriteas(document: unknown): Generator<Found> {
  const { collections, posts } = toRecord(document)
  let count = 0
  const place = () => `post ${(count += 1)}`
  for (const blog of toRecords(collections))
    for (const post of toRecords(blog.posts)) yield toFound(place(), post, readTrimmed(blog.alias))
  for (const post of toRecords(posts)) yield toFound(place(), post, '')
}

/** Returns true for the first line of a table of Write.as. */
export const isWriteasTable = (line: string) => /^id,slug,blog,url,created,title,body\s*$/.test(line)

/** Returns the posts of an export of Write.as as a table. Throws UnreadableFile for a text that is no CSV. */
export function* readWriteasTable(csv: string): Generator<Found> {
  for (const [index, row] of parseRows(csv).entries()) {
    const body = (row.body ?? '').replaceAll(String.raw`\n`, '\n')
    yield toFound(`row ${index + 1}`, { ...row, body }, row.blog ?? '')
  }
}

function parseRows(csv: string): Record<string, string>[] {
  try {
    return parse(csv, { bom: true, columns: true, relax_column_count: true })
  } catch (error) {
    throw new UnreadableFile('This table of Write.as is no CSV. Export it again.', { cause: error })
  }
}

const FILE = /(?:^|\/)(?:([\w-]+)\/)?(?:([\w-]+)_)?((?=[a-z]*\d)[a-z\d]{10,16})\.txt$/

/** Returns true for files that are the texts of an export of Write.as. */
export const isWriteasFolder = (names: string[]) => names.length > 0 && names.every((name) => FILE.test(name))

/** Returns the post of a file. It says neither its date nor its title beside its text. */
export function readWriteasFile(text: string, name: string): Found {
  const [, blog = '', slug, id = ''] = FILE.exec(name) ?? []
  return toFound(name, { id, slug, body: text }, blog)
}

const HEADING = /^\s*# ([^\n]+)\n+/

/** Returns a text without the heading that is its title. */
function takeHeading(
  body: string,
  title: string | undefined,
): { title: string | undefined; content: string } {
  const [heading = '', text] = HEADING.exec(`${body}\n`) ?? []
  return title === undefined && text !== undefined
    ? { title: text.trim(), content: body.slice(heading.length) }
    : { title, content: body }
}

function toFound(place: string, post: Record<string, unknown>, blog: string): Found {
  const slug = readField(post.slug)
  const id = readTrimmed(post.id)
  const { title, content } = takeHeading(readRawField(post.body), readField(post.title))
  return {
    place,
    ...(blog === '' && { lost: ['post of no blog (a draft now)'] }),
    fields: {
      source: 'write.as',
      path: id || `${blog}/${slug ?? place}`,
      title,
      slug: toKnownSlug(slug),
      content,
      tags: Array.isArray(post.tags) ? post.tags.map(readTrimmed).filter(Boolean) : [],
      lang: readField(post.language),
      published_at: toMoment(post.created),
      updated_at: toMoment(post.updated),
      draft: blog === '',
      aliases: [
        ...(slug ? [`/${slug}`, ...(blog ? [`/${blog}/${slug}`] : [])] : []),
        ...(id ? [`/${id}`] : []),
      ],
    },
  }
}
