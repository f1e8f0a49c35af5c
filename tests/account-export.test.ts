import { expect, test } from 'vitest'
import { exportAccount } from '../app/features/account-settings/export-account.server.ts'
import { importArticles, parseRecord } from '../app/features/articles/import.server.ts'
import { readMarkdownFile } from '../app/features/exchange/markdown-file.ts'
import { addEntry } from '../app/features/catalogue/commands.server.ts'
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

test('an account takes along its cities and services, and nobody else’s', async () => {
  await emptyStore()
  const [ines, ola] = [await makeOperator(), await makeOperator()]
  const city = { name: 'Akron', state: 'Ohio', population: 190_469, text: 'Tyres.' }
  await addEntry(ines, 'cities', city)
  await addEntry(ines, 'services', { ...city, name: 'Roof repair' })
  await addEntry(ola, 'cities', { ...city, name: 'Not hers' })
  const archive = new TextDecoder().decode(await exportAccount(ines))
  expect(archive).toMatch(
    /"name": "Akron",\s+"state": "Ohio",\s+"slug": "akron-ohio",\s+"population": 190469/,
  )
  expect(archive).toMatch(/"name": "Roof repair",\s+"description": "Tyres."/)
  expect(archive).not.toContain('Not hers')
})

const listTexts = () =>
  db
    .selectFrom('blogPosts')
    .select(['title', 'slug', 'content', 'author', 'tags', 'keywords', 'publishedAt'])
    .orderBy('title')
    .execute()
