// @store none
import { readFileSync } from 'node:fs'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ProseSheet } from './prose-sheet.tsx'

const countSheets = (html?: string) =>
  renderToStaticMarkup(createElement(ProseSheet, html === undefined ? {} : { html })).match(/<link/g)?.length

// These stand only within or around those that are looked for.
const BESIDE = new Set([
  '.contains-task-list',
  '.task-list-item',
  'a',
  'dd',
  'h2',
  'h3',
  'h4',
  'iframe',
  'li',
  'p',
  'td',
  'th',
  'thead',
  'tr',
  'summary',
])

/** The elements and the classes that the sheet of the rarer blocks styles. */
function listStyled(): string[] {
  const css = readFileSync('app/ui/prose-blocks.css', 'utf8').replaceAll(/\/\*.*?\*\//gs, '')
  const selectors = [...css.matchAll(/(?:^|[{}])\s*(\.prose[^{}]*)(?=\{)/g)].map(
    ([, selector = '']) => selector,
  )
  const plain = selectors
    .map((selector) => selector.replaceAll(/\[[^\]]*\]|:dir\(\w+\)|::?[\w-]+/g, ' '))
    .join(' ')
  const names = [...new Set(plain.match(/\.?[a-z][\w-]*/g))].filter((name) => name !== '.prose')
  return names.filter((name) => !name.startsWith('.hljs-') && !BESIDE.has(name))
}

test('a text with a rarer block gets its styles, and a text without any does not', () => {
  const styled = listStyled()
  expect(styled).toEqual(expect.arrayContaining(['pre', 'table', '.embed', 'input']))
  for (const name of styled) {
    const html = name.startsWith('.')
      ? `<p class="x ${name.slice(1)}">Tides</p>`
      : `<p>Six <${name}>Tides</p>`
    expect(countSheets(html), name).toBe(2)
  }
  expect(countSheets('<p>Six</p><div class="footnotes"><ol><li id="text-fn1">Tides</li></ol></div>')).toBe(2)
  expect(countSheets('<h2 class="heading">Tides</h2><p>At <em>six</em>. <img src="/a.png"></p>')).toBe(1)
  expect(countSheets()).toBe(3)
})
