import { beforeEach, expect, test } from 'vitest'
import { emptyStore, makeDraft, makeOperator } from '../../../../tests/support/fixtures.ts'
import { useQueue } from '../../../../tests/support/queue.ts'
import type { Operator } from '../../accounts/accounts.ts'
import { type DraftText, toDraftText } from '../drafts/drafts.ts'
import { findDraft } from '../drafts/queries.server.ts'
import { publishArticle } from './commands.server.ts'
import { findEditable } from './queries.server.ts'
import { saveWorkingCopy } from './save-working-copy.server.ts'

let operator: Operator
let articleId: string
let version: string
let text: DraftText

useQueue()
beforeEach(async () => {
  await emptyStore()
  operator = await makeOperator()
  const published = await publishArticle(operator, makeDraft())
  if (!published.ok) throw new Error(published.reason)
  articleId = published.summary.articleId
  const article = await findEditable(operator, articleId)
  if (!article) throw new Error('The article is not there.')
  version = article.version
  text = toDraftText(article.typed)
})

const save = (content: string, sent: { version?: string; draftVersion?: number } = {}) =>
  saveWorkingCopy(operator, articleId, { typed: { ...text, content }, version, draftVersion: 0, ...sent })

test('a text that is the article’s own makes no working copy', async () => {
  expect(await save(text.content)).toEqual({ ok: true })
  expect(await findDraft(operator, articleId)).toBeUndefined()
})

test('a working copy is saved, and an older form of it is refused with the newer text', async () => {
  expect(await save('Mine.')).toEqual({ ok: true })
  expect(await save('Again.', { draftVersion: 1 })).toEqual({ ok: true })
  expect(await save('Late.', { draftVersion: 1 })).toMatchObject({
    reason: 'changed-meanwhile',
    newer: { version: 2, text: { content: 'Again.' } },
    seen: { draftVersion: '2' },
  })
})

test('a text of an older state of the article is refused with the present one', async () => {
  expect(await save('Mine.', { version: 'an older one' })).toMatchObject({
    reason: 'changed-meanwhile',
    newer: { version: 0, text: { content: text.content } },
    seen: { version },
  })
  expect(await findDraft(operator, articleId)).toBeUndefined()
})

test('a text that is too long is refused, and first of all one of another account', async () => {
  const long = { typed: { ...text, title: 'x'.repeat(20_000) }, version, draftVersion: 0 }
  expect(await saveWorkingCopy(operator, articleId, long)).toEqual({ ok: false, reason: 'wrong-form' })
  const other = await makeOperator()
  expect(await saveWorkingCopy(other, articleId, long)).toEqual({ ok: false, reason: 'gone' })
})
