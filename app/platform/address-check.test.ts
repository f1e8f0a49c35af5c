import { expect, test } from 'vitest'
import { isPublicHost } from './address-check.ts'

test.each([
  'news-desk.org',
  'www.news-desk.org',
  'news-desk.org.',
  '8.8.8.8',
  '[2606:4700::1]',
  'localhost.org',
])('%s can be public', (host) => expect(isPublicHost(host)).toBe(true))

const PRIVATE =
  'localhost daily.localhost intranet printer.local desk.internal box.home.arpa news.example example.com www.example.org a.test 127.0.0.1 10.1.2.3 192.168.0.1 169.254.169.254 [::1] [fd00::1] [::ffff:10.0.0.1] [2001:db8::1]'

test.each(PRIVATE.split(' '))('%s is private', (host) => expect(isPublicHost(host)).toBe(false))
