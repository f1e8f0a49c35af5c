import { expect, test } from 'vitest'
import { findPictures, replaceAddresses } from './picture-addresses.ts'

const HOST = 'blog.example'
const imageOf = (...addresses: string[]) =>
  addresses.map((src) => `<p><img alt="" src="${src}"></p>`).join('\n')

test.each([
  ['Markdown', '![A boat](https://old.example/a.png "Six")', 'https://old.example/a.png'],
  ['Markdown with brackets', '[![](https://old.example/a_(1).png)](/b)', 'https://old.example/a_(1).png'],
  ['HTML', '<img src="https://old.example/a.png?w=1&amp;h=2">', 'https://old.example/a.png?w=1&amp;h=2'],
  ['a reference', '![][1]\n\n[1]: https://old.example/a.png', 'https://old.example/a.png'],
  [
    'letters outside of ASCII',
    '![](https://old.example/hafen-süd.png)',
    'https://old.example/hafen-s%C3%BCd.png',
  ],
])('finds a picture in %s, and replaces nothing but its address', (_name, content, src) => {
  const pictures = findPictures({ content, contentHtml: imageOf(src), cover: null }, HOST)
  const [[key, written] = ['', '']] = [...pictures]
  expect([pictures.size, written !== null]).toEqual([1, true])
  const paths = new Map([[key, '/uploads/a.webp']])
  const { content: changed } = replaceAddresses({ content, cover: null }, paths)
  expect(changed).toContain('/uploads/a.webp')
  expect(changed).not.toContain('old.example')
  const [before = '', after = ''] = changed.split('/uploads/a.webp')
  expect([content.startsWith(before), content.endsWith(after)]).toEqual([true, true])
})

test('a longer address and a link to another page stay as they are', () => {
  const content =
    'https://old.example/a.png.html ![](http://old.example/a.png) [All](https://old.example/a.png/all)'
  const contentHtml = imageOf('https://old.example/a.png')
  expect([...findPictures({ content, contentHtml, cover: null }, HOST)]).toEqual([
    ['https://old.example/a.png', 'http://old.example/a.png'],
  ])
  const paths = new Map([['https://old.example/a.png', '/uploads/a.webp']])
  expect(replaceAddresses({ content, cover: 'https://old.example/a.png' }, paths)).toEqual({
    content: 'https://old.example/a.png.html ![](/uploads/a.webp) [All](https://old.example/a.png/all)',
    cover: '/uploads/a.webp',
  })
})

test('pictures of the own host are no pictures of another site, and a relative address cannot be replaced', () => {
  const contentHtml = imageOf(
    'https://blog.example/uploads/x.webp',
    '/uploads/y.webp',
    'https://old.example/c.png',
  )
  const pictures = findPictures({ content: '![](/c.png)', contentHtml, cover: 'drawn' }, HOST)
  expect([...pictures]).toEqual([['https://old.example/c.png', null]])
})

test('a hostile text takes no time', () => {
  const content = `https://old.example/${')'.repeat(2000)}\n`.repeat(200)
  const contentHtml = imageOf('https://old.example/a.png')
  const before = process.threadCpuUsage()
  findPictures({ content, contentHtml, cover: null }, HOST)
  expect(process.threadCpuUsage(before).user, 'in microseconds').toBeLessThan(1_000_000)
})
