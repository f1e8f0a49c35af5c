// The addresses that generators give to files, and what a folder says of its texts.
import { describe, expect, test } from 'vitest'
import { fieldsOf, listLost, readFiles } from '../../../../tests/support/source-files.ts'
import type { Found } from './formats.ts'

const page = (head: string) => `---\ntitle: The Chart\n${head}\n---\nText`
const DAY = 'date: 2019-02-04\n'
const at = (found: Found[], place: string) => fieldsOf(found.find((each) => each.place === place))

describe('the old address of a file', () => {
  test.each([
    [
      'Hugo, with a slug',
      'content/posts/file-name.md',
      'date: 2019-02-01\nslug: other-name',
      '/posts/other-name',
    ],
    ['Hugo, in capitals', 'content/posts/Mixed-Case.md', 'date: 2019-02-02', '/posts/mixed-case'],
    ['Hugo, with a date', 'content/posts/2019-02-03-dated.md', 'date: 2019-02-03', '/posts/2019-02-03-dated'],
    ['Hugo, with spaces', 'content/posts/My Post.md', 'date: 2019-02-03', '/posts/my-post'],
    ['Docusaurus', 'blog/2019-02-04-release.md', '', '/blog/2019/02/04/release'],
    ['Docusaurus, with a slug', 'blog/2019-02-04-release.md', 'slug: /out', '/blog/out'],
    ['Docusaurus, in folders of a date', 'blog/2019/02/04/release.md', '', '/blog/2019/02/04/release'],
    ['Docusaurus, in a folder with a date', 'blog/2019-02-04/release.md', '', '/blog/2019/02/04/release'],
    ['Zola, with a path', 'content/posts/a.md', 'date: 2019-02-04\npath: deep/own', '/deep/own'],
    ['Zola, with a time', 'content/posts/2019-02-04T10:00:00Z-a.md', '', '/posts/a'],
    ['Pelican', 'content/travel/a.md', 'date: 2019-02-04', '/the-chart'],
    ['Nikola', 'posts/a.md', 'date: 2019-02-04\nslug: own', '/posts/own'],
    ['Gatsby', 'content/blog/hello-world/index.md', 'date: 2019-02-04', '/hello-world'],
    ['Gatsby, with a path', 'src/pages/a/index.md', 'date: 2019-02-04\npath: /own/it', '/own/it'],
    ['a starter of Next', 'data/blog/a.mdx', 'date: 2019-02-04', '/blog/a'],
    ['a starter of Next, with posts', '_posts/a.md', 'date: 2019-02-04', '/posts/a'],
    ['Next, with the app router', 'app/blog/posts/a.mdx', 'date: 2019-02-04', '/blog/a'],
    ['Next, with pages', 'src/app/blog/a/page.mdx', 'date: 2019-02-04', '/blog/a'],
    ['Eleventy', 'src/posts/a.md', 'date: 2019-02-04', '/posts/a'],
    [
      'Eleventy, with a template',
      'posts/a.md',
      'date: 2019-02-04\npermalink: "/x/{{ page.fileSlug }}/"',
      '/x/a/',
    ],
    ['Eleventy, in a folder of the same name', 'content/blog/a/a.md', 'date: 2019-02-04', '/blog/a'],
    ['Jekyll, in a category', 'travel/_posts/2019-02-04-a.md', '', '/travel/2019/02/04/a.html'],
    ['Jekyll, with a style', '_posts/2019-02-04-a.md', 'permalink: pretty', '/2019/02/04/a/'],
    ['Hugo, with an alias beside it', 'content/posts/a.md', `${DAY}aliases: [old-name]`, '/posts/old-name'],
    ['Hugo, with an alias above it', 'content/posts/a/index.md', `${DAY}aliases: [../up]`, '/up'],
    ['Hugo, with an alias below it', 'content/fr/posts/a.md', `${DAY}aliases: [b/c]`, '/fr/posts/b/c'],
    ['Hugo, with its own URL', 'content/a.md', `${DAY}url: /x/y/\naliases: [z]`, '/x/z'],
    ['Jekyll, with a redirect', '_posts/2019-02-04-a.md', 'redirect_from: old', 'old'],
    ['a document of Docusaurus', '01-intro.md', DAY, '/docs/intro'],
    ['a document in folders', 'docs/02-guide/03-x.md', DAY, '/docs/guide/x'],
    ['a document with a slug', 'docs/02-guide/03-x.md', `${DAY}slug: /own`, '/docs/own'],
    ['a document with a relative slug', 'docs/2_guide/3. x.md', `${DAY}slug: own`, '/docs/guide/own'],
    ['a document that is a folder', 'docs/02-guide/index.md', DAY, '/docs/guide'],
    ['a document with its numbers', 'docs/02-guide/03-x.md', DAY, '/docs/02-guide/03-x'],
  ])('of %s', async (_, ...[path, head, address]) => {
    const [found] = await readFiles({ [path]: page(head) })
    expect(fieldsOf(found).aliases).toContain(address)
    expect(fieldsOf(found).draft).toBe(false)
  })

  test('of a document has no number, and neither has its slug; a number in another name stays', async () => {
    const found = await readFiles({
      'docs/02-guide/03-first-steps.md': `---\n${DAY}---\nText [b](./04-next.md)`,
      'docs/02-guide/04-next.md': page(DAY),
      'docs/2019-02-04-notes.md': page(''),
      'docs/1.2-changes.md': page(DAY),
      'posts/10-tips.md': page(DAY),
      'posts/7-more.md': page(`${DAY}sidebar_position: 7`),
    })
    expect(at(found, 'docs/02-guide/03-first-steps.md')).toMatchObject({
      slug: 'first-steps',
      title: 'First steps',
    })
    const slugs = found.map((each) => fieldsOf(each).slug)
    expect(slugs).toEqual(['first-steps', 'next', '12-changes', 'notes', '10-tips', 'more'])
    const [, target = ''] =
      /\]\((.*)\)/.exec(String(at(found, 'docs/02-guide/03-first-steps.md').content)) ?? []
    expect(at(found, 'docs/02-guide/04-next.md').aliases).toContain(target)
  })

  test('has up to a hundred forms', async () => {
    const aliases = Array.from({ length: 95 }, (_, index) => `/old/${index}`).join(', ')
    const [found] = await readFiles({ 'posts/a.md': page(`date: 2019-02-04\naliases: [${aliases}]`) })
    expect((fieldsOf(found).aliases as string[]).length).toBeLessThanOrEqual(100)
  })

  test('never comes from a name that every object has', async () => {
    const [found] = await readFiles({ 'posts/a.md': page('date: 2019-02-04\npermalink: /:constructor/x') })
    expect(fieldsOf(found).aliases).not.toContainEqual(expect.stringContaining('onstructor'))
  })
})

