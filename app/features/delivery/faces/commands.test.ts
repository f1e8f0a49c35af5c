import { beforeEach, describe, expect, test } from 'vitest'
import {
  emptyStore,
  makeArticle,
  makeOperator,
  makeSite,
  MAIN_SITE_ID,
} from '../../../../tests/support/fixtures.ts'
import { db } from '../../../platform/store/database.server.ts'
import { readAs } from '../../../platform/own-rows.server.ts'
import { SITES_TAG } from '../../../shared/sites.ts'
import type { Operator } from '../../accounts/accounts.ts'
import { listHosts } from '../target-sites/queries.server.ts'
import { saveFace, undoFace } from './commands.server.ts'
import type { Front } from '../fronts/fronts.ts'
import { type Face, NO_FACE } from './faces.ts'
import { findFaceSheet, findOwnFace, listUndoableFaces } from './queries.server.ts'

const TIDE: Face = { ...NO_FACE, tagline: 'All of the sea', accent: '#0b5f8a', paperLight: '#fff1e5' }

let ines: Operator
let stranger: Operator
let harbour: string

beforeEach(async () => {
  await emptyStore()
  ines = await makeOperator()
  stranger = await makeOperator()
  await db.updateTable('installation').set({ ownerId: ines.id }).execute()
  harbour = await makeSite('harbour.example', 'Harbour')
  await db.updateTable('targetSites').set({ ownerId: ines.id }).where('id', '=', harbour).execute()
  await db.deleteFrom('pageDrops').execute()
})

const served = async (name: string) => [...(await listHosts()).values()].find((site) => site.name === name)
const drops = async () =>
  (await db.selectFrom('pageDrops').select('tags').execute()).flatMap(({ tags }) => tags)

describe('the face of a site', () => {
  test('is none before its owner chooses one', async () => {
    expect((await served('Harbour'))?.face).toBeUndefined()
    expect(await findFaceSheet(harbour)).toBeUndefined()
    expect(await findOwnFace(ines, harbour)).toEqual({
      origin: 'https://harbour.example',
      name: 'Harbour',
      face: NO_FACE,
      version: 0,
      undoable: undefined,
      dead: [],
      missing: [],
    })
  })

  test('is on its own pages alone, which are the only ones that are dropped', async () => {
    expect(await saveFace(ines, harbour, { face: TIDE })).toEqual({ ok: true })
    const face = (await served('Harbour'))?.face
    const sheet = await findFaceSheet(harbour)
    expect(face).toEqual({ tagline: 'All of the sea', sheet: sheet?.path })
    expect(sheet?.css).toContain('--color-accent:light-dark(#0b5f8a,')
    expect(sheet?.css).toContain('--color-paper:light-dark(#fff1e5,#14120e)')
    expect((await served('Broadsheet'))?.face).toBeUndefined()
    expect(await drops()).toEqual([SITES_TAG, `site:${harbour}`])
  })

  test('has a sheet with another address after each change, and again the old one after the undo', async () => {
    await saveFace(ines, harbour, { face: TIDE })
    const first = await findFaceSheet(harbour)
    await saveFace(ines, harbour, { face: { ...TIDE, accent: '#7a0295' } })
    expect((await findFaceSheet(harbour))?.path).not.toBe(first?.path)
    const { undoable = 0 } = (await findOwnFace(ines, harbour)) ?? {}
    expect(await listUndoableFaces(ines)).toEqual([{ siteId: harbour, name: 'Harbour' }])
    expect(await listUndoableFaces(stranger)).toEqual([])
    expect(await undoFace(ines, harbour, undoable)).toEqual({ ok: true })
    expect(await findFaceSheet(harbour)).toEqual(first)
    expect(await findOwnFace(ines, harbour)).toMatchObject({ face: TIDE, undoable: undefined })
    const lines = await db.selectFrom('recordLines').select(['act', 'about']).execute()
    expect(lines).toEqual(Array.from({ length: 3 }, () => ({ act: 'site-changed', about: 'Harbour' })))
  })

  test('that is saved twice can still be put back', async () => {
    await saveFace(ines, harbour, { face: TIDE })
    await saveFace(ines, harbour, { face: { ...TIDE } })
    expect(await undoFace(ines, harbour, 1)).toEqual({ ok: true })
    expect(await findOwnFace(ines, harbour)).toMatchObject({ face: NO_FACE })
  })

  test('is not saved over a newer change, but may be sent twice', async () => {
    await saveFace(ines, harbour, { face: TIDE })
    const version = (await findOwnFace(ines, harbour))?.version
    const newer = { ...TIDE, menu: [{ label: 'Boats', href: '/category/boats' }] }
    for (let sent = 1; sent <= 2; sent += 1)
      expect(await saveFace(ines, harbour, { face: newer, version })).toEqual({ ok: true })
    const late = { face: { ...TIDE, accent: '#7a0295' }, version }
    expect(await saveFace(ines, harbour, late)).toEqual({ ok: false, reason: 'changed-since' })
    expect(await findOwnFace(ines, harbour)).toMatchObject({ face: newer, version: 2 })
  })

  test('is not put back to a state before a newer change', async () => {
    await saveFace(ines, harbour, { face: TIDE })
    await saveFace(ines, harbour, { face: NO_FACE })
    expect(await undoFace(ines, harbour, 1)).toEqual({ ok: false, reason: 'changed-since' })
    expect(await undoFace(ines, harbour, 2)).toEqual({ ok: true })
    expect(await undoFace(ines, harbour, 2)).toEqual({ ok: false, reason: 'changed-since' })
    expect(await findOwnFace(ines, harbour)).toMatchObject({ face: TIDE })
  })

  test('goes with its site', async () => {
    await saveFace(ines, harbour, { face: TIDE })
    await db.deleteFrom('targetSites').where('id', '=', harbour).execute()
    expect(await db.selectFrom('siteFaces').selectAll().execute()).toEqual([])
  })
})

