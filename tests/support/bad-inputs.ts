import type { z } from 'zod'
import type { Operation } from '../../app/features/api/operations.ts'

/** A request that an operation must refuse. */
export interface BadInput {
  query: string
  /** The body as it is sent; undefined for none. */
  json: string | undefined
}

const WRONG = [
  7,
  -1,
  1e21,
  true,
  null,
  {},
  [[]],
  [null],
  { title: {} },
  'a\0b',
  'a\uD800b',
  '\uDFFF',
  'x'.repeat(501_000),
  ['a\0b'],
  ['\uD800'],
  Array.from({ length: 30 }, (_, index) => `tag ${index}`),
]
const NAMES = ['__proto__', 'constructor', 'colour', '', 'a.b', '\0', '\uD800', 'user_id', 'accountId']
const BODIES = [
  '',
  '{',
  '[]',
  'null',
  '"title"',
  '7',
  '{"a":1}',
  `${'['.repeat(50)}${']'.repeat(50)}`,
  '\uFEFF{}x',
]

/**
 * Returns inputs that an operation must refuse, made from its own shapes: each field with values that it does not take,
 * fields that it does not have, and bodies that are no objects. They are the same at each call.
 */
export function listBadInputs({ query, body, file }: Operation, count: number): BadInput[] {
  const names = Object.keys(query.shape)
  const queries = [...listBadQueries(names), ...listBadQueries(['a\0', 'colour', '__proto__'])]
  const bodies = body && !file ? listBadBodies(body) : []
  const json = body && !file ? '{}' : undefined
  const own = [
    ...bodies.map((each) => ({ query: '', json: each })),
    ...queries.map((each) => ({ query: each, json })),
  ]
  // An operation that takes little has few inputs of its own. No operation takes these.
  const more = listUnknownQueries(names).map((each) => ({ query: each, json }))
  const all = [...own, ...more.slice(0, Math.max(0, count - own.length))]
  // Spread over all of them, because their kinds stand together.
  const step = Math.max(1, all.length / count)
  return Array.from(
    { length: Math.min(count, all.length) },
    (_, index) => all[Math.floor(index * step)],
  ).filter((input) => input !== undefined)
}

const listBadQueries = (names: string[]): string[] =>
  names.flatMap((name) => [
    `${encodeURIComponent(name)}=%00`,
    `${encodeURIComponent(name)}=a%00b`,
    `${encodeURIComponent(name)}=${'x'.repeat(3000)}`,
    `${encodeURIComponent(name)}=1&${encodeURIComponent(name)}=2`,
  ])

const ODD_NAMES = [
  'a',
  'limit\0',
  'CURSOR',
  '$where',
  'user_id',
  'constructor',
  'a[]',
  'a.b',
  'ẞ',
  ' ',
  '../..',
  "'--",
  '%',
  '🙂',
]
const ODD_VALUES = [
  '',
  '1',
  '-1',
  '\0',
  'a\0b',
  '\u202E',
  "' or 1=1 --",
  '{{7*7}}',
  '../../etc/passwd',
  '[]',
  '{}',
  'null',
  '1e999',
  'ÿ'.repeat(300),
  '<script>',
]

const listUnknownQueries = (known: string[]): string[] =>
  ODD_NAMES.filter((name) => !known.includes(name)).flatMap((name) =>
    ODD_VALUES.map((value) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`),
  )

function listBadBodies(shape: z.ZodObject): string[] {
  const known = Object.entries(shape.shape).flatMap(([name, field]) =>
    WRONG.filter((value) => isWrong(field as z.ZodType, value)).map((value) =>
      JSON.stringify({ [name]: value }),
    ),
  )
  const unknown = NAMES.flatMap((name) =>
    [1, 'a', null, {}].map((value) => `{${JSON.stringify(name)}:${JSON.stringify(value)}}`),
  )
  return [...BODIES.filter((each) => each !== '' || !shape.safeParse({}).success), ...unknown, ...known]
}

// A text with the character 0 fits the shape of a text, and must be refused all the same.
const isWrong = (field: z.ZodType, value: unknown) =>
  !field.safeParse(value).success || /\\u0000|\\ud800|\\udfff/.test(JSON.stringify(value))
