import { expect, test } from 'vitest'
import { readFiles, readOne, toWxr } from '../../../../tests/support/source-files.ts'
import { sayNoArticles } from './nothing-found.ts'

test.each([
  ['a.xml', toWxr([]), 'This export of WordPress has no posts and no pages.'],
  ['a.json', '{\n"data": {"posts": []}}', 'This export of Ghost has no posts.'],
  ['a.xml', '<rss><channel></channel></rss>', 'This feed has no articles.'],
  ['a.ndjson', '\n \n', 'It has no line with an article.'],
  ['a.md', '', 'a.md is empty: it has 0 bytes.'],
  ['a.xml', '', 'a.xml is empty: it has 0 bytes.'],
])('an export without an article is refused with a sentence about it: %s', async (name, text, sentence) => {
  await expect(readOne(name, text)).rejects.toThrow(sentence)
})

test('an export without an article among others is one problem', async () => {
  const found = await readFiles({ 'a.xml': toWxr([]), 'b.xml': toWxr([{ title: 'B' }]) })
  expect(found).toMatchObject([
    { place: 'a.xml, the whole file', problem: expect.stringContaining('has no posts') as string },
    { fields: { title: 'B' } },
  ])
  expect(
    await readFiles({ 'a.md': '---\ntitle: A\ndate: 2020-01-01\n---\nA', 'b.xml': toWxr([]) }),
  ).toMatchObject([
    { fields: { title: 'A' } },
    { problem: expect.stringContaining('has no posts') as string },
  ])
})

test.each([
  [[], 'It has no files that can be read: it is empty, or all of them are hidden.'],
  [
    ['a.png', 'b/c.PNG', 'LICENSE'],
    'There is no article in it. It has 2 .png files, 1 file without an ending.',
  ],
  [
    ['a.a', 'a.b', 'a.c', 'a.d', 'a.e', 'a.f'],
    'There is no article in it. It has 1 .a file, 1 .b file, 1 .c file, 1 .d file, 1 .e file and others.',
  ],
])('a folder without an article is refused with the kinds of its files: %j', (names, sentence) => {
  expect(sayNoArticles(names)).toBe(sentence)
})
