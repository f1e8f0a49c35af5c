// A class that two style sheets declare is two designs under one name: the one that comes last lies over the other.
import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, test } from 'vitest'

// What is printed changes what is declared elsewhere; that is what its sheet is for.
const sheets = globSync('app/**/*.css').filter((path) => basename(path) !== 'print.css')

/** The classes that a sheet gives a look of its own: selectors of one class, with or without states. */
function listDeclared(css: string): string[] {
  const text = css.replaceAll(/\/\*.*?\*\//gs, '').replaceAll(/\([^()]*\)/g, '')
  const alone = /(?:^|[{};,])\s*\.([a-z][\w-]*)(?:::?[\w-]+)*(?=\s*[,{])/g
  return [...text.matchAll(alone)].map(([, name = '']) => name)
}

test('each class is declared in one sheet', () => {
  expect(sheets.length).toBeGreaterThan(10)
  const places = new Map<string, Set<string>>()
  for (const path of sheets)
    for (const name of listDeclared(readFileSync(path, 'utf8')))
      places.set(name, (places.get(name) ?? new Set()).add(path))
  const twice = [...places].filter(([, paths]) => paths.size > 1).map(([name, paths]) => [name, ...paths])
  expect(twice).toEqual([])
})

test('and the test knows one when it sees it', () => {
  const css =
    '.a, .b:hover { } @media print { .c { } } .d .e { } .f > .g:not(.h) { } /* .i { } */ .j > :is(.k, .l) { }'
  expect(listDeclared(css)).toEqual(['a', 'b', 'c'])
})
