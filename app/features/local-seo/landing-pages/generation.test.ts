// @store both
import { hash } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { makeCity, makeNotes, makeService } from '../../../../tests/support/catalogue.ts'
import { emptyStore, makeArticle, makeOperator, MAIN_SITE_ID } from '../../../../tests/support/fixtures.ts'
import { useQueue } from '../../../../tests/support/queue.ts'
import { db } from '../../../platform/store/database.server.ts'
import { toHash } from '../../../shared/hash.ts'
import type { Operator } from '../../accounts/accounts.ts'
import { finishRun } from '../../runs/commands.server.ts'
import { remakePagesOf, saveTemplate, startGeneration } from './commands.server.ts'
import { DEFAULT_TEMPLATE } from './default-template.ts'
import { GENERATOR_VERSION } from './generator-version.ts'
import { findLandingPage, findLastGeneration, type GenerationRun } from './queries.server.ts'
import { VARIANTS } from './template.ts'
import { generationRun } from './work-on-generation.server.ts'

let ines: Operator

useQueue()
beforeEach(async () => {
  await emptyStore()
  ines = await makeOperator()
})

async function generate(operator = ines, regenerateAll = true): Promise<GenerationRun> {
  const started = await startGeneration(operator, { regenerateAll })
  if (!started.ok) throw new Error(started.reason)
  await generationRun.work(started.runId)
  const run = await findLastGeneration(operator, started.runId)
  if (run?.state !== 'done') throw new Error(run?.error ?? 'The run is not done.')
  return run
}

const listPages = (operator = ines) =>
  db.selectFrom('generatedPages').selectAll().where('userId', '=', operator.id).orderBy('slug').execute()

async function findPage(slug: string) {
  const page = await db.selectFrom('generatedPages').selectAll().where('slug', '=', slug).executeTakeFirst()
  if (!page) throw new Error(`There is no page ${slug}.`)
  return page
}

const DESCRIPTION = `Slates are replaced one by one, and the battens below them are looked at before anything is nailed.
Then the ridge is lifted, cleaned and set in fresh mortar, the valleys are swept, and the lead around the chimney is
dressed anew where it has come loose. Gutters are emptied on the same day, because whoever stands on the roof anyway sees
what nobody sees from the street. At the end there is a list of what was found, with pictures, and of what can wait.`

// A city without facts, whose pages have the same variant of the template as those of Bare.
const variantOf = (slug: string) => toHash(slug) % VARIANTS
const TWIN =
  Array.from({ length: 500 }, (_, number) => `Twin${number}`).find(
    (name) => variantOf(`${name.toLowerCase()}-il`) === variantOf('bare-il'),
  ) ?? ''

async function makeCatalogue(operator = ines) {
  await saveTemplate(operator, { ...DEFAULT_TEMPLATE, belowGate: 'unpublished' })
  const roofs = await makeService(operator.id, { name: 'Roof Repair', description: DESCRIPTION })
  const drains = await makeService(operator.id, { name: 'Drains', description: DESCRIPTION })
  const places = await Promise.all([
    makeCity(operator.id, { name: 'Springfield', population: 114_394, notes: makeNotes(1) }),
    makeCity(operator.id, { name: 'Peoria', notes: makeNotes(2) }),
    makeCity(operator.id, { name: 'Bare' }),
    makeCity(operator.id, { name: TWIN }),
  ])
  return { roofs, drains, places }
}

