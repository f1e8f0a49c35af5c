import { expect, test } from 'vitest'
import { OPERATIONS, type OperationName, type Operation } from './operations.ts'
import { TOPICS } from './topics.ts'
import { findReference, listReference } from './reference.ts'

const ORIGIN = 'https://paper.example'
const names = Object.keys(OPERATIONS) as OperationName[]
const find = (name: string) => findReference(name, ORIGIN, 2026)

test('the reference lists each operation once, under a topic that says what it is about', () => {
  expect(listReference().map(({ topic }) => topic)).toEqual(Object.keys(TOPICS))
  const listed = listReference().flatMap(({ rows }) => rows.map(({ name }) => name))
  expect(listed.toSorted()).toEqual(names.toSorted())
  expect(find('toString')).toBeUndefined()
})

test.each(names)('%s has its parts, and a body that its shape knows', (name) => {
  const { body, path, query, file, status }: Operation = OPERATIONS[name]
  const reference = find(name)
  if (!reference) throw new Error(`There is no ${name}.`)
  const { example, fields, ...found } = reference
  const known = file ? [] : Object.keys(body?.shape ?? {})
  const sent = Object.keys(JSON.parse(example || '{}') as object)
  expect({ ...found, fields: fields.map((part) => part.name) }).toMatchObject({
    status: String(status),
    inPath: [...path.matchAll(/\{(\w+)\}/g)].map(([, part]) => ({ name: part })),
    inQuery: Object.keys(query.shape).map((part) => ({ name: part })),
    fields: known,
    command: expect.stringContaining(`'${ORIGIN}${path}'`),
  })
  expect(example === '').toBe(known.length === 0)
  expect(known).toEqual(expect.arrayContaining(sent))
})

test('the types of parts are said in words, and a shape has no references', () => {
  expect(find('addWebhook')?.fields).toEqual([
    expect.objectContaining({ name: 'url', type: 'string', isRequired: true }),
    expect.objectContaining({ name: 'kinds', isRequired: true, type: expect.stringMatching(/^list of "/) }),
  ])
  expect(find('findArticle')?.answer).not.toContain('$ref')
  expect(find('uploadImport')).toMatchObject({ types: ['application/octet-stream'], example: '' })
})
