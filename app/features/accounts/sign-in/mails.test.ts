import { assert, expect, test } from 'vitest'
import { type MailKind, writeMail } from './mails.ts'

const KINDS: MailKind[] = ['confirm', 'account-exists', 'reset', 'password-changed']
const write = (kind: MailKind, origin = 'https://news.example.com') =>
  writeMail(kind, { origin, to: 'ines@example.com', token: 'a+b/c&d', isLogged: false })

test.each(KINDS)('the mail %j names its site, has a link, and says what to do if it was not you', (kind) => {
  const { to, subject, text, html } = write(kind)
  expect(to).toBe('ines@example.com')
  expect(subject).toContain('news.example.com')
  const [link] = /^https:\/\/news\.example\.com\/auth\S*$/m.exec(text) ?? []
  expect(html).toContain(`<a href="${link}">`)
  expect(text.toLowerCase()).toContain('if it was not you')
  expect(html.toLowerCase()).toContain('if it was not you')
})

test('a link carries its complete token', () => {
  for (const [kind, path] of [
    ['confirm', '/auth/verify'],
    ['reset', '/auth/reset'],
  ] as const) {
    const [link] = /^https:\S+$/m.exec(write(kind).text) ?? []
    assert(link)
    const { pathname, searchParams } = new URL(link)
    expect([pathname, searchParams.get('token')]).toEqual([path, 'a+b/c&d'])
  }
})

test('the mails about an existing account and a changed password carry no token', () => {
  for (const kind of ['account-exists', 'password-changed'] as const)
    expect(write(kind).text).not.toContain('a%2Bb')
})

test('a mail that is only logged does not say that signing in needs the confirmation', () => {
  const mail = { origin: 'https://news.example.com', to: 'ines@example.com', token: 'x' }
  expect(writeMail('confirm', { ...mail, isLogged: false }).text).toContain('nobody can sign in')
  const logged = writeMail('confirm', { ...mail, isLogged: true }).text
  expect(logged).not.toContain('nobody can sign in')
  expect(logged).toContain('the account can be used all the same')
})
