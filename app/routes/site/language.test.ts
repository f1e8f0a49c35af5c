import { beforeAll, describe, expect, test, vi } from 'vitest'
import { importRecords } from '../../../tests/support/import.ts'
import { signUp, type TestServer } from '../../../tests/support/server.ts'
import { shareServer } from '../../../tests/support/shared-server.ts'

const HOST = 'sahil.localhost'
const LOOK = { tagline: '', accent: '#b92a14', paperLight: '#fbf9f4', paperDark: '#14120e' }
const HEBREW = 'הגאות עולה בשש בבוקר, והסירות יוצאות מן הנמל.'

let server: TestServer
let cookie: string
let siteId: string

beforeAll(async () => {
  server = await shareServer()
  cookie = (await signUp(server)).cookie
  const about = { author: 'Ines and Theo', published_at: '2025-03-09T12:00:00Z', tags: ['Travel'] }
  await importRecords(server, [
    { ...about, title: 'The tides', content: 'Plain words.' },
    { ...about, title: 'הגאות', content: `${HEBREW}\n\nIn English.` },
  ])
  const form = { intent: 'add', name: 'Sahil', url: HOST, copyPolicy: 'canonical' }
  const added = await server.ask('/manage-sites/new?kind=hosted', { form, headers: { cookie } })
  siteId = /\/manage-sites\/([0-9a-f-]{36})/.exec(added.body)?.[1] ?? ''
  await vi.waitFor(async () => expect((await read('/')).status).toBe(200))
})

const read = (path: string, host = HOST) => server.ask(path, { host })
const choose = (language: string) =>
  server.ask(`/manage-sites/${siteId}`, {
    form: { intent: 'save-face', ...LOOK, language },
    headers: { cookie },
  })

describe('the language of a site', () => {
  test('is English before its owner chooses one, and any unknown one is English', async () => {
    const before = await read('/')
    expect(before.body).toContain('<html lang="en">')
    expect(before.body).not.toContain('id="words"')
    await choose('xx')
    expect((await read('/')).body).toBe(before.body)
  })

  test('gives its pages their words and their direction, and no page of another site', async () => {
    const main = await read('/', 'localhost')
    expect((await choose('ar')).body).toContain('Look saved')
    const home = await read('/')
    expect(home.body).toContain('<html lang="ar" dir="rtl">')
    expect(home.body).toContain('الرئيسية')
    expect(home.body).toContain('<a href="/category/technology">تقنية</a>')
    expect(home.body).toContain('"Link copied":"تم نسخ الرابط"')
    expect(home.body).toContain('<meta property="og:locale" content="ar_EG"/>')
    expect(home.body).not.toMatch(/Browse by Category|Trending Topics|Sign In|Skip to content/)
    expect((await read('/nowhere')).body).toContain('<title>الصفحة غير موجودة</title>')
    expect((await read('/search?q=ab')).body).toContain('اكتب 3 أحرف على الأقل.')
    expect((await read('/feed.xml')).body).toContain('<language>ar</language>')
    expect((await read('/category/travel')).body).toContain('<h1 class="headline">سفر</h1>')
    const after = await read('/', 'localhost')
    expect(after.bytes.equals(main.bytes)).toBe(true)
  })

  test('is taken back with the look', async () => {
    await choose('')
    expect((await read('/')).body).toContain('<html lang="en">')
  })
})

test('an article without a language has that of its letters, and reads in their direction', async () => {
  const home = await read('/', 'localhost')
  expect(home.body).toContain('lang="he" dir="rtl"')
  const path = /href="(\/article\/[^"]+)" dir="auto"|<h[23] dir="auto"><a href="(\/article\/[^"]+)"/.exec(
    home.body,
  )
  const page = await read(path?.[1] ?? path?.[2] ?? '', 'localhost')
  expect(page.body).toContain('<html lang="en">')
  expect(page.body).toMatch(/class="prose[^"]*" lang="he" dir="rtl"/)
  expect(page.body).toContain('<p dir="auto">In English.</p>')
  expect(page.body).toContain('"inLanguage":"he"')
})
