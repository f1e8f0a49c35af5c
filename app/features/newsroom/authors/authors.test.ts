import { beforeEach, describe, expect, test } from 'vitest'
import { emptyStore, makeArticle, makeOperator, MAIN_SITE_ID } from '../../../../tests/support/fixtures.ts'
import { db } from '../../../platform/store/database.server.ts'
import type { Operator } from '../../accounts/accounts.ts'
import { parseProfile, toLinkText } from './authors.ts'
import { saveProfile } from './commands.server.ts'
import { findAuthor, findProfile, listAuthors } from './queries.server.ts'
import { refuse } from '../../../shared/refusal.ts'

const save = (operator: Operator, biography: string) =>
  saveProfile(operator, 'Theo Quay', { biography, links: 'example.com', picture: null })

describe('a typed profile', () => {
  test('has links of web pages, each listed once', () => {
    const links = ' https://example.com/ines \n\nmastodon.social/@ines\nhttps://example.com/ines'
    expect(parseProfile({ biography: ' Sails. ', links })).toEqual({
      ok: true,
      texts: { biography: 'Sails.', links: ['https://example.com/ines', 'https://mastodon.social/@ines'] },
    })
    expect(toLinkText('https://www.example.com/ines/')).toBe('example.com/ines')
  })

  test.each([
    ['javascript:alert(1)', 'link-wrong'],
    ['data:text/html,x', 'link-wrong'],
    ['ines@example.com', 'link-wrong'],
    ['https://a:b@example.com', 'link-wrong'],
    ['nothing', 'link-wrong'],
    [`https://example.com/${'x'.repeat(300)}`, 'link-wrong'],
    [Array.from({ length: 7 }, (_, n) => `example.com/${n}`).join('\n'), 'too-many-links'],
  ])('is refused with the link %j', (links, reason) => {
    expect(parseProfile({ biography: '', links })).toEqual({ ok: false, reason })
  })

  test('is refused with a biography that is too long', () => {
    expect(parseProfile({ biography: 'x'.repeat(601), links: '' })).toEqual({
      ok: false,
      reason: 'biography-long',
    })
  })
})

describe('profiles', () => {
  let ines: Operator
  const own = (title: string, author: string, operator = ines) =>
    makeArticle({ userId: operator.id, title, author })

  beforeEach(async () => {
    await emptyStore()
    ines = await makeOperator()
  })

  test('are of the authors of own articles, each with the number of articles', async () => {
    await own('One', 'Theo Quay, Ines')
    await own('Two', 'Ines')
    await own('Theirs', 'Mara', await makeOperator())
    expect(await save(ines, 'Sails.')).toBeUndefined()
    expect((await listAuthors(ines, { query: '', page: 9 })).rows).toEqual([
      { name: 'Ines', articles: 2, biography: '', picture: null, links: [] },
      { name: 'Theo Quay', articles: 1, biography: 'Sails.', picture: null, links: ['https://example.com/'] },
    ])
    expect(await listAuthors(ines, { query: 'QUAY', page: 1 })).toMatchObject({ found: 1, total: 2 })
    expect(await findAuthor(ines, 'Mara')).toBeUndefined()
    expect(await saveProfile(ines, 'Mara', { biography: '', links: '', picture: null })).toEqual(
      refuse('author-unknown'),
    )
  })

  test('are shown as the site’s owner wrote them, or else the account that named the author first', async () => {
    const [first, second] = [await makeOperator(), await makeOperator()]
    await own('First', 'Theo Quay', first)
    await own('Second', 'Theo Quay', second)
    await own('Third', 'Theo Quay, Ines')
    await save(second, 'By the second.')
    expect(await findProfile(MAIN_SITE_ID, 'Theo Quay')).toBeUndefined()
    await save(first, 'By the first.')
    expect(await findProfile(MAIN_SITE_ID, 'Theo Quay')).toMatchObject({
      biography: 'By the first.',
      isByOwner: false,
    })
    await db.updateTable('installation').set({ ownerId: ines.id }).execute()
    await save(ines, 'By the owner.')
    expect(await findProfile(MAIN_SITE_ID, 'Theo Quay')).toMatchObject({
      biography: 'By the owner.',
      isByOwner: true,
    })
  })
})
