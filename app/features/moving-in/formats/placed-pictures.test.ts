import { describe, expect, test } from 'vitest'
import { fieldsOf, readAll, READ_OPTIONS, toFile, toWxr } from '../../../../tests/support/source-files.ts'
import { toZip } from '../../../../tests/support/zip.ts'
import type { FoundArticle } from './formats.ts'
import { readArticles, readFolder } from './queries.server.ts'

async function readPost(
  head: string,
  text = 'Text.',
  { files = [], from }: { files?: string[]; from?: string } = {},
): Promise<FoundArticle> {
  const post = toFile('content/posts/tide/index.md', `---\ndate: 2024-05-06\n${head}\n---\n${text}\n`)
  const others = files.map((name) => toFile(name, 'x'))
  const [found] = await readAll(readFolder([post, ...others], { ...READ_OPTIONS, from }))
  if (!found || !('fields' in found)) throw new Error(JSON.stringify(found))
  return found
}

const coverOf = async (head: string, files: string[] = []) => {
  const { fields } = await readPost(head, 'Text.', { files })
  const [picture] = (fields.pictures ?? []) as { address: string | null; path: string }[]
  return picture ? [picture.address, picture.path] : fields.image_url
}

describe('the cover of a file', () => {
  test.each([
    'post_image: https://quay.example/k.jpg',
    'coverImg: https://quay.example/k.jpg',
    'preview: https://quay.example/k.jpg',
    'photo: https://quay.example/k.jpg',
    'cover_url: https://quay.example/k.jpg',
    'og_image: https://quay.example/k.jpg',
    'og:image: https://quay.example/k.jpg',
    'previewimage: https://quay.example/k.jpg',
    'cover: true\nimage: https://quay.example/k.jpg',
    'preview: false\nthumb: https://quay.example/k.jpg',
    'header: { og_image: https://quay.example/k.jpg }',
    'featuredImage: { node: { sourceUrl: https://quay.example/k.jpg } }',
    'seo: { image: https://quay.example/k.jpg }',
    'extra: { cover_image: https://quay.example/k.jpg }',
    'openGraph: { images: [{ url: https://quay.example/k.jpg }] }',
  ])('is found: %s', async (head) => expect(await coverOf(head)).toBe('https://quay.example/k.jpg'))

  test.each([
    ['cover: { image: hero.jpg }', 'content/posts/tide/hero.jpg'],
    ['image: /img/hero.jpg', 'static/img/hero.jpg'],
    ['banner: "[[hero.jpg]]"', 'content/posts/tide/hero.jpg'],
    ['resources: [{ name: a, src: a.jpg }, { name: cover, src: hero.jpg }]', 'content/posts/tide/hero.jpg'],
    ['title: T', 'content/posts/tide/feature-boat.jpg'],
  ])('lies in the folder: %s', async (head, path) => {
    expect(await coverOf(head, ['a.jpg', path, 'content/posts/tide/a.jpg'])).toEqual([null, path])
  })

  test.each(['cover: true', 'photo: 7', 'header: Some words', 'preview: A line / another'])(
    'is no other value: %s',
    async (head) => expect(await coverOf(head)).toBeUndefined(),
  )
})

const toMeta = (key: string, value: string) =>
  `<wp:postmeta><wp:meta_key>${key}</wp:meta_key><wp:meta_value><![CDATA[${value}]]></wp:meta_value></wp:postmeta>`

const toItem = (key: string) => ({ '+': toMeta(key, '/wp-content/uploads/og.jpg'), 'content:encoded': 'x' })

test('of WordPress is the picture of a plugin if there is no other', async () => {
  const xml = toWxr([
    toItem('_yoast_wpseo_opengraph-image'),
    toItem('rank_math_facebook_image'),
    toItem('_other'),
  ])
  const found = await readAll(readArticles(toFile('export.xml', xml), READ_OPTIONS))
  const whole = 'https://old.example/wp-content/uploads/og.jpg'
  expect(found.map((each) => fieldsOf(each).image_url)).toEqual([whole, whole, undefined])
})

