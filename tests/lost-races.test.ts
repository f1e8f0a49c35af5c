// A program names the version that it changes, and somebody saves between its look and its save.
import { v7 as uuidv7 } from 'uuid'
import { beforeEach, expect, test } from 'vitest'
import { emptyStore, makeArticle, makeDraft, makeOperator, makeSite } from './support/fixtures.ts'
import { useQueue } from './support/queue.ts'
import type { Operator } from '../app/features/accounts/accounts.ts'
import { changeArticle } from '../app/features/api/change-article.server.ts'
import { type RestoreRevision, restoreDraft } from '../app/features/api/change-draft.server.ts'
import { findOwnArticle, toDraftEtag } from '../app/features/api/queries.server.ts'
import { sendToSites } from '../app/features/api/send-to-sites.server.ts'
import { saveRevision } from '../app/features/writing/drafts/commands.server.ts'
import { NO_TEXT } from '../app/features/writing/drafts/drafts.ts'
import { findDraft } from '../app/features/writing/drafts/queries.server.ts'
import { editArticle } from '../app/features/writing/publish/edit-article.server.ts'
import { publishToSites } from '../app/features/writing/publish/publish-to-sites.server.ts'
import { findEditable } from '../app/features/writing/publish/queries.server.ts'
import { restoreRevision } from '../app/features/writing/publish/restore-revision.server.ts'

let ines: Operator

useQueue()
beforeEach(async () => {
  await emptyStore()
  ines = await makeOperator()
})

const saveTitle = async (id: string, title: string) =>
  saveRevision(ines, {
    id,
    version: (await findDraft(ines, id))?.version ?? 0,
    text: { ...NO_TEXT, title },
  })

async function saveArticle(articleId: string, title: string) {
  const { version = '', slug = '' } = (await findEditable(ines, articleId)) ?? {}
  return editArticle(ines, { ...makeDraft({ title }), articleId, version, slug, isPublished: false })
}

const findEtag = async (id: string) => {
  const draft = await findDraft(ines, id)
  return draft && toDraftEtag(draft)
}

/** Restores as the product does, after somebody else has saved. */
const restoreLate: RestoreRevision = async (operator, id, revision) => {
  await saveTitle(id, `Of another tab, after version ${revision.present.version}`)
  return restoreRevision(operator, id, revision)
}

test('a revision is not restored over a newer draft than the named one', async () => {
  const id = uuidv7()
  await saveTitle(id, 'First')
  const ifMatch = await findEtag(id)
  expect(await restoreDraft(ines, { id, number: 1, ifMatch }, restoreLate)).toEqual({
    ok: false,
    reason: 'precondition-failed',
    expected: ifMatch,
    current: await findEtag(id),
  })
  expect((await findDraft(ines, id))?.text.title).toBe('Of another tab, after version 1')
})

test('a restore that any version allows names the last one if somebody saves before each try', async () => {
  const id = uuidv7()
  await saveTitle(id, 'First')
  expect(await restoreDraft(ines, { id, number: 1, ifMatch: '*' }, restoreLate)).toEqual({
    ok: false,
    reason: 'changed-meanwhile',
    expected: '*',
    current: await findEtag(id),
  })
})

test('a change of an article names the last version if somebody saves before each try', async () => {
  const { id } = await makeArticle({ userId: ines.id })
  const wish = {
    articleId: id,
    merges: false,
    changes: { title: 'Mine' },
    publishes: false,
    workId: uuidv7(),
  }
  let saves = 0
  const changed = await changeArticle(ines, { ...wish, ifMatch: '*' }, async (operator, edit) => {
    expect(await saveArticle(id, `Theirs ${(saves += 1)}`)).toMatchObject({ ok: true })
    return editArticle(operator, edit)
  })
  const current = (await findOwnArticle(ines, id))?.etag
  expect(changed).toEqual({ ok: false, reason: 'changed-meanwhile', expected: '*', current })
  expect((await findEditable(ines, id))?.title).toBe(`Theirs ${saves}`)
})

test('an article is not sent to more sites in a newer version than the named one', async () => {
  const { id: articleId } = await makeArticle({ userId: ines.id })
  const siteIds = [await makeSite('harbour.example')]
  const ifMatch = (await findOwnArticle(ines, articleId))?.etag
  const sent = await sendToSites(ines, { articleId, ifMatch, siteIds }, async (...given) => {
    expect(await saveArticle(articleId, 'Theirs')).toMatchObject({ ok: true })
    return publishToSites(...given)
  })
  const found = await findOwnArticle(ines, articleId)
  expect(sent).toEqual({
    ok: false,
    reason: 'precondition-failed',
    expected: ifMatch,
    current: found?.etag,
  })
  expect(found?.typed.siteIds).not.toContain(siteIds[0])
})