test('links that lead to no page of the site are named', async () => {
  await makeArticle({ siteId: harbour, title: 'High water', tags: ['Sea'], author: 'Ines' })
  await makeArticle({ title: 'Elsewhere' })
  const alive = ['/', '/search', '/article/high-water', '/category/SEA', '/category/sports', '/author/Ines']
  const dead = ['/about', '/article/elsewhere', '/category/land', '/author/Nobody', '/%E0%A4%A']
  const menu = [...alive, ...dead.slice(0, 3)].map((href) => ({ label: href, href }))
  const footer = [...dead, 'https://shop.example/'].map((href) => ({ label: href, href }))
  await saveFace(ines, harbour, { face: { ...NO_FACE, menu, footer } })
  expect((await findOwnFace(ines, harbour))?.dead).toEqual(dead)
})

const storedLead = async () => (await served('Harbour'))?.face?.front?.lead
const shownLead = async () => {
  const own = await findOwnFace(ines, harbour)
  return [own?.face.front?.lead, own?.missing]
}

describe('the front page of a site', () => {
  const FRONT: Front = { layout: null, lead: null, sections: [], news: [], topics: null }
  const lead = (name: string) => ({ face: { ...NO_FACE, front: { ...FRONT, lead: name } } })

  test('names an article by its original, through another slug, an absence and a return', async () => {
    const original = await makeArticle({ title: 'High water', siteId: MAIN_SITE_ID })
    const copy = await makeArticle({ title: 'High water', siteId: harbour })
    const change = (set: object) => db.updateTable('blogPosts').set(set).where('id', '=', copy.id).execute()
    await change({ originId: original.id })
    for (const name of ['high-water', copy.id, original.id]) {
      expect(await saveFace(ines, harbour, lead(name))).toEqual({ ok: true })
      expect(await storedLead()).toBe(original.id)
    }
    expect(await findOwnFace(ines, harbour)).toMatchObject({ undoable: 1 }) // the same choice three times
    await change({ slug: 'low-water' })
    expect(await shownLead()).toEqual(['low-water', []])
    await change({ publishedAt: null })
    expect(await shownLead()).toEqual([original.id, [original.id]])
    // What was chosen stays while another part of the look changes.
    const { face } = lead(original.id)
    expect(await saveFace(ines, harbour, { face: { ...face, tagline: 'New' } })).toEqual({ ok: true })
    expect(await undoFace(ines, harbour, 2)).toEqual({ ok: true })
    await change({ publishedAt: new Date() })
    expect(await shownLead()).toEqual(['low-water', []])
  })

  test('takes no article of another account for one whose id is its slug', async () => {
    const { id } = await makeArticle({ title: 'High water', siteId: harbour, userId: ines.id })
    await makeArticle({ title: id, siteId: harbour, userId: stranger.id })
    // A row that was changed is read after the others.
    await db.updateTable('blogPosts').set({ excerpt: 'Later' }).where('id', '=', id).execute()
    expect(await saveFace(ines, harbour, lead(id))).toEqual({ ok: true })
    expect(await storedLead()).toBe(id)
    expect(await shownLead()).toEqual(['high-water', []])
  })

  test('takes an own article before it is published, and no unpublished one of another account', async () => {
    const own = await makeArticle({ publishedAt: null, userId: ines.id })
    const other = await makeArticle({ title: 'Secret', publishedAt: null, userId: stranger.id })
    expect(await saveFace(ines, harbour, lead(own.id))).toEqual({ ok: true })
    for (const name of [other.id, 'secret', 'nothing'])
      expect(await saveFace(ines, harbour, lead(name))).toEqual({ ok: false, reason: 'no-article', name })
  })
})