describe('a relative address', () => {
  const text =
    '![](gone.png) ![](/img/a.png) [b](../b/) [file](/c.pdf) [d](https://old.example/blog/d/) ![](data:image/png;base64,AA) [e](#e) [f](mailto:f@old.example)'

  test('is completed with that of the old site, which may lie in a folder', async () => {
    const { fields, links, lostPictures } = await readPost('title: T', text, {
      files: ['static/img/a.png'],
      from: 'https://old.example/blog/',
    })
    expect(fields.content).toBe(
      '![](https://old.example/blog/posts/tide/gone.png) ![](/img/a.png) [b](https://old.example/blog/posts/b/) [file](https://old.example/c.pdf) [d](https://old.example/blog/d/) ![](data:image/png;base64,AA) [e](#e) [f](mailto:f@old.example)\n',
    )
    expect(fields.pictures).toEqual([{ address: '/img/a.png', path: 'static/img/a.png', bytes: 0 }])
    expect(links?.map(({ paths }) => paths)).toEqual([
      ['/blog/posts/b', '/posts/b'],
      ['/c.pdf'],
      ['/blog/d', '/d'],
    ])
    expect(lostPictures).toBeUndefined()
  })

  test('is relative to the own address of the article, and not to an older one', async () => {
    const { fields } = await readPost('title: T\naliases: [/older/still]', '![](gone.png)', {
      from: 'https://old.example',
    })
    expect(fields.content).toBe('![](https://old.example/posts/tide/gone.png)\n')
  })

  test('stays without it, and a picture or a file that is not there is named', async () => {
    const { fields, lostPictures } = await readPost('title: T', text)
    expect(fields.content).toBe(`${text}\n`)
    expect(lostPictures).toEqual([
      { address: 'gone.png', reason: 'no-file' },
      { address: '/img/a.png', reason: 'no-file' },
      { address: '/c.pdf', reason: 'no-picture' },
    ])
  })

  test('of an article that was first published elsewhere leads there, as readers see it', async () => {
    const { lostPictures, links } = await readPost('canonical_url: https://first.example/t', text)
    expect([lostPictures, links]).toEqual([undefined, undefined])
  })

  test('of our own export stays, but for pictures of another installation that is named', async () => {
    const upload = '/uploads/0192a3b4-0000-7000-8000-000000000000-6x4.webp'
    const own = `source: broadsheet\npath: x\ntitle: T\nimage_url: ${upload}`
    const kept = await readPost(own, `![](${upload}) ![](gone.png) [b](/article/b)`)
    expect(kept).toMatchObject({ isExported: true, fields: { image_url: upload } })
    expect(kept.fields.content).toBe(`![](${upload}) ![](gone.png) [b](/article/b)\n`)
    expect([kept.lostPictures, kept.links, kept.fields.pictures]).toEqual([undefined, undefined, undefined])
    const moved = await readPost(own, `![](${upload}) [b](/article/b)`, { from: 'https://old.example/' })
    expect(moved.fields.content).toBe(`![](https://old.example${upload}) [b](/article/b)\n`)
    expect(moved.fields.image_url).toBe(`https://old.example${upload}`)
  })
})

test('pictures of an export beside it in its archive come from there, also by their whole address', async () => {
  const html =
    '<p><img src="https://www.old.example/wp-content/uploads/2019/z.jpg?w=3"> <img src="/wp-content/uploads/2019/z-300x200.jpg"></p>'
  const zip = await toZip({
    'site/export.xml': toWxr([{ 'content:encoded': html }]),
    'site/uploads/2019/z.jpg': 'x',
  })
  const [found] = await readAll(readArticles(toFile('all.zip', zip), READ_OPTIONS))
  const file = { path: 'site/uploads/2019/z.jpg', bytes: 1, archive: 'all.zip' }
  expect(fieldsOf(found).pictures).toEqual([
    { address: 'https://www.old.example/wp-content/uploads/2019/z.jpg?w=3', ...file },
    { address: '/wp-content/uploads/2019/z-300x200.jpg', ...file },
  ])
})

test('notes name pictures without their folders, and MDX imports them', async () => {
  const files = [
    toFile('Note.md', '---\ndate: 2022-02-02\n---\n![[boat.png|300]] ![[my boat.png]]\n'),
    toFile(
      'p.mdx',
      "---\ndate: 2022-02-02\n---\nimport hero from './img/hero.jpg'\n\n<Image src={hero} alt=\"A\" />\n\n<img src={require('./img/map.png').default} />\n",
    ),
    toFile('files/boat.png', 'x'),
    toFile('files/my boat.png', 'x'),
    toFile('img/hero.jpg', 'x'),
    toFile('img/map.png', 'x'),
  ]
  const found = await readAll(readFolder(files, READ_OPTIONS))
  const listed = found.flatMap((each) => fieldsOf(each).pictures ?? []) as { path: string }[]
  expect(listed.map(({ path }) => path)).toEqual([
    'files/boat.png',
    'files/my boat.png',
    'img/hero.jpg',
    'img/map.png',
  ])
})