describe('the settings of a site', () => {
  const dated = page('date: 2019-02-04\nslug: own')

  test.each([
    [
      'hugo.toml',
      'baseURL = "https://old.example/"\n[permalinks]\nposts = "/:year/:month/:slug/"',
      '/2019/02/own/',
    ],
    ['config.yaml', 'permalinks:\n  page:\n    posts: /:year/:title/', '/2019/the-chart/'],
    ['config/_default/permalinks.toml', 'posts = "/b/:contentbasename/"', '/b/a/'],
    ['hugo.toml', 'baseURL = "https://old.example/journal/"', '/journal/posts/own'],
    ['_config.yml', 'permalink: /:year/:i_day/:title.html', '/2019/4/own.html'],
    ['pelicanconf.py', "ARTICLE_URL = 'p/{date:%Y}/{date:%b}/{slug}/'", '/p/2019/Feb/own/'],
    [
      'docusaurus.config.js',
      "module.exports = { presets: [{ docs: { routeBasePath: '/' } }] }",
      '/guide/own',
    ],
    ['conf.py', 'POSTS = (("posts/*.md", "log", "post.tmpl"),)', '/log/own'],
  ])('gives the pattern of addresses: %s %s', async (name, text, address) => {
    const paths = ['content/posts/a.md', 'posts/b.md', 'docs/01-guide/02-c.md']
    const found = await readFiles({ [name]: text, ...Object.fromEntries(paths.map((path) => [path, dated])) })
    const isOfPlace = (path: string) =>
      name === 'conf.py'
        ? path === 'posts/b.md'
        : path.startsWith(name.startsWith('docusaurus') ? 'docs' : 'content')
    expect(at(found, paths.find(isOfPlace) ?? '').aliases).toContain(address)
  })

  test('is not needed to know the folder that an archive has around the site', async () => {
    const found = await readFiles({ 'site-main/package.json': '{}', 'site-main/data/blog/a.mdx': dated })
    expect(fieldsOf(found[0]).aliases).toEqual(
      expect.arrayContaining(['/data/blog/own', '/blog/own', '/own']),
    )
    const bare = await readFiles({ 'site-main/README.txt': 'x', 'site-main/blog/2019/a.md': dated })
    expect(at(bare, 'site-main/blog/2019/a.md').aliases).toContain('/blog/2019/own')
  })

  test('counts within the folder that an archive has around the site', async () => {
    const found = await readFiles({
      'site-main/docusaurus.config.js':
        "module.exports = {\n  baseUrl: '/docs/',\n  presets: [{ blog: { routeBasePath: 'log' } }] }",
      'site-main/blog/2019-02-04-a.md': page(''),
    })
    expect(at(found, 'site-main/blog/2019-02-04-a.md').aliases).toEqual(
      expect.arrayContaining(['/blog/2019/02/04/a', '/log/2019/02/04/a', '/docs/log/2019/02/04/a']),
    )
  })

  test('that cannot be read says nothing', async () => {
    const found = await readFiles({
      'hugo.toml': '[permalinks\n',
      '_config.yml': 'a: [',
      'posts/a.md': dated,
    })
    expect(fieldsOf(found[0]).aliases).toContain('/posts/own')
    expect(found).toHaveLength(1)
  })
})

