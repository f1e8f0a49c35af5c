// Links for all posts of an account: previewed, added with live progress, read, and removed again.
import type { Page } from '@playwright/test'
import { v7 as uuidv7 } from 'uuid'
import { collectComplaints, findFaults, takeSession } from '../support/browser.ts'
import { expect, test } from '../support/journeys.ts'
import { queryStore, signUp, type TestServer } from '../support/server.ts'
import { byTier } from '../support/tier.ts'
import { MAIN_SITE_ID } from '../../app/shared/sites.ts'

const HARBOUR = `The harbour wakes before the town does, and nobody minds.

Fishing boats leave the quiet harbour at first light every morning of the week.

By noon the harbour master has written down each of the boats that came back.

Old ropes dry on the harbour wall while children count the fishing boats outside.`
const ENOUGH = `${HARBOUR}\n\nSee [the map](https://harbour.example/map) and [the tides](https://harbour.example/tides).`

/** A link in a paragraph of a public page. */
const LINK = /<p>[^<]*<a href="https:\/\/harbour\.example/

let server: TestServer

test.beforeAll(async ({ world }) => {
  server = await world.renew()
})

const at = (path: string) => `http://localhost:${server.port}${path}`

/** Signs a new account up and the browser in. Returns the headers of the session. */
async function enter(page: Page): Promise<{ cookie: string }> {
  const { cookie } = await signUp(server, `${crypto.randomUUID()}@example.com`)
  await takeSession(page.context(), server, cookie)
  return { cookie }
}

/** Publishes posts with canonical URLs but without links, like posts of older versions. */
async function publish(headers: { cookie: string }, texts: { title: string; content: string }[]) {
  for (const text of texts) {
    const form = {
      ...text,
      draftId: crypto.randomUUID(),
      author: 'Ines',
      siteIds: [MAIN_SITE_ID, ...(await listSites())],
    }
    expect((await server.ask('/publisher', { form, headers })).status).toBe(200)
  }
  await queryStore(
    server,
    `update blog_posts set canonical_url = 'https://harbour.example/' || slug where origin_id is null`,
  )
}

async function listSites(): Promise<string[]> {
  const ids = () => queryStore<{ id: string }>(server, `select id from target_sites where name = 'Quay'`)
  if ((await ids()).length === 0)
    await queryStore(
      server,
      `insert into target_sites (id, name, url, kind) values ('${crypto.randomUUID()}', 'Quay', 'http://quay.localhost', 'hosted')`,
    )
  return (await ids()).map(({ id }) => id)
}

const readTiles = async (page: Page) => {
  const texts = await page.locator('.tiles dd').allInnerTexts()
  const [total, processed, skipped, failed] = texts.map(Number)
  return { total, processed, skipped, failed }
}

