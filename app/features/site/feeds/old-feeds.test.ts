import { expect, test } from 'vitest'
import { toFeedPath } from './old-feeds.ts'

test.each([
  ['/feed/', '/feed.xml'],
  ['/feed', '/feed.xml'],
  ['/feed/atom/', '/feed.atom'],
  ['/rss/', '/feed.xml'],
  ['/rss.xml', '/feed.xml'],
  ['/rss2.xml', '/feed.xml'],
  ['/index.xml', '/feed.xml'],
  ['/index.json', '/feed.json'],
  ['/atom.xml', '/feed.atom'],
  ['/feed/feed.json', '/feed.json'],
  ['/feeds/posts/default', '/feed.xml'],
  ['/feeds/comments/default', '/feed.xml'],
  ['/blog/feed/', '/feed.xml'],
  ['/blog/rss.xml', '/feed.xml'],
  ['/blog/atom.xml', '/feed.atom'],
  ['/blog/feed.json', '/feed.json'],
  ['/posts/index.xml', '/feed.xml'],
  ['/comments/feed/', '/feed.xml'],
  ['/?feed=rss2', '/feed.xml'],
  ['/blog?format=rss', '/feed.xml'],
  ['/?feed=atom', '/feed.atom'],
  ['/category/boats/feed/', '/category/boats/feed.xml'],
  ['/tag/boats/rss/', '/category/boats/feed.xml'],
  ['/tags/boats/index.xml', '/category/boats/feed.xml'],
  ['/author/x/rss/', '/author/x/feed.xml'],
  ['/author/x/feed/atom', '/author/x/feed.atom'],
])('the feed of another platform at %s is ours at %s', (old, path) =>
  expect(toFeedPath(new URL(old, 'https://old.example'))).toBe(path),
)

test.each(['/', '/?page=2', '/feeding', '/rss/x', '/category/boats', '/a/b/feed/'])('%s is no feed', (path) =>
  expect(toFeedPath(new URL(path, 'https://old.example'))).toBeUndefined(),
)
