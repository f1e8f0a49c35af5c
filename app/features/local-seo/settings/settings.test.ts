import { describe, expect, test } from 'vitest'
import {
  chooseTab,
  NO_SETTINGS,
  parseDomain,
  parsePhone,
  parsePicture,
  parseProfileUrl,
  parseSettings,
  parseVerificationCode,
  type SeoSettings,
} from './settings.ts'

const errorsOf = (settings: Partial<SeoSettings>) => {
  const parsed = parseSettings({ ...NO_SETTINGS, ...settings })
  return parsed.ok ? {} : parsed.errors
}
const read = (settings: Partial<SeoSettings>) => {
  const parsed = parseSettings({ ...NO_SETTINGS, ...settings })
  return parsed.ok ? parsed.settings : undefined
}

describe('a domain', () => {
  test.each([
    ['example.com', 'example.com'],
    ['https://WWW.Example.com/about?x#y', 'www.example.com'],
    ['example.com.', 'example.com'],
    ['https://example.com:443/', 'example.com'],
    ['bücher.example', 'xn--bcher-kva.example'],
    ['пример.рф', 'xn--e1afmkfd.xn--p1ai'],
  ])('is reduced to its host: %s', (typed, host) => expect(parseDomain(typed)).toBe(host))

  test.each([
    'localhost',
    'example.com:8080',
    '127.0.0.1',
    '2130706433',
    '0x7f.1',
    '[::1]',
    'https://user:password@example.com',
    'example.com\r\nX-Header: 1',
    'exam\tple.com',
    'example..com',
    '-a.example',
    'ftp://example.com',
    'javascript:alert(1)',
    'a b.example',
    `${'a'.repeat(64)}.example`,
  ])('is refused: %j', (typed) => expect(parseDomain(typed)).toBeUndefined())
})

test('a possible telephone number stays as it was typed', () => {
  for (const phone of ['+1 (555) 010-0199', '030/1234567', '555.010.0199 ext. 12', '0800 12 34 56'])
    expect(parsePhone(phone)).toBe(phone)
  for (const none of ['12345', 'call us', '+1 555 0100 0199 0199 0199', '555-010<script>', '++49 30 123456'])
    expect(parsePhone(none)).toBeUndefined()
})

test('a picture has an https URL or is one of our uploads', () => {
  const upload = '/uploads/01a1fd26-8c97-77b6-8309-db0e57169c42-1200x630.webp'
  expect(parsePicture(upload)).toBe(upload)
  expect(parsePicture('https://Pictures.example/a b.png')).toBeUndefined()
  expect(parsePicture('https://Pictures.example/ä.png')).toBe('https://pictures.example/%C3%A4.png')
  for (const none of [
    'http://pictures.example/a.png',
    'data:image/png;base64,AAAA',
    'javascript:alert(1)',
    '/uploads/../auth',
    'pictures.example/a.png',
    'https://10.0.0.1/a.png',
    'https://user@pictures.example/a.png',
    `https://pictures.example/${'a'.repeat(2048)}`,
  ])
    expect(parsePicture(none), none).toBeUndefined()
})

const onX = (typed: string) => parseProfileUrl(typed, ['x.com', 'twitter.com'])

test('a profile is a page of its own network', () => {
  expect(onX('x.com/daily')).toBe('https://x.com/daily')
  expect(onX('http://www.twitter.com/daily')).toBe('https://www.twitter.com/daily')
  for (const none of [
    'https://x.com/',
    'https://netflix.com/daily',
    'https://x.com.evil.example/a',
    'https://evil.example/x.com',
    'x.com:8080/daily',
    'javascript:x.com/a',
    '@daily',
  ])
    expect(onX(none), none).toBeUndefined()
  expect(errorsOf({ socialFacebook: 'https://x.com/daily' }).socialFacebook).toContain('on Facebook')
})

describe('a verification code', () => {
  const CODE = 'dBw5CvburAxi537Rp9qi5uG2174Vb6JwHwIRwPSLIK8'
  test.each([
    CODE,
    `<meta name="google-site-verification" content="${CODE}" />`,
    `<META content='${CODE}' name='google-site-verification'>`,
    `<meta name=google-site-verification content=${CODE}>`,
    `<meta name=“google-site-verification” content=“${CODE}”>`,
    `google-site-verification=${CODE}`,
    `  google-site-verification: ${CODE}\n`,
  ])('is found in %j', (typed) =>
    expect(read({ gscVerificationCode: typed })?.gscVerificationCode).toBe(CODE),
  )

  test.each([
    `<meta name="msvalidate.01" content="${CODE}">`,
    '<meta name="google-site-verification">',
    `${CODE}"><script>alert(1)</script>`,
    'google1234abcd5678.html',
    'short',
  ])('is not in %j', (typed) => expect(parseVerificationCode(typed)).toBeUndefined())
})

test('texts are on one line, and a text that is too long is refused, not cut', () => {
  expect(read({ siteName: ' The\r\nDaily \u202e Tide ' })?.siteName).toBe('The Daily Tide')
  expect(read({ siteName: '🌊'.repeat(100) })?.siteName).toBe('🌊'.repeat(100))
  expect(errorsOf({ siteName: 'a'.repeat(101), businessZip: '1'.repeat(21) })).toEqual({
    siteName: 'At most 100 characters.',
    businessZip: 'At most 20 characters.',
  })
})

test('every field may be empty', () => {
  expect(read({})).toEqual(NO_SETTINGS)
})

test('a tab with errors opens, unless the open tab has errors too', () => {
  expect(chooseTab(null)).toBe('general')
  expect(chooseTab('social')).toBe('social')
  expect(chooseTab('nonsense')).toBe('general')
  const errors = { businessPhone: 'x', socialTwitter: 'y' }
  expect(chooseTab('general', errors)).toBe('business')
  expect(chooseTab('social', errors)).toBe('social')
})
