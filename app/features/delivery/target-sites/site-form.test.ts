import { describe, expect, test } from 'vitest'
import { parseConnection, parseKind, parseNewSite, parseSettings, readSiteForm } from './site-form.ts'
import { SITE_KINDS, type SiteKind } from './target-sites.ts'

const MAIN = 'https://news.example'
const KEY = `${'a'.repeat(24)}:${'0'.repeat(64)}`

const ENTERED: Record<SiteKind, Record<string, string>> = {
  hosted: { url: 'daily.example' },
  wordpress: { url: 'https://blog.example/', username: ' ines ', password: 'abcd efgh' },
  ghost: { url: 'https://ghost.example/news/', key: ` ${KEY} ` },
  webhook: { url: 'https://hook.example/in/?token=1' },
}

function makeForm(fields: Record<string, string>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries({ name: 'Blog', copyPolicy: 'noindex', ...fields }))
    form.set(name, value)
  return form
}

const parse = (kind: SiteKind, fields: Record<string, string> = {}) =>
  parseNewSite(makeForm({ ...ENTERED[kind], ...fields }), kind, MAIN)

const errorsOf = (kind: SiteKind, fields: Record<string, string>) => {
  const parsed = parse(kind, fields)
  return parsed.ok ? [] : Object.keys(parsed.errors).toSorted()
}

describe('the form of a new site', () => {
  test.each([
    ['hosted', 'https://daily.example', null],
    ['wordpress', 'https://blog.example', { username: 'ines', password: 'abcdefgh' }],
    ['ghost', 'https://ghost.example/news', { key: KEY }],
    ['webhook', 'https://hook.example/in/?token=1', null],
  ] as const)('of kind %s has a URL, and credentials if the kind needs them', (kind, url, credentials) => {
    expect(parse(kind)).toEqual({
      ok: true,
      value: { kind, name: 'Blog', description: '', groupName: '', copyPolicy: 'noindex', url, credentials },
    })
  })

  test('has its name on one line, without invisible characters', () => {
    expect(parse('hosted', { name: ' Har\u202Ebour\r\nDaily ' })).toMatchObject({
      value: { name: 'Har bour Daily' },
    })
  })

  test('ignores fields that are not its own', () => {
    const forged = {
      id: 'x',
      ownerId: 'x',
      isActive: 'false',
      disabledReason: 'x',
      kind: 'main',
      secrets: 'x',
    }
    expect(parse('hosted', forged)).toEqual(parse('hosted'))
  })

  test.each([
    ['hosted', { name: ' \u200B ' }, ['name']],
    ['hosted', { url: 'https://news.example' }, ['url']],
    ['hosted', { copyPolicy: 'steal' }, ['copyPolicy']],
    ['hosted', { description: 'x'.repeat(1001) }, ['description']],
    ['wordpress', { password: '' }, ['password']],
    ['wordpress', { username: '', password: '' }, ['password', 'username']],
    ['wordpress', { url: 'https://ines:secret@blog.example' }, ['url']],
    ['wordpress', { url: 'https://blog.example/?p=1', name: '' }, ['name', 'url']],
    ['ghost', { key: 'x' }, ['key']],
    ['ghost', { key: '' }, ['key']],
    ['webhook', { url: 'ftp://hook.example' }, ['url']],
    ['webhook', { url: 'https://hook.example/#x' }, ['url']],
  ] as const)('of kind %s is refused with %o, every wrong field at once', (kind, fields, wrong) => {
    expect(errorsOf(kind, fields)).toEqual(wrong)
  })

  test('keeps all typed values except the secrets', () => {
    const form = makeForm({ ...ENTERED.wordpress, description: ' As  typed ', key: KEY })
    expect(readSiteForm(form)).toEqual({
      name: 'Blog',
      url: 'https://blog.example/',
      description: ' As  typed ',
      groupName: '',
      copyPolicy: 'noindex',
      username: ' ines ',
    })
  })
})

test('empty credentials mean that the saved ones stay; only some of them are refused', () => {
  const url = 'https://blog.example'
  const kept = { ok: true, value: { url, credentials: null } }
  expect(parseConnection(makeForm({ url, username: ' ', password: '' }), 'wordpress', MAIN)).toEqual(kept)
  expect(parseConnection(makeForm({ url }), 'ghost', MAIN)).toEqual(kept)
  expect(parseConnection(makeForm({ url, username: 'ines' }), 'wordpress', MAIN)).toMatchObject({ ok: false })
})

test('a site needs a name', () => {
  expect(parseSettings(makeForm({ name: '' }))).toMatchObject({
    ok: false,
    errors: { name: expect.any(String) },
  })
})

test('a kind is one of four', () => {
  expect(SITE_KINDS.map(parseKind)).toEqual(SITE_KINDS)
  for (const other of ['main', '', 'Hosted', 'constructor', null]) expect(parseKind(other)).toBeUndefined()
})
