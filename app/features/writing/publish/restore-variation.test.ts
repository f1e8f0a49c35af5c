import { beforeEach, describe, expect, test } from 'vitest'
import { useAiServer } from '../../../../tests/support/use-ai-server.ts'
import {
  emptyStore,
  MAIN_SITE_ID,
  makeDraft,
  makeOperator,
  makeSite,
} from '../../../../tests/support/fixtures.ts'
import { useQueue } from '../../../../tests/support/queue.ts'
import { db } from '../../../platform/store/database.server.ts'
import type { Operator } from '../../accounts/accounts.ts'
import { findComparison, findHistory } from '../../articles/revisions/queries.server.ts'
import { type RevisionKey, toPlaces } from '../../articles/revisions/revisions.ts'
import { listSiteStates } from '../../delivery/deliveries/queries.server.ts'
import { publishArticle } from './commands.server.ts'
import { editArticle } from './edit-article.server.ts'
import { findEditable } from './queries.server.ts'
import { restoreRevision } from './restore-revision.server.ts'
import type { ArticleEdit } from '../writing.ts'
import { refuse } from '../../../shared/refusal.ts'

const CONTENT = `The council voted on 3 May 2019 to keep the old ferry, and nobody in the room was much surprised by how the vote went. The boat has crossed the sound since 1987, and most of the people who live on the island have never known a winter without it.

Mayor Oduya called the vote "a good day for the island" and thanked the crew, who had waited outside in the rain for the better part of an hour. The repairs will take until autumn, and a smaller boat takes over while the yard does its work.`
const LONGER = `${CONTENT} Tickets cost the same as they did before, and children still travel free of charge with anybody who has a ticket of their own.`

const server = useAiServer()
let ines: Operator
let harbour: string
let id: string

const NO_HISTORY = { id: '', title: '', liveHash: null, revisions: [], variations: [] }
const of = (number: number): RevisionKey => ({ siteId: harbour, number })

useQueue()
beforeEach(async () => {
  await emptyStore()
  ines = await makeOperator()
  harbour = await makeSite('harbour.example', 'Harbour')
  const draft = makeDraft({
    title: 'The ferry stays',
    content: CONTENT,
    siteIds: [MAIN_SITE_ID, harbour],
    generateVariations: true,
  })
  const published = await publishArticle(ines, draft)
  if (!published.ok) throw new Error(published.reason)
  const article = await db
    .selectFrom('blogPosts')
    .select('id')
    .where('originId', 'is', null)
    .executeTakeFirstOrThrow()
  id = article.id
})

async function edit(changes: Partial<ArticleEdit>): Promise<void> {
  const article = await findEditable(ines, id)
  if (!article) throw new Error('There is no such article.')
  const { version, slug } = article
  const draft = makeDraft({
    title: 'The ferry stays',
    siteIds: [MAIN_SITE_ID, harbour],
    generateVariations: true,
  })
  const edited = await editArticle(ines, {
    ...draft,
    articleId: id,
    version,
    slug,
    isPublished: false,
    ...changes,
  })
  if (!edited.ok) throw new Error(edited.reason)
}

const listVariations = async (operator = ines) => (await findHistory(operator, id))?.variations

const findCopy = () =>
  db
    .selectFrom('blogPosts')
    .select('content')
    .where('originId', '=', id)
    .where('siteId', '=', harbour)
    .executeTakeFirstOrThrow()

const findText = async (number: number) =>
  (await findComparison(ines, id, [of(number), of(number)]))?.to.text.content

describe('the variations of an article', () => {
  test('are revisions of the site, made by no person, and show which one the site has', async () => {
    await edit({ content: LONGER })
    expect(await listVariations()).toMatchObject([
      {
        siteName: 'Harbour',
        revisions: [
          { number: 2, kind: 'published', madeBy: null, changed: ['content'] },
          { number: 1, kind: 'published', madeBy: null, changed: [] },
        ],
      },
    ])
    const history = await findHistory(ines, id)
    const { live, sites } = toPlaces(history ?? NO_HISTORY, await listSiteStates(ines, id))
    expect(live).toBe(2)
    expect(sites).toMatchObject({ 2: [{ name: 'Harbour', variation: 2 }] })
    expect((await findCopy()).content).toBe(await findText(2))
  })

  test('show which one a site still has, if the next one did not arrive', async () => {
    await db.updateTable('targetSites').set({ isActive: false }).where('id', '=', harbour).execute()
    await edit({ content: LONGER })
    expect(await listSiteStates(ines, id)).toMatchObject([{ variation: 1 }])
    const history = await findHistory(ines, id)
    const { live, sites } = toPlaces(history ?? NO_HISTORY, await listSiteStates(ines, id))
    expect(live).toBe(2)
    expect(sites).toMatchObject({ 1: [{ name: 'Harbour' }] })
  })

  test('are hidden from other accounts', async () => {
    const ola = await makeOperator()
    expect(await listVariations(ola)).toBeUndefined()
    expect(await findComparison(ola, id, [of(1), of(1)])).toBeUndefined()
    expect(await restoreRevision(ola, id, of(1))).toEqual(refuse('gone'))
  })

  test('are deleted with their site', async () => {
    await db.deleteFrom('targetSites').where('id', '=', harbour).execute()
    expect(await listVariations()).toEqual([])
    expect((await findHistory(ines, id))?.revisions).toHaveLength(1)
  })
})

describe('restoring a variation', () => {
  test('delivers it to its site as a new revision, by the person', async () => {
    const first = await findText(1)
    // The model writes for a name, so that it finds other words for the same text.
    await db.updateTable('targetSites').set({ name: 'The Ledger' }).where('id', '=', harbour).execute()
    await edit({ content: LONGER })
    await edit({ content: CONTENT })
    expect((await findCopy()).content).not.toBe(first)
    server.requests.length = 0
    expect(await restoreRevision(ines, id, of(1))).toBeUndefined()
    const [harbours] = (await listVariations()) ?? []
    expect(harbours?.revisions[0]).toMatchObject({ restoredFrom: 1, madeBy: ines.name })
    expect((await findCopy()).content).toBe(first)
    expect(await listSiteStates(ines, id)).toMatchObject([{ variation: harbours?.revisions[0]?.number }])
    expect(server.requests).toEqual([])
    const lines = db.selectFrom('recordLines').select(['who', 'about']).where('act', '=', 'restored')
    expect(await lines.execute()).toEqual([{ who: ines.name, about: 'The ferry stays' }])
  })

  test('that does not fit the article any more is refused with the reason', async () => {
    await edit({ content: CONTENT.replace('1987', '1988') })
    const before = await findCopy()
    expect(await restoreRevision(ines, id, of(1))).toMatchObject({
      reason: 'does-not-fit',
      faults: [expect.stringContaining('1988'), expect.stringContaining('1987')],
    })
    expect(await findCopy()).toEqual(before)
  })

  test('is refused for a site that gets the article itself', async () => {
    await edit({ content: CONTENT, generateVariations: false })
    expect(await listSiteStates(ines, id)).toMatchObject([{ variation: null }])
    expect(await restoreRevision(ines, id, of(1))).toEqual(refuse('not-varied'))
  })

  test('that does not exist changes nothing', async () => {
    expect(await restoreRevision(ines, id, of(9))).toEqual(refuse('gone'))
  })
})
