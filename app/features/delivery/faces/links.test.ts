// @store none
import { describe, expect, test } from 'vitest'
import { isSafeAddress, LINKS_LIMIT, parseLinks, readLinks, toLinkLines } from './links.ts'

describe('the address of a link in a menu', () => {
  test.each([
    '/',
    '/about',
    '/category/north%20sea?page=2#top',
    'https://example.com/a?b=c',
    'http://example.com',
    'mailto:desk@example.com',
    'tel:+49-30-1234',
  ])('is accepted: %s', (href) => expect(isSafeAddress(href)).toBe(true))

  test.each([
    '',
    'about',
    '//evil.example',
    '/\\evil.example',
    String.raw`https:\\evil.example`,
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,x',
    'https://user:secret@example.com',
    'https://exa mple.com',
    'mailto:a@b?subject=x',
    `/${'a'.repeat(LINKS_LIMIT.href)}`,
  ])('is refused: %s', (href) => expect(isSafeAddress(href)).toBe(false))
})

describe('the links of a field', () => {
  test('are read back as they were typed', () => {
    const text = 'News | /\nAbout us | /about\nA | B | https://example.com'
    const { links, refusal } = parseLinks(`\n${text}\n\n`)
    expect(refusal).toBeUndefined()
    expect(links).toHaveLength(3)
    expect(links?.[2]).toEqual({ label: 'A | B', href: 'https://example.com' })
    expect(toLinkLines(links)).toBe(text)
    expect(readLinks(links)).toEqual(links)
  })

  test.each([
    ['About', 1],
    ['News | /\n\n| /about', 3],
    ['News | /\nAbout | javascript:alert(1)', 2],
    [`${'a'.repeat(41)} | /`, 1],
  ])('are refused with the number of the first wrong line: %j', (text, line) =>
    expect(parseLinks(text).refusal).toEqual({ reason: 'no-link', line }),
  )

  test('are at most twelve, and none stands for the usual ones', () => {
    const many = Array.from({ length: 13 }, (_, index) => `Link ${index} | /${index}`).join('\n')
    expect(parseLinks(many).refusal).toEqual({ reason: 'too-many' })
    expect(parseLinks(' \n ')).toEqual({ links: null })
  })

  test.each([null, 'x', [{ label: 'A', href: 'javascript:alert(1)' }], [{ label: 'A' }]])(
    'that no form could store are not shown: %j',
    (stored) => expect(readLinks(stored)).toBeNull(),
  )
})
