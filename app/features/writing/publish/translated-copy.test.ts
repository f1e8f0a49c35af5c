import { beforeEach, describe, expect, test } from 'vitest'
import { useAiServer } from '../../../../tests/support/use-ai-server.ts'
import {
  emptyStore,
  makeDraft,
  makeOperator,
  makeSite,
  MAIN_SITE_ID,
} from '../../../../tests/support/fixtures.ts'
import { useQueue } from '../../../../tests/support/queue.ts'
import { db } from '../../../platform/store/database.server.ts'
import type { Operator } from '../../accounts/accounts.ts'
import { findArticle } from '../../articles/queries.server.ts'
import { publishArticle } from './commands.server.ts'
import { refuse } from '../../../shared/refusal.ts'
import { restoreRevision } from './restore-revision.server.ts'

const ENGLISH = `The council voted on 3 May 2019 to keep the old ferry, and nobody in the room was surprised by that vote. The mayor thanked Ada Oduya, who has steered the boat since 1987.

See [the minutes](https://council.example/12) for every word that was said.`
const GERMAN = `Der Rat stimmte am 3. Mai 2019 dafür, die alte Fähre zu behalten, und niemand im Saal war davon überrascht. Der Bürgermeister dankte Ada Oduya, die das Boot seit 1987 steuert.

Jedes Wort, das gesagt wurde, steht in [dem Protokoll](⟦1⟧).`
const toAnswer = (text: string) => `TITLE: Die Fähre bleibt\nDESCRIPTION:\nTEXT:\n${text}`

const server = useAiServer()
let operator: Operator
let hafen: string

useQueue()
beforeEach(async () => {
  await emptyStore()
  operator = await makeOperator()
  hafen = await makeSite('hafen.example')
  await db.insertInto('siteFaces').values({ siteId: hafen, language: 'de' }).execute()
  server.answerAs(() => toAnswer(GERMAN))
})

const publish = (lang: string | null, siteIds = [MAIN_SITE_ID, hafen]) =>
  publishArticle(
    operator,
    makeDraft({ title: 'The ferry stays', content: ENGLISH, lang, siteIds, generateVariations: true }),
  )
const findCopy = () =>
  db
    .selectFrom('blogPosts')
    .select(['title', 'lang', 'canonicalUrl', 'originId', 'slug'])
    .where('siteId', '=', hafen)
    .executeTakeFirstOrThrow()

describe('a variation for a site in another language', () => {
  test('is a translation: it names no original, and both pages name each other', async () => {
    expect(await publish('en')).toMatchObject({ ok: true })
    const copy = await findCopy()
    expect(copy).toMatchObject({ title: 'Die Fähre bleibt', lang: 'de', canonicalUrl: null })
    expect(server.requests[0]?.messages[0]?.content).toContain('Say in German what the article says')
    for (const siteId of [MAIN_SITE_ID, hafen]) {
      const { alternates } = (await findArticle(siteId, 'the-ferry-stays'))?.translations ?? {}
      expect(alternates?.map(({ lang }) => lang)).toEqual(['en', 'de', 'x-default'])
    }
  })

  test('is restored with the checks of a translation', async () => {
    await publish('en')
    const { originId } = await findCopy()
    const key = { siteId: hafen, number: 1 }
    expect(await restoreRevision(operator, originId ?? '', key)).toBeUndefined()
    expect(await findCopy()).toMatchObject({ lang: 'de', title: 'Die Fähre bleibt' })
  })

  test('is not restored once the site has the language of the article', async () => {
    await publish('en')
    const { originId } = await findCopy()
    await db.updateTable('siteFaces').set({ language: 'en' }).where('siteId', '=', hafen).execute()
    expect(await restoreRevision(operator, originId ?? '', { siteId: hafen, number: 1 })).toEqual(
      refuse('does-not-fit', { faults: ['It is not written in English.'] }),
    )
  })

  test('that is not true to the article is not used', async () => {
    server.answerAs(() => toAnswer(GERMAN.replace('1987', '1978')))
    await publish('en')
    const copy = await findCopy()
    expect(copy).toMatchObject({ title: 'The ferry stays', lang: 'en' })
    expect(copy.canonicalUrl).toContain('/article/the-ferry-stays')
  })

  test('stays in the language of an article that does not say its own, and at its home', async () => {
    await publish(null)
    expect(server.requests[0]?.messages[0]?.content).toContain('in the language of the article')
    await db.deleteFrom('blogPosts').execute()
    server.requests.length = 0
    await publish('en', [hafen])
    expect(server.requests[0]?.messages[0]?.content).toContain('in the language of the article')
  })
})