describe('authors by their keys', () => {
  test.each([
    ['blog/authors.yml', 'nora:\n  name: Nora Wick\n  title: Maintainer', 'authors: [nora]'],
    ['blog/authors.yml', 'nora:\n  name: Nora Wick', 'authors:\n  - key: nora\n    title: Guest'],
    ['_data/authors.yml', '- short_name: nora\n  name: Nora Wick', 'author: nora'],
    ['_data/authors.json', '{"nora": "Nora Wick"}', 'author: Nora'],
    ['data/authors/nora.toml', 'name = "Nora Wick"', 'author: nora'],
    ['content/authors/nora/_index.md', '---\ntitle: Nora Wick\n---\n', 'authors: [nora]'],
    ['_authors/nora.md', '---\nname: Nora Wick\n---\n', 'author: "@nora"'],
  ])('are read from %s: %s', async (name, text, head) => {
    const found = await readFiles({ [name]: text, 'blog/2019-02-04-a.md': page(head) })
    expect(at(found, 'blog/2019-02-04-a.md').author).toBe('Nora Wick')
    expect(found.filter((each) => 'fields' in each)).toHaveLength(1)
  })

  test('stay as they are without a name', async () => {
    const found = await readFiles({
      'authors.yml': 'nora:\n  title: Guest',
      'a.md': page('authors: [nora, Tom]'),
    })
    expect(at(found, 'a.md').author).toBe('nora, Tom')
  })
})

