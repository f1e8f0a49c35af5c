import { describe, expect, test } from 'vitest'
import { OWN_SEGMENTS } from '../../../platform/web/own-segments.ts'
import { landingPagePath, listOtherSlugs, RESERVED, toThings } from './landing-pages.ts'

describe('the markup of a landing page', () => {
  test('keeps the properties of landing pages', () => {
    const service = {
      '@type': 'Service',
      name: 'Roof repair',
      provider: { '@type': 'LocalBusiness', name: 'Harbour Roofs', telephone: '+1 555 0100' },
      areaServed: { '@type': 'City', name: 'Springfield' },
    }
    expect(toThings(service)).toEqual([service])
    expect(toThings([service, service])).toEqual([service, service])
    expect(toThings({ '@context': 'https://schema.org', '@graph': [service] })).toEqual([service])
  })

  test('loses unknown keys, URLs that run scripts, and things without a type', () => {
    expect(
      toThings({
        '@type': 'Service',
        '@context': 'https://evil.example',
        onload: 'alert(1)',
        url: 'javascript:alert(1)',
        image: ' \u0001data:text/html,x',
        openingHours: 'Mo: 9-5',
        sameAs: ['https://example.com', 'vbscript:x', null],
      }),
    ).toEqual([{ '@type': 'Service', openingHours: 'Mo: 9-5', sameAs: ['https://example.com'] }])
    for (const nothing of [null, 'text', 7, [], {}, { '@type': '<script>' }, { name: 'x' }, [[null]]])
      expect(toThings(nothing)).toEqual([])
  })

  test('is cut at a depth limit', () => {
    let deep: unknown = 'end'
    for (let level = 0; level < 20_000; level += 1) deep = { '@type': 'Thing', item: deep }
    expect(JSON.stringify(toThings(deep)).length).toBeLessThan(500)
  })
})

test('no landing page gets an address of the product', () => {
  const slugs = [...OWN_SEGMENTS].filter((segment) => /^[a-z0-9-]+$/.test(segment))
  expect(slugs).toEqual(expect.arrayContaining(['v1', 'mcp', 'webhooks', 'assets', 'known-host']))
  for (const slug of slugs) expect([slug, new RegExp(RESERVED).test(slug)]).toEqual([slug, true])
  expect(listOtherSlugs('v1', { businessSlug: '', key: 'a' })[0]).toBe('page-v1')
})

test('the path of a landing page is its slug, encoded part by part', () => {
  expect(landingPagePath({ slug: 'roof-repair-springfield-il' })).toBe('/roof-repair-springfield-il')
  expect(landingPagePath({ slug: 'services/a b' })).toBe('/services/a%20b')
})
