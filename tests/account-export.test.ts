import { expect, test } from 'vitest'
import { exportAccount } from '../app/features/account-settings/export-account.server.ts'
import { importArticles, parseRecord } from '../app/features/articles/import.server.ts'
import { readMarkdownFile } from '../app/features/exchange/markdown-file.ts'
import { db } from '../app/platform/database.server.ts'
import { emptyStore, MAIN_SITE_ID, makeArticle, makeOperator } from './support/fixtures.ts'

test('what an account takes along can be brought in again, the same', async () => {
  await emptyStore()
  const ines = await makeOperator()
  for (const title of ['One', 'Two'])
    await makeArticle({ userId: ines.id, title, content: `Text of *${title}*.`, keywords: ['a', 'b'] })
  const before = await listTexts()
  const archive = new TextDecoder().decode(await exportAccount(ines))
  const files = archive.match(/---\ntitle: [^]*?Text of \*\w+\*\./g) ?? [] // the archive stores files as they are
  await emptyStore()
  const records = files.map((file) => {
    const found = readMarkdownFile(file, { source: 'export', path: 'x' })
    const parsed = parseRecord('fields' in found ? found.fields : {})
    if (!parsed.ok) throw new Error(parsed.problem)
    return parsed.record
  })
  await importArticles({ siteId: MAIN_SITE_ID, ownerId: null, author: 'Nobody' }, records)
  expect(await listTexts()).toEqual(before)
})

const listTexts = () =>
  db
    .selectFrom('blogPosts')
    .select(['title', 'slug', 'content', 'author', 'tags', 'keywords', 'publishedAt'])
    .orderBy('title')
    .execute()
