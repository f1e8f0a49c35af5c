import { describe, expect, test } from 'vitest'
import {
  chooseEncoding,
  isUnmodified,
  lastModifiedHeader,
  matchesEtag,
  readClientAddress,
  toNetwork,
} from './http.ts'

describe('the encoding of a response', () => {
  test.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip, deflate', 'gzip'],
    ['gzip;q=1.0, br;q=0.5', 'br'],
    ['BR', 'br'],
    [' gzip ; q=0.8 ', 'gzip'],
    ['*', 'br'],
    ['gzip, *', 'br'],
    ['br;q=0, *', 'gzip'],
    ['br;q=0, gzip;q=0, *', 'identity'],
  ] as const)('is the best one that we have and %j allows', (header, encoding) =>
    expect(chooseEncoding(header)).toBe(encoding),
  )

  test.each(['br;q=0', 'br;q=0.0', 'br; q=0.000', 'br;Q=0'])('is never one that is refused: %j', (header) => {
    expect(chooseEncoding(header)).toBe('identity')
    expect(chooseEncoding(`${header}, gzip`)).toBe('gzip')
  })

  test.each(['br;q=0.001', 'br;q=0.01', 'br;q=1'])('may be one with a low quality value: %j', (header) =>
    expect(chooseEncoding(header)).toBe('br'),
  )

  test.each([undefined, '', 'identity', 'identity;q=0', 'deflate, zstd', '*;q=0', 'brotli, xgzip', ';;,,'])(
    'is identity where the header allows none of ours: %j',
    (header) => expect(chooseEncoding(header)).toBe('identity'),
  )
})

test.each([
  ['Sat, 29 Oct 1994 19:43:31 GMT', true],
  ['Sat, 29 Oct 1994 19:43:32 GMT', true],
  ['Sat, 29 Oct 1994 19:43:30 GMT', false],
  ['Saturday, 29-Oct-94 19:43:31 GMT', true],
  ['yesterday', false],
  ['', false],
  [undefined, false],
])('an If-Modified-Since header is as late as a page: %j', (since, expected) => {
  expect(isUnmodified(since, 'Sat, 29 Oct 1994 19:43:31 GMT')).toBe(expected)
  expect(isUnmodified(since, undefined)).toBe(false)
})

describe('an If-None-Match header matches a page', () => {
  const etag = '"abc-br"'

  test.each([
    '"abc-br"',
    'W/"abc-br"',
    '*',
    ' * ',
    '"other", "abc-br"',
    'W/"other",W/"abc-br"',
    '  "abc-br"  ',
  ])('if it names its ETag: %j', (header) => expect(matchesEtag(header, etag)).toBe(true))

  test.each([undefined, '', '"abc-gzip"', 'abc-br', '"abc-br', '"xabc-br"', 'w/"abc-br"', '"*"', '"a", "b"'])(
    'and does not if it names only others: %j',
    (header) => expect(matchesEtag(header, etag)).toBe(false),
  )
})

describe('the address of a client', () => {
  const ours = '10.0.0.1'

  test('is that of the connection while no proxy is trusted, even if the client sends another', () => {
    expect(readClientAddress(ours, '203.0.113.9', 0)).toBe(ours)
    expect(readClientAddress(ours, undefined, 0)).toBe(ours)
  })

  test('is the one that the trusted proxy added', () => {
    expect(readClientAddress(ours, '203.0.113.9', 1)).toBe('203.0.113.9')
  })

  test('is the one that the outermost of several trusted proxies added', () => {
    expect(readClientAddress(ours, '203.0.113.9, 192.0.2.1', 2)).toBe('203.0.113.9')
  })

  test('is not one that the client put at the front of the list', () => {
    expect(readClientAddress(ours, '1.1.1.1, 2.2.2.2,203.0.113.9', 1)).toBe('203.0.113.9')
    expect(readClientAddress(ours, '1.1.1.1, 2.2.2.2, 203.0.113.9 , 192.0.2.1', 2)).toBe('203.0.113.9')
  })

  test('is the first of a list that is shorter than the chain of trusted proxies', () => {
    expect(readClientAddress(ours, '203.0.113.9', 2)).toBe('203.0.113.9')
    expect(readClientAddress(ours, '203.0.113.9, 192.0.2.1', 9)).toBe('203.0.113.9')
  })

  test.each([undefined, '', ' , '])('is that of the connection where the proxy adds none: %j', (header) =>
    expect(readClientAddress(ours, header, 1)).toBe(ours),
  )
})

describe('the Last-Modified header', () => {
  test('has a date in the format of HTTP', () =>
    expect(lastModifiedHeader(new Date(1_999))).toEqual({ 'last-modified': 'Thu, 01 Jan 1970 00:00:01 GMT' }))

  test('is left out for an unknown date and for a date in the future', () => {
    expect(lastModifiedHeader(undefined)).toEqual({})
    expect(lastModifiedHeader(new Date(Date.now() + 60_000))).toEqual({})
  })
})

describe('attempts are counted for each network', () => {
  test.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['0:0:0:0:0:FFFF:cb00:7107', '203.0.113.7'],
    ['2001:db8:0:7:1:2:3:4', '2001:db8:0:7::/64'],
    ['2001:DB8:0000:0007::1', '2001:db8:0:7::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:db8:0:8::1', '2001:db8:0:8::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['', ''],
    ['unknown', 'unknown'],
    ['1:2:3', '1:2:3'],
  ])('the network of %j is %s', (address, network) => expect(toNetwork(address)).toBe(network))
})
