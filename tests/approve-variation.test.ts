import { beforeEach, expect, test } from 'vitest'
import { useAiServer } from './support/use-ai-server.ts'
import { emptyStore, MAIN_SITE_ID, makeDraft, makeOperator, makeSite } from './support/fixtures.ts'
import { useQueue } from './support/queue.ts'
import { db } from '../app/platform/store/database.server.ts'
import type { Operator } from '../app/features/accounts/accounts.ts'
import { findHistory } from '../app/features/articles/revisions/queries.server.ts'
import { NO_FILTER } from '../app/features/newsroom/board/board.ts'
import { findBoard } from '../app/features/newsroom/board/queries.server.ts'
import { publishArticle } from '../app/features/writing/publish/commands.server.ts'
import { editArticle } from '../app/features/writing/publish/edit-article.server.ts'
import { findEditable, findPublishSummary } from '../app/features/writing/publish/queries.server.ts'
import type { ArticleEdit } from '../app/features/writing/writing.ts'
import { approveVariation, saveReviewRules } from '../app/features/writing/review/commands.server.ts'
import { findReviewedText } from '../app/features/writing/review/queries.server.ts'

const CONTENT = `The council voted on 3 May 2019 to keep the old ferry, and nobody in the room was much surprised by how the vote went. The boat has crossed the sound since 1987, and most of the people who live on the island have never known a winter without it.

Mayor Oduya called the vote "a good day for the island" and thanked the crew, who had waited outside in the rain for the better part of an hour. The repairs will take until autumn, and a smaller boat takes over while the yard does its work.`
const LONGER = `${CONTENT} Tickets cost the same as they did before, and children still travel free of charge with anybody who has a ticket of their own.`

useAiServer()
let ines: Operator
let harbour: string

useQueue()
beforeEach(async () => {
  await emptyStore()
  ines = await makeOperator('ines@example.com')
  harbour = await makeSite('harbour.example', 'Harbour')
})

const findCopy = async () => {
  const copies = db.selectFrom('blogPosts').select('content').where('siteId', '=', harbour)
  return (await copies.executeTakeFirstOrThrow()).content
}
const findUnseen = async (id: string) => {
  const [unseen] = (await findReviewedText(ines, { id }))?.variations ?? []
  const { key, text } = unseen?.comparison.to ?? { key: { number: 0 }, text: { content: '' } }
  return { number: key.number, content: text.content }
}
const findNote = async (id: string) => {
  const deliveries = (await findPublishSummary(ines, id))?.deliveries ?? []
  return deliveries.find(({ siteId }) => siteId === harbour)?.variation
}
const countForMe = async () => (await findBoard(ines, { ...NO_FILTER, state: 'for-me' })).found

async function publishReviewed(): Promise<string> {
  await saveReviewRules(ines, { pairs: [], models: [harbour] })
  const draft = makeDraft({ content: CONTENT, siteIds: [MAIN_SITE_ID, harbour], generateVariations: true })
  const published = await publishArticle(ines, draft)
  return published.ok ? published.summary.articleId : ''
}

async function edit(id: string, changes: Partial<ArticleEdit>): Promise<void> {
  const article = await findEditable(ines, id)
  if (!article) throw new Error('There is no such article.')
  const { version, slug } = article
  const edited = await editArticle(ines, {
    ...makeDraft({ content: LONGER }),
    articleId: id,
    version,
    slug,
    isPublished: false,
    ...changes,
  })
  if (!edited.ok) throw new Error(edited.reason)
}

test('a variation is shown only after it was approved, with the name in its revision', async () => {
  const id = await publishReviewed()
  expect([await findCopy(), await countForMe()]).toEqual([CONTENT, 1])
  const { number, content } = await findUnseen(id)
  const seen = { articleId: id, siteId: harbour, number }
  expect(await approveVariation(ines, { ...seen, number: number + 1 })).toMatchObject({
    reason: 'changed-meanwhile',
  })
  expect(await approveVariation(ines, seen)).toBeUndefined()
  expect([await findCopy(), await countForMe()]).toEqual([content, 0])
  const [history] = (await findHistory(ines, id))?.variations ?? []
  expect(history?.revisions[0]).toMatchObject({ madeBy: null, approvedBy: 'ines' })
  const stranger = await makeOperator()
  expect(await approveVariation(stranger, seen)).toMatchObject({ reason: 'gone' })
})

test('the desk says that the site has the original words, until the variation is approved', async () => {
  const id = await publishReviewed()
  expect(await findNote(id)).toBe('In the original words until somebody approves the variation.')
  const { number } = await findUnseen(id)
  await approveVariation(ines, { articleId: id, siteId: harbour, number })
  expect(await findNote(id)).toBe('In words of its own, written for this site.')
})

test('a variation waits for nobody while its site should have none', async () => {
  const id = await publishReviewed()
  await edit(id, { siteIds: [MAIN_SITE_ID], generateVariations: true })
  expect([await countForMe(), (await findUnseen(id)).number]).toEqual([0, 0])
  await edit(id, { siteIds: [MAIN_SITE_ID, harbour], generateVariations: false })
  expect([await countForMe(), (await findUnseen(id)).number]).toEqual([0, 0])
  await edit(id, { siteIds: [MAIN_SITE_ID, harbour], generateVariations: true })
  expect(await countForMe()).toBe(1)
  const { number } = await findUnseen(id)
  expect(await approveVariation(ines, { articleId: id, siteId: harbour, number })).toBeUndefined()
})

test('links are placed without a model where its words need an approval', async () => {
  const asked: (boolean | undefined)[] = []
  const place = (_: Operator, __: object, options?: { usesModel?: boolean }) => {
    asked.push(options?.usesModel)
    return Promise.resolve({ ok: false as const, reason: 'none' })
  }
  const canonicalUrl = 'https://example.com/a'
  await publishArticle(ines, makeDraft({ canonicalUrl }), { placeLinks: place })
  await saveReviewRules(ines, { pairs: [], models: [MAIN_SITE_ID] })
  await publishArticle(ines, makeDraft({ canonicalUrl }), { placeLinks: place })
  expect(asked).toEqual([undefined, false])
})
