import { describe, expect, test } from 'vitest'
import { parseSiteUrl } from './target-sites.ts'
import { toSiteOrigin } from '../../../shared/sites.ts'

const MAIN = 'https://news.example'

describe('the origin of a site', () => {
  test.each([
    ['https://harbour.example', 'https://harbour.example'],
    ['http://harbour.example:8080', 'http://harbour.example:8080'],
    ['https://harbour.example/', 'https://harbour.example'],
    ['https://localhost.example', 'https://localhost.example'],
    ['http://notlocalhost', 'http://notlocalhost'],
  ])('is that of its URL: %s', (url, origin) => {
    expect(toSiteOrigin(url, MAIN)).toBe(origin)
    expect(toSiteOrigin(url, 'http://localhost:3000')).toBe(origin)
  })

  test.each([
    ['http://localhost:3000', 'http://harbour.localhost:3000'],
    ['http://localhost:4000', 'http://harbour.localhost:4000'],
    ['https://localhost', 'https://harbour.localhost'],
  ])('has the scheme and the port of the main site if both are on this machine: %s', (mainOrigin, origin) => {
    expect(toSiteOrigin('http://harbour.localhost:3000', mainOrigin)).toBe(origin)
    expect(toSiteOrigin('https://harbour.localhost', mainOrigin)).toBe(origin)
  })
})

describe('the URL of a new site', () => {
  test.each([
    ['https://harbour.example', 'https://harbour.example'],
    ['https://harbour.example/', 'https://harbour.example'],
    ['HTTPS://Harbour.Example', 'https://harbour.example'],
    ['http://harbour.example:8080', 'http://harbour.example:8080'],
    ['https://harbour.example:443', 'https://harbour.example'],
    ['https://sub.news.example', 'https://sub.news.example'],
    [' harbour.example ', 'https://harbour.example'],
    ['http://harbour.localhost', 'http://harbour.localhost'],
  ])('is an origin: %s', (value, origin) => expect(parseSiteUrl(value, MAIN)).toBe(origin))

  test.each([
    '',
    'localhost',
    'http://LOCALHOST:8080',
    'http://127.0.0.1',
    'http://0x7f.1',
    'http://2130706433',
    'https://[::1]',
    'https://harbour.example.',
    'https://harbour.example\\@news.example',
    'https://har\tbour.example',
    'https://harbour.example/blog',
    'https://harbour.example/?a=1',
    'https://harbour.example/?',
    'https://harbour.example/#top',
    'https://user@harbour.example',
    'https://user:password@harbour.example',
    'ftp://harbour.example',
    'javascript:alert(1)',
    'file:///etc',
    'https://',
    'https://news.example',
    'http://news.example:8080',
    'https://NEWS.example',
  ])('is not any other URL: %s', (value) => expect(parseSiteUrl(value, MAIN)).toBeUndefined())
})