test('an account without posts reads the next step', async ({ page }) => {
  await enter(page)
  await page.goto(at('/'))
  await page.getByRole('link', { name: 'Backlinks' }).first().click()
  await expect(page.getByText('None of your published articles has a canonical URL')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Fix All Backlinks' })).toBeDisabled()
})

test('links can be previewed, added, read, and removed one by one or all together', async ({ page }) => {
  const complaints = collectComplaints(page)
  const headers = await enter(page)
  await publish(headers, [
    { title: 'A quiet harbour', content: HARBOUR },
    { title: 'Boats at first light', content: HARBOUR },
    { title: 'Linked long ago', content: ENOUGH },
    { title: 'A note', content: 'Too short.' },
  ])
  await page.goto(at('/backlink-fixer'))
  await page.getByRole('button', { name: 'Try without saving' }).click()
  await expect(page.getByText('Tried, nothing changed').first()).toBeVisible()
  await expect.poll(() => readTiles(page)).toEqual({ total: 4, processed: 2, skipped: 1, failed: 1 })
  await expect(page.getByText(/^Would add 2 backlink\(s\). Total: 2$/)).toHaveCount(2)
  expect((await server.ask('/article/a-quiet-harbour')).body).not.toMatch(LINK)

  await page.getByRole('button', { name: 'Fix All Backlinks' }).click()
  await expect(page.getByText(/^Added 2 backlink\(s\). Total: 2$/)).toHaveCount(2)
  await expect(page.getByText('Already has 2 backlink(s)')).toBeVisible()
  await expect(page.getByText('It has too few sentences in which a link would read well.')).toBeVisible()
  await expect(page.locator('.fixer-differences ins').first()).toBeVisible()
  const words = await page.locator('.fixer-differences b').first().innerText()
  expect(HARBOUR).toContain(words)
  expect((await server.ask('/article/a-quiet-harbour')).body).toMatch(LINK)

  await page.getByRole('link', { name: /^Failed/ }).click()
  await expect(page.locator('.fixer-posts > li')).toHaveCount(1)
  await page.getByRole('link', { name: /^All/ }).click()
  await expect(page.locator('.fixer-posts > li')).toHaveCount(4)
  await page.getByRole('searchbox').fill('light')
  await page.getByRole('searchbox').press('Enter')
  await expect(page.locator('.fixer-posts > li')).toHaveCount(1)
  await page.getByRole('button', { name: /^Undo.*Boats at first light/ }).click()
  await expect(page.getByText('Taken out again')).toBeVisible()

  await page.getByRole('link', { name: 'Undo this run' }).click()
  await expect(page.getByText('Take the links out of 1 post?')).toBeVisible()
  await page.getByRole('button', { name: 'Take them out' }).click()
  await expect(page.getByText('Links taken out').first()).toBeVisible()
  await expect.poll(() => readTiles(page)).toEqual({ total: 1, processed: 1, skipped: 0, failed: 0 })
  const texts = await queryStore<{ content: string }>(
    server,
    `select content from blog_posts where title in ('A quiet harbour', 'Boats at first light') and origin_id is null`,
  )
  expect(texts.map(({ content }) => content)).toEqual([HARBOUR, HARBOUR])
  await page.getByRole('link', { name: 'Links put in' }).click()
  await expect(page.getByText('Taken out again')).toHaveCount(2)
  expect(complaints).toEqual([])
})

const POSTS = byTier(100, 400)

test(
  'the numbers are live, and end with those that the function returns',
  { tag: '@deep' },
  async ({ page }) => {
    const headers = await enter(page)
    await publish(headers, [{ title: 'One of many', content: HARBOUR }])
    const columns =
      'site_id, user_id, title, content, content_html, excerpt, reading_minutes, author, canonical_url, published_at, updated_at'
    await queryStore(
      server,
      `insert into blog_posts (id, slug, ${columns})
     select gen_random_uuid(), slug || '-of-' || n, ${columns} from blog_posts, generate_series(2, ${POSTS}) n
     where title = 'One of many' and origin_id is null`,
    )
    await page.goto(at('/backlink-fixer'))
    await page.getByRole('button', { name: 'Fix All Backlinks' }).click()
    await expect(page.getByRole('button', { name: 'Processing Posts...' })).toBeDisabled()
    const seen = new Set<number>()
    await expect
      .poll(
        async () => {
          const { processed = 0 } = await readTiles(page)
          seen.add(processed)
          return processed
        },
        { timeout: byTier(50_000, 300_000), intervals: [100] },
      )
      .toBe(POSTS)
    expect(seen.size).toBeGreaterThan(3)
    await expect(page.getByRole('button', { name: 'Fix All Backlinks' })).toBeEnabled()
    const runId = new URL(page.url()).searchParams.get('run')
    const run = JSON.parse((await server.ask(`/functions/v1/runs/${runId}`, { headers })).body) as object
    expect(run).toMatchObject({ state: 'done', total: POSTS, counts: { success: POSTS } })

    const answer = await server.ask('/functions/v1/insert-backlinks', {
      method: 'POST',
      headers: { ...headers, origin: at('') },
    })
    expect(answer.status).toBe(200)
    const { results, message, ...tally } = JSON.parse(answer.body) as { results: object[]; message: string }
    expect(message).toBe(`Backlinks added to 0 of ${POSTS} post(s); ${POSTS} skipped, 0 failed.`)
    expect(results).toHaveLength(POSTS)
    expect(results[0]).toMatchObject({ title: 'One of many', status: 'skipped', existingBacklinks: 2 })
    await page.goto(at('/backlink-fixer'))
    await expect.poll(() => readTiles(page)).toEqual(tally)
  },
)

test.describe('without scripts', { tag: '@deep' }, () => {
  test.use({ javaScriptEnabled: false })

  test('links can be added and removed too', async ({ page }) => {
    await publish(await enter(page), [{ title: 'Without scripts', content: HARBOUR }])
    await page.goto(at('/backlink-fixer'))
    await page.getByRole('button', { name: 'Fix All Backlinks' }).click()
    await expect(async () => {
      await page.reload()
      await expect(page.getByText('Added 2 backlink(s). Total: 2')).toBeVisible({ timeout: 500 })
    }).toPass()
    await page.getByRole('button', { name: /^Undo/ }).click()
    await expect(page.getByText('Taken out again')).toBeVisible()
  })
})

/** Adds a copy of the newest run in its state before the end. */
const toRunUnderWay = () => `
  with done as (select * from runs where kind = 'backlinks' order by created_at desc limit 1), run as (
    insert into runs (id, user_id, kind, input, state, total, done, version)
    select '${uuidv7()}', user_id, kind, input, 'running', 9, 3, 4 from done returning id
  )
  insert into run_items (run_id, item_id, version, result)
  select run.id, item_id, item.version, result from run, done join run_items item on item.run_id = done.id`

test('no screen of backlinks has a fault that can be found', { tag: '@deep' }, async ({ page }) => {
  const look = async () => expect(await findFaults(page)).toEqual([])
  const headers = await enter(page)
  await page.goto(at('/backlink-fixer'))
  await look()
  await publish(headers, [
    { title: `A harbour with ${'an-endless-name-'.repeat(8)}`, content: HARBOUR },
    { title: 'Linked long ago', content: ENOUGH },
    { title: 'A note', content: 'Too short.' },
  ])
  await page.reload()
  await look()
  await page.getByRole('button', { name: 'Fix All Backlinks' }).click()
  await expect(page.getByText('Already has 2 backlink(s)')).toBeVisible()
  await look()
  await page.getByRole('link', { name: 'Undo this run' }).click()
  await look()
  await queryStore(server, toRunUnderWay())
  await page.goto(at('/backlink-fixer'))
  await expect(page.getByText('3 of 9 posts')).toBeVisible()
  await expect(page.locator('.fixer-posts > li')).toHaveCount(3)
  await look()
  await page.goto(at('/backlink-fixer?run=none'))
  await expect(page.getByRole('alert')).toContainText('There is no such run of yours')
  await look()
})