describe('a folder gives its texts', () => {
  test('the data of Eleventy: tags are added, other values are replaced', async () => {
    const found = await readFiles({
      'posts/posts.json': '{"tags": ["posts"], "author": "Dir Author", "layout": "post.njk"}',
      'posts/e.md': page('date: 2019-03-04'),
      'posts/f.md': page('date: 2019-03-04\nauthor: Own\ntags: [sea]'),
      'posts/f.11tydata.json': '{"description": "Of one text"}',
      'other/g.md': page('date: 2019-03-04'),
    })
    expect(at(found, 'posts/e.md')).toMatchObject({ tags: ['posts'], author: 'Dir Author' })
    expect(at(found, 'posts/f.md')).toMatchObject({
      tags: ['posts', 'sea'],
      author: 'Own',
      description: 'Of one text',
    })
    expect(at(found, 'other/g.md')).toMatchObject({ tags: [], author: '' })
  })

  test('the data of a program of Eleventy, as far as it is written out', async () => {
    const found = await readFiles({
      'blog/blog.11tydata.js':
        'export default {\n\ttags: ["posts", \'sea\'],\n\t"author": "Nora",\n\tpermalink: "/log/{{ page.fileSlug }}/",\n\tother: compute(),\n}',
      'blog/a.md': page('date: 2019-03-04'),
    })
    expect(at(found, 'blog/a.md')).toMatchObject({
      tags: ['posts', 'sea'],
      author: 'Nora',
      draft: false,
      aliases: expect.arrayContaining(['/log/a/']) as string[],
    })
  })

  test('what a section of Hugo or the settings cascade, also that they are hidden', async () => {
    const found = await readFiles({
      'hugo.yaml': 'cascade:\n  - target: { path: "/notes/**" }\n    draft: true\n  - author: All',
      'content/posts/_index.md': '---\ncascade:\n  author: Section\n  tags: [sea]\n---\n',
      'content/posts/a.md': page('date: 2019-03-04'),
      'content/posts/b.md': page('date: 2019-03-04\ntags: [own]'),
      'content/notes/c.md': page('date: 2019-03-04'),
    })
    expect(at(found, 'content/posts/a.md')).toMatchObject({ author: 'Section', tags: ['sea'], draft: false })
    expect(at(found, 'content/posts/b.md')).toMatchObject({ author: 'Section', tags: ['own'] })
    expect(at(found, 'content/notes/c.md')).toMatchObject({ author: 'All', draft: true })
  })

  test('the defaults of Jekyll, by their scope', async () => {
    const found = await readFiles({
      '_config.yml':
        'defaults:\n  - scope: { path: "", type: posts }\n    values: { author: Posts, layout: post }\n  - scope: { path: _posts/old }\n    values: { published: false }',
      '_posts/2019-02-04-a.md': page(''),
      '_posts/old/2019-02-04-b.md': page(''),
      'about.md': page('date: 2019-02-04'),
    })
    expect(at(found, '_posts/2019-02-04-a.md')).toMatchObject({ author: 'Posts', draft: false })
    expect(at(found, '_posts/old/2019-02-04-b.md')).toMatchObject({ author: 'Posts', draft: true })
    expect(at(found, 'about.md').author).toBe('')
  })

  test('nothing to a file of our own export', async () => {
    const own = '---\nsource: s\npath: p\ntitle: T\npublished_at: 2019-02-04\n---\n'
    const found = await readFiles({ 'a/a.json': '{"author": "Dir"}', 'a/a.md': own })
    expect(at(found, 'a/a.md').author).toBe('')
  })
})

test('an author has no article, unless it is dated', async () => {
  const found = await readFiles({
    'data/authors/default.mdx': '---\nname: Nora\n---\nI write.',
    'content/authors/b.md': page('date: 2019-02-04'),
  })
  expect(found.flatMap((each) => ('fields' in each ? [each.place] : []))).toEqual(['content/authors/b.md'])
  expect(listLost(found)).toEqual({ 'page of an author (no article)': 1 })
})
