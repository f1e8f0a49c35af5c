import { describe, expect, test } from 'vitest'
import { findPictureFile, indexPictures } from './picture-files.ts'

const FILES = [
  'content/posts/tide/index.md',
  'content/posts/tide/boat.png',
  'content/posts/tide/Größe.png'.normalize('NFD'),
  'static/img/pier.jpg',
  'public/img/pier.jpg',
  'assets/Net.PNG',
  'source/_posts/gull/wing.png',
  'vault/attachments/deep/rope.png',
  'one/twin.png',
  'two/twin.png',
  'etc/passwd',
].map((name) => ({ name, bytes: 1 }))
const index = indexPictures(FILES)
const find = (address: string, path = 'content/posts/tide/index.md') =>
  findPictureFile(address, path, index)?.path.normalize('NFC')

describe('a picture of a folder is found', () => {
  test.each([
    ['boat.png', 'content/posts/tide/boat.png'],
    ['./boat.png?raw=true#center', 'content/posts/tide/boat.png'],
    ['BOAT.PNG', 'content/posts/tide/boat.png'],
    ['Gr%C3%B6%C3%9Fe.png', 'content/posts/tide/Größe.png'],
    ['../../../static/img/pier.jpg', 'static/img/pier.jpg'],
    ['..\\..\\..\\static\\img\\pier.jpg', 'static/img/pier.jpg'],
    ['/img/pier.jpg', 'static/img/pier.jpg'],
    ['img/pier.jpg', 'static/img/pier.jpg'],
    ['~/assets/net.png', 'assets/Net.PNG'],
    ['@/assets/Net.PNG', 'assets/Net.PNG'],
    ['rope.png', 'vault/attachments/deep/rope.png'],
    ['/blog/img/pier.jpg', undefined],
    ['/wp-content/attachments/deep/rope.png', 'vault/attachments/deep/rope.png'],
  ])('by %s', (address, path) => expect(find(address)).toBe(path))

  test('in the folder of its name that Hexo makes, and beside a page whose address ends with a line', () => {
    expect(find('wing.png', 'source/_posts/gull.md')).toBe('source/_posts/gull/wing.png')
    expect(find('../tide/boat.png', 'content/posts/other.md')).toBe('content/posts/tide/boat.png')
  })
})

test.each([
  '../../../../../../etc/passwd',
  '/etc/passwd',
  'twin.png',
  '',
  '?x',
  'nothing.png',
  '%E0%A4%A',
  `${'../'.repeat(5000)}x.png`,
])('none is found by %s', (address) => expect(find(address)).toBeUndefined())

test('a hostile folder and a hostile address take no time', () => {
  const many = indexPictures(
    Array.from({ length: 20_000 }, (_, number) => ({ name: `${number}/a.png`, bytes: 1 })),
  )
  const found = Array.from({ length: 100 }, () =>
    findPictureFile(`${'x/'.repeat(500)}a.png`, `${'y/'.repeat(100)}a.md`, many),
  )
  expect(found.filter(Boolean)).toEqual([]) // within the time limit of a test
})