describe('the face of the main site', () => {
  test('belongs to the account that owns it, with its name', async () => {
    const change = { face: TIDE, name: 'The Tide' }
    expect(await saveFace(stranger, MAIN_SITE_ID, change)).toEqual({ ok: false, reason: 'not-found' })
    expect(await findOwnFace(stranger, MAIN_SITE_ID)).toBeUndefined()
    expect(await saveFace(ines, MAIN_SITE_ID, change)).toEqual({ ok: true })
    expect((await served('The Tide'))?.isMain).toBe(true)
    expect(await findOwnFace(ines, MAIN_SITE_ID)).toMatchObject({
      name: 'The Tide',
      face: TIDE,
      undoable: 1,
      dead: [],
      missing: [],
    })
    expect(await undoFace(ines, MAIN_SITE_ID, 1)).toEqual({ ok: true })
    expect((await served('Broadsheet'))?.isMain).toBe(true)
  })

  test('changes the name in the SEO settings too, which comes first', async () => {
    await db.insertInto('seoSettings').values({ userId: ines.id, siteName: 'Ebb' }).execute()
    await db.insertInto('seoSettings').values({ userId: stranger.id, siteName: 'Theirs' }).execute()
    await saveFace(ines, MAIN_SITE_ID, { face: NO_FACE, name: 'Flood' })
    const names = await db.selectFrom('seoSettings').select('siteName').orderBy('siteName').execute()
    expect(names).toEqual([{ siteName: 'Flood' }, { siteName: 'Theirs' }])
  })

  test('keeps a name that was given in the meantime when a change is undone', async () => {
    await saveFace(ines, MAIN_SITE_ID, { face: TIDE, name: 'Flood' })
    await db.updateTable('targetSites').set({ name: 'Newer' }).where('kind', '=', 'main').execute()
    await undoFace(ines, MAIN_SITE_ID, 1)
    expect(await findOwnFace(ines, MAIN_SITE_ID)).toMatchObject({ name: 'Newer', face: NO_FACE })
  })
})

test('nobody changes or reads the face of a site of others, and nobody that of a shared site', async () => {
  const shared = await makeSite('shared.example', 'Shared')
  await saveFace(ines, harbour, { face: TIDE })
  for (const [operator, id] of [
    [stranger, harbour],
    [ines, shared],
  ] as const) {
    expect(await saveFace(operator, id, { face: NO_FACE })).toEqual({ ok: false, reason: 'not-found' })
    expect(await undoFace(operator, id, 1)).toEqual({ ok: false, reason: 'not-found' })
    expect(await findOwnFace(operator, id)).toBeUndefined()
  }
  const rows = await readAs(stranger, (trx) => trx.selectFrom('siteFaces').selectAll().execute())
  expect(rows).toEqual([])
})
