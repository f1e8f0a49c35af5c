// If two style sheets declare the same class, the later one overrides the other.
import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { signUpPublisher } from './support/publisher.ts'
import { addSite, queryStore, signUp, type TestServer } from './support/server.ts'
import { shareServer } from './support/shared-server.ts'

const MODULE = '.module.css'
const modules = globSync(`app/**/*${MODULE}`)
// The style sheet for printing overrides others on purpose.
const sheets = globSync('app/**/*.css').filter(
  (path) => !path.endsWith(MODULE) && basename(path) !== 'print.css',
)
// Limits for each kind of page, in bytes as Brotli sends them (decision 34).
const LISTS = 7200
const ARTICLE = 8000
const ARTICLE_WITH_BLOCKS = 9900
const LANDING_PAGE = 7500
const BROTLI = { 'accept-encoding': 'br' }
const views = globSync('app/**/*.{ts,tsx}').filter((path) => !path.endsWith('.test.ts'))

const withoutComments = (css: string) => css.replaceAll(/\/\*.*?\*\//gs, '')

/** Returns the classes that a sheet declares: selectors of a single class, with or without states. */
function listDeclared(css: string): string[] {
  const text = withoutComments(css).replaceAll(/\([^()]*\)/g, '')
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

test('no rule names a font of the usual face: a site may have others', () => {
  const rules = [...sheets, ...modules].flatMap((path) => {
    const css = withoutComments(readFileSync(path, 'utf8')).replaceAll(/@font-face[^}]*\}/g, '')
    return css.match(/\bfont(-family)?:[^;}]*/g) ?? []
  })
  expect(rules.length).toBeGreaterThan(100)
  expect(rules.filter((rule) => /Newsreader(?! Stand-in)|Instrument Sans|JetBrains/.test(rule))).toEqual([])
})

test('declared classes are found', () => {
  const css =
    '.a, .b:hover { } @media print { .c { } } .d .e { } .f > .g:not(.h) { } /* .i { } */ .j > :is(.k, .l) { }'
  expect(listDeclared(css)).toEqual(['a', 'b', 'c'])
})

describe('a module of styles', () => {
  test('has a name of its own, which begins the names of its classes in the browser', () => {
    const names = modules.map((path) => basename(path))
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
  })

  test.each(modules)('%s: its classes are those that the views beside it use', (path) => {
    const css = withoutComments(readFileSync(path, 'utf8')).replaceAll(/(?::global|url)\([^()]*\)/g, '')
    const declared = new Set([...css.matchAll(/\.([a-z][\w-]*)/g)].map(([, name = '']) => toLocal(name)))
    const used = new Set(usersOf(path).flatMap(({ text, name }) => listUsed(text, name)))
    const dynamic = used.delete('')
    expect([...used].filter((name) => !declared.has(name))).toEqual([])
    if (!dynamic) expect([...declared].filter((name) => !used.has(name))).toEqual([])
  })
})

const toLocal = (name: string) => name.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())

/** The files that import a module, with the name that each has for it. */
const usersOf = (path: string) =>
  views.flatMap((view) => {
    const text = readFileSync(view, 'utf8')
    const found = /import (\w+) from '([^']*\.module\.css)'/.exec(text)
    return found && join(dirname(view), found[2] ?? '') === path ? [{ text, name: found[1] ?? '' }] : []
  })

/** The classes that a text takes from a module; an empty name stands for one that is only known while it runs. */
const listUsed = (text: string, name: string) =>
  [...text.matchAll(new RegExp(`\\b${name}(?:\\.(\\w+)|\\[)`, 'g'))].map(([, local = '']) => local)

describe('the sheets of a public page', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await shareServer()
    await addSite(server, 'Harbour')
    const fields = {
      title: 'A tide table',
      content: '## High water\n\nAt *six*.',
      author: 'Ines',
      tags: 'Travel',
    }
    const publisher = await signUpPublisher(server, fields)
    await publisher.publish()
    await publisher.publish({ title: 'A table of tides', content: '| High |\n| --- |\n| Six |\n' })
    await publisher.publish({ title: 'A note on tides', content: 'Six.[^1]\n\n[^1]: By the *sun*.' })
    await queryStore(
      server,
      `insert into generated_pages (id, user_id, slug, is_published, meta_title, content)
         select gen_random_uuid(), id, 'roofs', true, 'Roofs', '<p>Slates.</p>' from users limit 1`,
    )
  })

  const HOOKS = new Set(['menu', 'footnotes-list']) // of scripts and of the renderer, without a look

  // The directory of an account's own domain has the sheets of the home page, whose route it shares.
  test.each([
    { path: '/', status: 200, count: 2, limit: LISTS },
    { path: '/category/travel', status: 200, count: 2, limit: LISTS },
    { path: '/author/Ines', status: 200, count: 2, limit: LISTS },
    { path: '/search?q=tide', status: 200, count: 2, limit: LISTS },
    { path: '/not/there', status: 404, count: 2, limit: LISTS },
    { path: '/article/a-tide-table', status: 200, count: 3, limit: ARTICLE },
    { path: '/article/a-table-of-tides', status: 200, count: 4, limit: ARTICLE_WITH_BLOCKS },
    { path: '/article/a-note-on-tides', status: 200, count: 4, limit: ARTICLE_WITH_BLOCKS },
    { path: '/roofs', status: 200, count: 3, limit: LANDING_PAGE },
  ])('$path: have all its classes, in $limit compressed bytes', async ({ path, status, count, limit }) => {
    const page = await server.ask(path)
    expect(page.status).toBe(status)
    const links = listSheets(page.body)
    const css = (await Promise.all(links.map(async (href) => (await server.ask(href)).body))).join('')
    expect(links).toHaveLength(count)
    expect(css).not.toContain('.panel')
    const classes = new Set(
      [...page.body.matchAll(/ class="([^"]*)"/g)].flatMap(([, names = '']) => names.split(' ')),
    )
    expect(classes.size).toBeGreaterThan(20)
    expect([...classes].filter((name) => !HOOKS.has(name) && !hasClass(css, name))).toEqual([])
    const sent = await Promise.all(links.map((href) => server.ask(href, { headers: BROTLI })))
    expect(sent.map(({ headers }) => headers['content-encoding'])).toEqual(links.map(() => 'br'))
    expect(sent.reduce((sum, { bytes }) => sum + bytes.length, 0)).toBeLessThanOrEqual(limit)
  })
})

test('signing in loads the sheets of the desk, which is never drawn without them', async () => {
  const server = await shareServer()
  const { cookie } = await signUp(server)
  const desk = listSheets((await server.ask('/publisher', { headers: { cookie } })).body)
  expect(desk).toHaveLength(2)
  for (const path of ['/auth', '/auth/forgot'])
    expect(listSheets((await server.ask(path)).body)).toEqual(desk)
})

const listSheets = (body: string) =>
  [...body.matchAll(/<link [^>]*rel="stylesheet" href="(\/assets\/[^"]+)"/g)].map(([, href = '']) => href)

const hasClass = (css: string, name: string) =>
  css.includes(`.${name.replaceAll(/[^\w-]/g, String.raw`\$&`)}`)