describe('a run', () => {
  test('makes one page of each service in each city, and counts those that are published', async () => {
    await makeCatalogue()
    const { tally, total, done } = await generate()
    expect(tally).toEqual({ generated: 8, published: 4, noindex: 0, unpublished: 4, changed: 8, retired: 0 })
    expect([total, done]).toEqual([8, 8])
    const pages = (await listPages()).filter(({ slug }) => !slug.includes(TWIN.toLowerCase()))
    expect(pages.map(({ slug, isPublished }) => [slug, isPublished])).toEqual([
      ['drains-bare-il', false],
      ['drains-peoria-il', true],
      ['drains-springfield-il', true],
      ['roof-repair-bare-il', false],
      ['roof-repair-peoria-il', true],
      ['roof-repair-springfield-il', true],
    ])
  })

  test('fills the page with the known facts about the place, and leaves out the rest', async () => {
    await makeCatalogue()
    await generate()
    const page = await findPage('roof-repair-springfield-il')
    expect(page.metaTitle).toBe('Roof Repair in Springfield, IL')
    expect(page.metaDescription).toContain('Roof Repair in Springfield, IL')
    expect(page.content).toContain('114,394')
    expect(page.content).toContain(`<p>${DESCRIPTION}</p>`)
    expect(page.content).toContain('number 1')
    expect(page.content).toContain('<li><a href="/drains-springfield-il">Drains</a></li>')
    expect(page.content).toContain('<li><a href="/roof-repair-peoria-il">Peoria, IL</a></li>')
    expect(page.content).not.toContain('bare')
    const bare = await findPage('drains-bare-il')
    expect(bare.content).not.toMatch(/\{|undefined|null|[\uE000-\uF8FF]|<p><\/p>/)
    expect(bare.content.match(/<h2>/g)).toHaveLength(3) // no fact about the place, and no other service is shown there
  })

  test('writes no row without a change, and keeps all dates', async () => {
    await makeCatalogue()
    await generate()
    const before = await listPages()
    await db
      .updateTable('generatedPages')
      .set({ updatedAt: new Date(0) })
      .execute()
    const { tally } = await generate()
    expect(tally).toMatchObject({ generated: 8, changed: 0, retired: 0 })
    expect(await listPages()).toEqual(before.map((page) => ({ ...page, updatedAt: new Date(0) })))
  })

  test('repairs a page that was changed in the database since the last run', async () => {
    await makeCatalogue()
    await generate()
    await db
      .updateTable('generatedPages')
      .set({ contentHash: 'another', metaTitle: 'Somebody else’s' })
      .where('slug', '=', 'drains-peoria-il')
      .execute()
    expect((await generate()).tally).toMatchObject({ generated: 8, changed: 1 })
    expect((await findPage('drains-peoria-il')).metaTitle).toContain('Drains')
    expect((await generate()).tally).toMatchObject({ generated: 8, published: 4, unpublished: 4, changed: 0 })
  })

  test('counts a page with another score as changed, and keeps its date', async () => {
    await makeCatalogue()
    await generate()
    const { score } = await findPage('drains-peoria-il')
    await db
      .updateTable('generatedPages')
      .set({ score: 1, updatedAt: new Date(0) })
      .where('slug', '=', 'drains-peoria-il')
      .execute()
    expect((await generate()).tally).toMatchObject({ generated: 8, changed: 1 })
    expect(await findPage('drains-peoria-il')).toMatchObject({ score, updatedAt: new Date(0) })
  })

  test('makes the same pages of the same data as long as the generator has the same version', async () => {
    await makeCatalogue()
    await generate()
    const said = (await listPages()).map(({ slug, metaTitle, metaDescription, content, score }) =>
      [slug, metaTitle, metaDescription, content, score].join('\n'),
    )
    expect([GENERATOR_VERSION, hash('sha256', said.join('\n')).slice(0, 16)]).toEqual([4, '64463fa54ef05e02'])
  })

  test('changes the dates of changed pages only', async () => {
    const { places } = await makeCatalogue()
    await generate()
    await db
      .updateTable('generatedPages')
      .set({ updatedAt: new Date(0) })
      .execute()
    await db
      .updateTable('cities')
      .set({ notes: makeNotes(8) })
      .where('id', '=', places[1]?.id ?? '')
      .execute()
    expect((await generate()).tally?.changed).toBe(2)
    const moved = (await listPages()).filter(({ updatedAt }) => updatedAt.getTime() > 0)
    expect(moved.map(({ slug }) => slug)).toEqual(['drains-peoria-il', 'roof-repair-peoria-il'])
  })

  test('retires pages whose city is deleted, and restores them at their path when it returns', async () => {
    const { places } = await makeCatalogue()
    await generate()
    const [springfield] = places
    await db
      .deleteFrom('cities')
      .where('id', '=', springfield?.id ?? '')
      .execute()
    expect((await generate()).tally).toMatchObject({ generated: 6, retired: 2 })
    expect(await findLandingPage('roof-repair-springfield-il')).toEqual({ isGone: true })
    expect((await findPage('roof-repair-peoria-il')).content).not.toContain('springfield')
    const { id } = await findPage('roof-repair-springfield-il')
    await makeCity(ines.id, { name: 'Springfield', notes: makeNotes(3) })
    await generate()
    expect(await findPage('roof-repair-springfield-il')).toMatchObject({
      id,
      isPublished: true,
      retiredAt: null,
    })
    expect((await generate()).tally).toMatchObject({ changed: 0, retired: 0 })
  })

  test('for new pages only leaves the others as they are', async () => {
    const { places } = await makeCatalogue()
    await generate()
    const before = await findPage('roof-repair-peoria-il')
    await db
      .updateTable('cities')
      .set({ notes: makeNotes(8) })
      .where('id', '=', places[1]?.id ?? '')
      .execute()
    await makeCity(ines.id, { name: 'Joliet', notes: makeNotes(9) })
    expect((await generate(ines, false)).tally).toMatchObject({ generated: 2, changed: 2 })
    expect(await findPage('roof-repair-peoria-il')).toEqual(before)
    expect((await findPage('roof-repair-joliet-il')).isPublished).toBe(true)
  })

  test('shows pages below the gate with noindex, or not at all if the operator wants that', async () => {
    await makeCity(ines.id, { name: 'Bare' })
    await makeService(ines.id, { name: 'Drains' })
    expect((await generate()).tally).toMatchObject({ published: 0, noindex: 1, unpublished: 0 })
    expect(await findPage('drains-bare-il')).toMatchObject({ isPublished: true, isNoindex: true })
    await saveTemplate(ines, { ...DEFAULT_TEMPLATE, belowGate: 'unpublished' })
    expect((await generate()).tally).toMatchObject({ published: 0, noindex: 0, unpublished: 1 })
    expect(await findPage('drains-bare-il')).toMatchObject({ isPublished: false })
  })

  test('starts again when the notes of a city with pages have changed', async () => {
    const { places } = await makeCatalogue()
    await generate()
    const { id: elsewhere } = await makeCity(ines.id, { name: 'Joliet' })
    expect(await remakePagesOf(ines, elsewhere)).toBe(false)
    expect(await remakePagesOf(ines, places[2]?.id ?? '')).toBe(true)
  })

  test('has the same result in slices as in one go', async () => {
    await makeCatalogue()
    const started = await startGeneration(ines, { regenerateAll: true })
    const runId = started.ok ? started.runId : ''
    for (let slice = 0; slice < 20; slice += 1) await generationRun.work(runId, 1)
    expect(await findLastGeneration(ines)).toMatchObject({
      state: 'done',
      tally: { generated: 8, changed: 8 },
    })
  })

  test('is refused while another one runs, and without cities and services', async () => {
    expect(await startGeneration(ines, { regenerateAll: true })).toMatchObject({
      ok: false,
      reason: 'nothing',
    })
    await makeCatalogue()
    const started = await startGeneration(ines, { regenerateAll: true })
    expect(await startGeneration(ines, { regenerateAll: true })).toMatchObject({
      ok: false,
      reason: 'running',
    })
    await finishRun(started.ok ? started.runId : '')
  })

  test('makes the same pages again after all were deleted', async () => {
    await makeCatalogue()
    await generate()
    const before = await listPages()
    await db.deleteFrom('generatedPages').execute()
    await generate()
    const strip = ({ id: _, updatedAt: __, contentMac: ___, ...page }: (typeof before)[number]) => page
    expect((await listPages()).map(strip)).toEqual(before.map(strip))
  })
})

describe('the path of a page', () => {
  test('of another account stays: the second account gets its business name behind, or a number', async () => {
    const [theo, uma] = [await makeOperator(), await makeOperator()]
    for (const account of [ines, theo, uma])
      for (const name of ['Springfield', 'Peoria']) {
        await makeCity(account.id, { name, notes: makeNotes(name.length) })
        if (name === 'Peoria') await makeService(account.id, { name: 'Roofs' })
      }
    await db.insertInto('seoSettings').values({ userId: theo.id, businessName: 'Théo & Sons' }).execute()
    await generate(ines)
    const hers = await listPages(ines)
    await generate(theo)
    await generate(uma)
    expect((await listPages(theo)).map(({ slug }) => slug)).toEqual([
      'roofs-peoria-il-tho-sons',
      'roofs-springfield-il-tho-sons',
    ])
    expect((await listPages(uma)).map(({ slug }) => slug)).toEqual([
      'roofs-peoria-il-2',
      'roofs-springfield-il-2',
    ])
    expect(await listPages(ines)).toEqual(hers)
    expect((await findPage('roofs-peoria-il-2')).content).toContain('href="/roofs-springfield-il-2"')
    expect((await generate(uma)).tally?.changed).toBe(0)
  })

  test('is a different one for each of two pairs with the same slug', async () => {
    await makeService(ines.id, { name: 'Roof' })
    await makeService(ines.id, { name: 'Roof East' })
    await makeCity(ines.id, { name: 'East Peoria', notes: makeNotes(1) })
    await makeCity(ines.id, { name: 'Peoria', notes: makeNotes(2) })
    await generate()
    expect((await listPages()).map(({ slug }) => slug)).toEqual([
      'roof-east-east-peoria-il',
      'roof-east-peoria-il',
      'roof-east-peoria-il-2',
      'roof-peoria-il',
    ])
  })

  test('is never a path of the product or an old path of an article', async () => {
    await makeService(ines.id, { name: 'wp' })
    await makeService(ines.id, { name: 'Publisher' })
    await makeService(ines.id, { name: 'SEO', slug: 'seo' })
    await makeCity(ines.id, { name: 'Login', slug: 'login' })
    await makeCity(ines.id, { name: 'Dashboard', slug: 'dashboard' })
    const article = await makeArticle()
    await db
      .insertInto('redirects')
      .values({ siteId: MAIN_SITE_ID, path: '/publisher-login', articleId: article.id })
      .execute()
    await generate()
    expect((await listPages()).map(({ slug }) => slug)).toEqual([
      'page-seo-dashboard',
      'page-wp-dashboard',
      'page-wp-login',
      'publisher-dashboard',
      'publisher-login-2',
      'seo-login',
    ])
  })

  test('stays when its city gets another name', async () => {
    const { places } = await makeCatalogue()
    await generate()
    await db
      .updateTable('cities')
      .set({ name: 'Port Peoria', slug: 'port-peoria-il' })
      .where('id', '=', places[1]?.id ?? '')
      .execute()
    await generate()
    expect((await findPage('roof-repair-peoria-il')).metaTitle).toBe('Roof Repair in Port Peoria, IL')
    expect((await findPage('roof-repair-springfield-il')).content).toContain(
      'href="/roof-repair-peoria-il">Port Peoria',
    )
  })
})

test('a name that contains markup is shown as text', async () => {
  await makeService(ines.id, {
    name: '<script>alert(1)</script> *Roofs*',
    slug: 'roofs',
    description: '<img src=x onerror=alert(1)>',
  })
  await makeService(ines.id, { name: 'Drains {{notes}} {a|b}' })
  await makeCity(ines.id, {
    name: '"><b>Peoria',
    slug: 'peoria',
    notes: `${makeNotes(1)}\n\n<script>alert(1)</script>`,
  })
  await makeCity(ines.id, { name: 'Joliet', notes: makeNotes(2) })
  await generate()
  for (const { content } of await listPages()) {
    expect(content).not.toMatch(/<script|onerror|<b>/)
    expect(content).toContain('&lt;script&gt;alert(1)&lt;/script&gt; *Roofs*')
  }
  expect((await findPage('roofs-joliet-il')).content).toContain('Drains {{notes}} {a|b}')
})

test('pages of another account stay untouched, and so do rows that no run made', async () => {
  const theo = await makeOperator()
  await makeCatalogue(theo)
  await generate(theo)
  const his = await listPages(theo)
  await db
    .insertInto('generatedPages')
    .values({
      id: crypto.randomUUID(),
      userId: ines.id,
      slug: 'by-hand',
      metaTitle: 'By hand',
      content: '<p>x</p>',
      schemaMarkup: null,
      isPublished: true,
      canonicalUrl: null,
      cityId: null,
      serviceId: null,
      contentHash: null,
      contentMac: null,
      score: null,
      scoreParts: null,
      retiredAt: null,
    })
    .execute()
  await makeService(ines.id, { name: 'Chimneys' })
  await makeCity(ines.id, { name: 'Cairo', notes: makeNotes(5) })
  await generate()
  expect(await listPages(theo)).toEqual(his)
  expect(await findPage('by-hand')).toMatchObject({ isPublished: true, content: '<p>x</p>' })
  await db.deleteFrom('cities').where('userId', '=', ines.id).execute()
  expect((await generate()).tally).toMatchObject({ generated: 0, retired: 1 })
  expect(await findPage('by-hand')).toMatchObject({ isPublished: true })
})

test('content that was changed in the database is not trusted any more', async () => {
  await makeCatalogue()
  await generate()
  const slug = 'roof-repair-peoria-il'
  expect(await findLandingPage(slug)).toMatchObject({ isTrusted: true })
  await sql`update generated_pages set content = content || '<script>alert(1)</script>' where slug = ${slug}`.execute(
    db,
  )
  expect(await findLandingPage(slug)).toMatchObject({ isTrusted: false })
  const other = await findPage('roof-repair-springfield-il')
  await sql`update generated_pages set content = ${other.content}, content_mac = ${other.contentMac} where slug = ${slug}`.execute(
    db,
  )
  expect(await findLandingPage(slug)).toMatchObject({ isTrusted: false })
})
