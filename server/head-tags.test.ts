import { createElement, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { fillHead, HEAD_PLACE } from './head-tags.tsx'

const HOSTILE = `It's <b>"A & B"</b> $& $1 </script> \u2028 – Größe`
const draw = (...tags: ReactNode[]) => renderToStaticMarkup(createElement('head', null, ...tags))

test('the tags of a page are the same as React draws them', () => {
  const description = { name: 'description', content: HOSTILE }
  const link = {
    rel: 'alternate',
    type: 'text/markdown',
    title: HOSTILE,
    hrefLang: 'de',
    href: '/a.md?b=1&c=2',
  }
  const written = fillHead(draw(HEAD_PLACE), [
    { title: HOSTILE },
    description,
    { property: 'og:title', content: HOSTILE },
    { tagName: 'link', ...link },
  ])
  expect(written).toBe(
    draw(
      createElement('title', null, HOSTILE),
      createElement('meta', description),
      createElement('meta', { property: 'og:title', content: HOSTILE }),
      createElement('link', link),
    ),
  )
})

test('no text ends the script with the structured data', () => {
  const thing = { '@type': 'Article', name: HOSTILE }
  const written = fillHead(draw(HEAD_PLACE), [{ 'script:ld+json': thing }])
  const [, data = ''] =
    /^<head><script type="application\/ld\+json">([^<]*)<\/script><\/head>$/.exec(written) ?? []
  expect(JSON.parse(data)).toEqual(thing)
})
