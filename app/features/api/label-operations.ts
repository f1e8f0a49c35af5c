import { author, authorChanges, namesQuery, tag, tagChanged, tagChanges } from './label-shapes.ts'
import type { Operation } from './operation.ts'
import { noQuery, pageOf } from './shapes.ts'

const read = { method: 'GET', scope: 'labels:read', query: noQuery, status: 200 } as const
const change = { method: 'PATCH', scope: 'labels:write', query: noQuery, status: 200 } as const

/** The operations on tags and authors. */
export const LABEL_OPERATIONS = {
  listTags: {
    ...read,
    path: '/v1/tags',
    summary: 'Lists the tags of the account’s articles, by name.',
    query: namesQuery,
    answer: pageOf(tag),
  },
  findTag: { ...read, path: '/v1/tags/{tag}', summary: 'Returns a tag.', answer: tag },
  changeTag: {
    ...change,
    path: '/v1/tags/{tag}',
    summary: 'Describes a tag, renames it in all articles, or merges it with another one.',
    body: tagChanges,
    answer: tagChanged,
  },
  listAuthors: {
    ...read,
    path: '/v1/authors',
    summary: 'Lists the authors of the account’s articles, by name.',
    query: namesQuery,
    answer: pageOf(author),
  },
  findAuthor: { ...read, path: '/v1/authors/{author}', summary: 'Returns an author.', answer: author },
  changeAuthor: {
    ...change,
    path: '/v1/authors/{author}',
    summary: 'Changes the profile of an author.',
    body: authorChanges,
    answer: author,
  },
} as const satisfies Record<string, Operation>
