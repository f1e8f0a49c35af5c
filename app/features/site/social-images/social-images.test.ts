import { describe, expect, test } from 'vitest'
import { type SocialImage, socialImagePath, socialImageUrl, toAltText } from './social-images.ts'

const IMAGE: SocialImage = {
  pagePath: '/article/a-quiet-harbour',
  brand: 'Broadsheet',
  title: 'A quiet harbour',
  author: 'Ines Halloran',
  date: 'January 05, 2026',
  covers: [{ category: 'travel', seed: '57169c42' }],
}
const urlOf = (image: SocialImage) => socialImageUrl('https://news.example', image)

describe('the URL of a social image', () => {
  test('is that of its page, with its file name at the end', () => {
    expect(socialImagePath(IMAGE)).toBe('/article/a-quiet-harbour/social.png')
    expect(socialImagePath({ pagePath: '/' })).toBe('/social.png')
  })

  test('changes only if the content of the image changes', () => {
    expect(urlOf({ ...IMAGE })).toBe(urlOf(IMAGE))
    const changes: Partial<SocialImage>[] = [
      { title: 'A quiet harbor' },
      { author: 'Ines' },
      { brand: 'Harbour' },
      { kicker: 'Travel' },
      { date: 'January 06, 2026' },
      { covers: [{ category: 'travel', seed: '57169c43' }] },
    ]
    const urls = changes.map((change) => urlOf({ ...IMAGE, ...change }))
    expect(new Set([urlOf(IMAGE), ...urls]).size).toBe(changes.length + 1)
  })

  test('contains no text, so that an attacker cannot have a text drawn by changing the URL', () => {
    const url = new URL(urlOf({ ...IMAGE, title: '<script>&?#/' }))
    expect(url.pathname).toBe('/article/a-quiet-harbour/social.png')
    expect(url.search).toMatch(/^\?v=[0-9a-z]{1,7}$/)
  })
})

test.each([
  [IMAGE, 'A quiet harbour, by Ines Halloran. Broadsheet'],
  [{ ...IMAGE, author: undefined }, 'A quiet harbour. Broadsheet'],
  [{ ...IMAGE, author: undefined, title: 'Broadsheet' }, 'Broadsheet'],
])('the text alternative of an image has its title, author and site: %#', (image, words) =>
  expect(toAltText(image)).toBe(words),
)
