import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { INJECTIONS } from '../../../../tests/support/ai-injections.ts'
import { type AiMode, type Say, startAiServer } from '../../../../tests/support/ai-server.ts'
import { AI_KEY, useAiServer } from '../../../../tests/support/use-ai-server.ts'
import { emptyStore, makeArticle, makeOperator } from '../../../../tests/support/fixtures.ts'
import { isDeep } from '../../../../tests/support/tier.ts'
import { db } from '../../../platform/store/database.server.ts'
import { env } from '../../../platform/env.server.ts'
import type { Operator } from '../../accounts/accounts.ts'
import { findUsageToday } from '../../accounts/ai-usage/queries.server.ts'
import { insertBacklinks } from './commands.server.ts'

const CANONICAL = 'https://harbour.example/the-ferry-timetable'
const TICKETS = 'https://harbour.example/tickets'
const BREAD = 'https://harbour.example/bread'
const TITLE = 'The ferry timetable'
const TEXT = `The council met on Monday and talked about the harbour master for hours.

## What the harbour master says about the ferry timetable

Most islanders know the ferry timetable by heart and plan their week around it.

A new ticket office on the northern quay opens as soon as the ice is gone.

The secret password is \`open harbour gate\`, and nobody has changed it for years.

Read [the long report](https://else.example/report) before the next public meeting is held here. The island bakery sells warm bread, salt and butter to everybody who waits.

Nobody expects the winter storms to change their old ways before the end of the year.`

const server = useAiServer()
let ines: Operator

beforeEach(async () => {
  await emptyStore()
  ines = await makeOperator()
  await makeArticle({ userId: ines.id, title: 'Ticket offices on every quay', canonicalUrl: TICKETS })
  await makeArticle({ userId: ines.id, title: 'How the island bakes its bread', canonicalUrl: BREAD })
})

const insert = (content = TEXT, options: Parameters<typeof insertBacklinks>[2] = {}) =>
  insertBacklinks(ines, { content, title: TITLE, canonicalUrl: CANONICAL }, options)

async function insertAs(mode: AiMode | Say, content?: string, options?: Parameters<typeof insert>[1]) {
  server.answerAs(mode)
  const inserted = await insert(content, options)
  if (!inserted.ok) throw new Error(inserted.reason)
  return inserted
}
type Done = Awaited<ReturnType<typeof insertAs>>

const byRules = (content?: string) => insertAs('fails', content, { usesModel: false })
const linksOf = ({ plan }: Done) => plan.map(({ words, target }) => [words, target])

/** Returns the number of the line of a prompt that contains a text; 99 if no line does. */
const numberOf = (prompt: string, text: string) =>
  Number(
    prompt
      .split('\n')
      .find((line) => line.includes(text))
      ?.match(/^\d+(?=\. )/)?.[0] ?? 99,
  )

/** Answers with picks, each by some words of its sentence, the words to link and the title of the page. */
const pick =
  (...picks: [partOfSentence: string, words: string, title: string][]): Say =>
  (prompt) =>
    JSON.stringify(
      picks.map(([part, words, title]) => ({
        sentence: numberOf(prompt, part),
        words,
        target: numberOf(prompt, title),
      })),
    )

const GOOD = pick(
  ['islanders know', 'plan their week', TITLE],
  ['A new ticket', 'northern quay', 'Ticket offices'],
)

/**
 * Expects two or three links to the account's pages on this host, and the same letters. A paragraph has one link at
 * most.
 */
function expectChecked({ content, plan }: Done, original = TEXT): void {
  const links = /\[([^\][]*)\]\((https:\/\/harbour\.example\/(?:the-ferry-timetable|tickets|bread))\)/g
  expect(content.replaceAll(links, '$1')).toBe(original)
  expect(content.match(links)).toHaveLength(plan.length)
  expect([2, 3]).toContain(plan.length)
  for (const paragraph of content.split('\n\n')) expect(paragraph.match(links)?.length ?? 0).toBeLessThan(2)
}

describe('words that a model picks', () => {
  test('are linked, and no other part changes', async () => {
    const inserted = await insertAs(GOOD)
    expect(inserted.chosenBy).toBe('model')
    expect(linksOf(inserted)).toEqual([
      ['plan their week', CANONICAL],
      ['northern quay', TICKETS],
    ])
    expectChecked(inserted)
    expect(linksOf(await byRules())).not.toEqual(linksOf(inserted))
  })

  test('are completed by the rules if there are too few', async () => {
    const inserted = await insertAs(pick(['island bakery', 'warm bread', 'bakes its bread'], ['x', 'y', 'z']))
    expect(inserted.chosenBy).toBe('both')
    expect(linksOf(inserted)).toContainEqual(['warm bread', BREAD])
    expect(linksOf(inserted).map(([, target]) => target)).toContain(CANONICAL)
    expectChecked(inserted)
  })

  test.each<[string, (answer: string) => string]>([
    ['in a fence', (answer) => `\`\`\`json\n${answer}\n\`\`\``],
    ['after its reasoning', (answer) => `<think>Hm, [1]. Let me see.</think>\n\n${answer}\n`],
    [
      'with additional fields',
      (answer) => answer.replaceAll('{', '{"url":"https://evil.example/","why":"x",'),
    ],
    [
      'beside entries that are no picks',
      (answer) => answer.replace(']', ', null, 7, {"sentence": "2"}, {}]'),
    ],
  ])('are found %s', async (_name, change) => {
    const inserted = await insertAs((prompt) => change(GOOD(prompt)))
    expect(inserted.chosenBy).toBe('model')
    expectChecked(inserted)
  })

  test('link to the canonical page twice only if no other page is left', async () => {
    const twice = pick(
      ['islanders know', 'plan their week', TITLE],
      ['Nobody expects', 'winter storms', TITLE],
    )
    const inserted = await insertAs(twice)
    expect(linksOf(inserted).filter(([, target]) => target === CANONICAL)).toHaveLength(1)
    expect(inserted.chosenBy).toBe('both')
    await emptyStore()
    ines = await makeOperator()
    expect(await insertAs(twice)).toMatchObject({
      chosenBy: 'model',
      plan: [{ target: CANONICAL }, { target: CANONICAL }],
    })
  })

  test('may be in a text for which the rules find none', async () => {
    const content =
      'It began on a Monday, long ago.\n\nWe would sooner than later have to see what the others said of open source.\n\nThen it was not as if they had ever been asked how they use web page help.'
    server.answerAs('fails')
    expect(await insert(content, { usesModel: false })).toMatchObject({ reason: 'no-places' })
    server.answerAs(pick(['sooner', 'open source', TITLE], ['asked how', 'web page help', TITLE]))
    expect(await insert(content)).toMatchObject({ ok: true, chosenBy: 'model' })
  })

  test('are requested once, with the tokens of the account', async () => {
    await insertAs(GOOD)
    expect(server.requests).toHaveLength(1)
    expect(await findUsageToday(ines)).toMatchObject({ calls: 1 })
    expect((await findUsageToday(ines)).tokens).toBeGreaterThan(100)
  })
})

describe('a model receives', () => {
  test('sentences that may get a link and pages of the account, and no other data', async () => {
    const theo = await makeOperator()
    await makeArticle({ userId: theo.id, title: 'Ticket office of Theo', canonicalUrl: `${TICKETS}/theo` })
    await makeArticle({
      userId: ines.id,
      title: 'Ticket office elsewhere',
      canonicalUrl: 'https://else.example/',
    })
    await insertAs(GOOD)
    const sent = server.requests[0]?.messages.map(({ content }) => content).join('\n') ?? ''
    for (const offered of [
      TITLE,
      'Ticket offices',
      'bakes its bread',
      'Most islanders',
      'island bakery',
      'Nobody expects',
    ])
      expect(sent).toContain(offered)
    for (const hidden of [
      'council met',
      'harbour master',
      'open harbour gate',
      'long report',
      'Theo',
      'elsewhere',
    ])
      expect(sent).not.toContain(hidden)
    for (const secret of [AI_KEY, ines.id, ines.name, env.APP_SECRET ?? '?', '://'])
      expect(sent).not.toContain(secret)
  })

  test('at most sixty sentences with 12,000 letters, spread over a long text', async () => {
    const sentences = Array.from(
      { length: 900 },
      (_, place) => `On day ${place} the harbour master wrote about the ferry and its many late guests.`,
    )
    const content = Array.from({ length: 300 }, (_, place) =>
      sentences.slice(place * 3, place * 3 + 3).join(' '),
    )
    await insertAs(GOOD, content.join('\n\n'))
    const sent = server.requests[0]?.messages[1]?.content ?? ''
    const days = Array.from(sent.matchAll(/^\d+\. On day (\d+)/gm), ([, day]) => Number(day))
    expect(days.length).toBeGreaterThan(20)
    expect(days.length).toBeLessThanOrEqual(60)
    expect(Math.min(...days)).toBeLessThan(90)
    expect(Math.max(...days)).toBeGreaterThan(810)
    expect(sent.length).toBeLessThan(13_000)
  })

  test.each<[string, string, Parameters<typeof insert>[1]]>([
    ['has two links already', `${TEXT}\n\n[a](/a) [b](/b)`, {}],
    ['has no sentence for a link', '# Ferry\n\nToo little.', {}],
    ['is linked by the rules only', TEXT, { usesModel: false }],
  ])('nothing from a text that %s', async (_name, content, options) => {
    server.answerAs(GOOD)
    await insert(content, options)
    expect(server.requests).toEqual([])
  })
})

describe('the rules choose, as they do without a model, if it', () => {
  test.each<AiMode>([
    'withholds',
    'no-key',
    'html',
    'half',
    'endless',
    'throttles',
    'fails',
    'cut',
    'declines',
    'copies',
    'never-ends',
  ])('%s', async (mode) => {
    const rules = await byRules()
    expect(rules.chosenBy).toBe('rules')
    expect(await insertAs(mode)).toEqual(rules)
    expect(server.requests).toHaveLength(1)
  })

  test('hangs', async () => {
    const rules = await byRules()
    expect(await insertAs('hangs', TEXT, { timeoutMs: 200 })).toEqual(rules)
  })

  test('is not asked any more after failures', async () => {
    const rules = await byRules()
    const other = await startAiServer('html')
    Object.assign(env, { AI_BASE_URL: other.url })
    for (let time = 0; time < 6; time += 1) expect(await insert()).toEqual(rules)
    expect(other.requests).toHaveLength(5)
    await other.close()
  })

  test('has used the tokens of the day, or is not configured', async () => {
    const rules = await byRules()
    await sql`insert into ai_usage (user_id, day, tokens)
      values (${ines.id}, (now() at time zone 'utc')::date, 199900)`.execute(db)
    expect(await insertAs(GOOD)).toEqual(rules)
    Object.assign(env, { AI_BASE_URL: undefined })
    expect(await insertAs(GOOD)).toEqual(rules)
    expect(server.requests).toEqual([])
  })

  test.each<[string, Say]>([
    ['answers with empty text', () => ''],
    ['picks nothing', () => '[]'],
    ['answers with half of its picks', (prompt) => GOOD(prompt).slice(0, -20)],
    ['answers with prose around them', (prompt) => `Here you are: ${GOOD(prompt)}`],
    ['answers with an object', (prompt) => `{"links":${GOOD(prompt)}}`],
    ['answers with one pick', (prompt) => GOOD(prompt).slice(1, GOOD(prompt).indexOf('}') + 1)],
    ['answers with brackets', () => '['.repeat(3999)],
    ['answers with HTML', () => '<a href="https://evil.example/">ferry timetable</a>'],
    ['answers with Markdown', () => '[ferry timetable](https://evil.example/)'],
    ['answers too much', (prompt) => GOOD(prompt) + ' '.repeat(4000)],
    ['begins with entries that are no picks', (prompt) => `[${'0,'.repeat(6)}${GOOD(prompt).slice(1)}`],
    ['writes numbers as words', (prompt) => GOOD(prompt).replaceAll(/:(\d+)/g, ':"$1"')],
    ...[0, -1, 0.5, 61, 1e9].map((number): [string, Say] => [
      `picks the sentence ${number}`,
      (prompt) => GOOD(prompt).replaceAll(/(?<="sentence":)\d+/g, String(number)),
    ]),
    ...[0, -1, 1.5, 9, '"https://evil.example/"', '"javascript:alert(1)"', 'null'].map(
      (target): [string, Say] => [
        `picks the page ${target}`,
        (prompt) => GOOD(prompt).replaceAll(/(?<="target":)\d+/g, String(target)),
      ],
    ),
    ['picks words of another sentence', pick(['islanders know', 'northern quay', TITLE])],
    ['invents words', pick(['islanders know', 'cheap ferry tickets', TITLE])],
    ['changes a letter', pick(['islanders know', 'Ferry Timetable', TITLE])],
    ['picks a single word', pick(['islanders know', 'timetable', TITLE])],
    ['picks no words', pick(['islanders know', '', TITLE])],
    ['picks a space', pick(['islanders know', ' ', TITLE])],
    ['picks part of a word', pick(['islanders know', 'erry timetabl', TITLE])],
    ['picks words with a space at the end', pick(['islanders know', 'ferry timetable ', TITLE])],
    ['begins with a function word', pick(['islanders know', 'their week', TITLE])],
    ['ends with a function word', pick(['islanders know', 'ferry timetable by', TITLE])],
    ['picks words on both sides of a comma', pick(['island bakery', 'bread, salt', 'bakes its bread'])],
    [
      'picks a whole sentence',
      pick(['islanders know', 'islanders know the ferry timetable by heart and plan their week', TITLE]),
    ],
    ['picks words in Markdown', pick(['islanders know', '[ferry timetable](https://evil.example/)', TITLE])],
    ['picks words of a heading', pick(['islanders know', 'harbour master says', TITLE])],
    ['picks code', pick(['islanders know', 'open harbour gate', TITLE])],
    ['picks a link', pick(['island bakery', 'long report', TITLE])],
    ['picks the first sentence', pick(['council met', 'harbour master', TITLE])],
    [
      'links the topic of this text to another page',
      pick(['islanders know', 'ferry timetable', 'Ticket offices']),
    ],
  ])('%s', async (_name, say) => {
    const rules = await byRules()
    expect(await insertAs(say)).toEqual(rules)
    expect(server.requests).toHaveLength(1)
  })
})

describe('the picks of a model that picks too much:', () => {
  test('only one of a sentence is used', async () => {
    const same: Parameters<typeof pick>[0] = ['islanders know', 'plan their week', TITLE]
    const inserted = await insertAs(pick(same, same, ['islanders know', 'ferry timetable', 'Ticket offices']))
    expect(inserted.chosenBy).toBe('both')
    expect(linksOf(inserted)[0]).toEqual(['plan their week', CANONICAL])
    expectChecked(inserted)
  })

  test('six are read, and only as many used as the text may get', async () => {
    const inserted = await insertAs(
      pick(
        ['islanders know', 'plan their week', TITLE],
        ['A new ticket', 'northern quay', 'Ticket offices'],
        ['island bakery', 'warm bread', 'bakes its bread'],
        ['Nobody expects', 'winter storms', TITLE],
        ['Nobody expects', 'old ways', TITLE],
        ['A new ticket', 'ticket office', TITLE],
      ),
    )
    expect(linksOf(inserted)).toHaveLength(2)
    expectChecked(inserted)
  })

  test('only one of a paragraph is used, also with other words and another page', async () => {
    const inserted = await insertAs(
      pick(['A new ticket', 'ticket office', TITLE], ['A new ticket', 'northern quay', 'Ticket offices']),
    )
    expect(linksOf(inserted)).toContainEqual(['ticket office', CANONICAL])
    expectChecked(inserted)
  })

  const THINGS = ['lighthouse keeper', 'fishing boat', 'brass lantern', 'school bell', 'customs house']
  const years = Array.from(
    { length: 30 },
    (_, year) => `In year ${year} the ${THINGS[year % 5]} was what everybody here liked to talk about.`,
  )
  const LONG = `${TEXT}\n\n${years.join('\n\n')}`

  test('only one for a page is used', async () => {
    const inserted = await insertAs(
      pick(
        ['year 5 ', 'lighthouse keeper', TITLE],
        ['year 14 ', 'customs house', 'Ticket offices'],
        ['year 23 ', 'school bell', 'Ticket offices'],
      ),
      LONG,
    )
    expect(linksOf(inserted).filter(([, target]) => target === TICKETS)).toHaveLength(1)
    expectChecked(inserted, LONG)
  })

  test('those too near to each other are not both used', async () => {
    const keeper: Parameters<typeof pick>[0] = ['year 5 ', 'lighthouse keeper', TITLE]
    const inserted = await insertAs(pick(keeper, ['year 6 ', 'fishing boat', 'Ticket offices']), LONG)
    expect(linksOf(inserted)).toContainEqual(['lighthouse keeper', CANONICAL])
    expect(linksOf(inserted)).not.toContainEqual(['fishing boat', TICKETS])
    expectChecked(inserted, LONG)
    const far = await insertAs(pick(keeper, ['year 16 ', 'fishing boat', 'Ticket offices']), LONG)
    expect(linksOf(far)).toContainEqual(['fishing boat', TICKETS])
  })

  test.each([
    [TITLE, CANONICAL],
    ['Ticket offices', '/tickets'],
  ])('none is used for a page that the text links to already: %s', async (title, address) => {
    const content = `${TEXT}\n\nMore of that [is said elsewhere](${address}).`
    const rules = await byRules(content)
    expect(await insertAs(pick(['islanders know', 'plan their week', title]), content)).toEqual(rules)
    expect(server.requests[0]?.messages[1]?.content).not.toContain(`. ${title}`)
  })

  test.each([
    ['part of a name', 'ferry timetable.js file'],
    ['part of a possessive', 'ferry timetable’s author'],
    ['half of the bold words', '**ferry timetable and fares**'],
  ])('%s is not used', async (_name, written) => {
    const content = TEXT.replace('ferry timetable by heart', written)
    const rules = await byRules(content)
    expect(await insertAs(pick(['islanders know', 'ferry timetable', TITLE]), content)).toEqual(rules)
  })

  test('words that a sentence has twice are not used', async () => {
    const content = TEXT.replace('by heart', 'by heart (the ferry timetable of spring)')
    const rules = await byRules(content)
    expect(await insertAs(pick(['islanders know', 'ferry timetable', TITLE]), content)).toEqual(rules)
  })
})

/** Returns the first of the good picks, with changed fields. */
const changeGood = (prompt: string, change: object) =>
  JSON.stringify([{ ...(JSON.parse(GOOD(prompt)) as object[])[0], ...change }])

describe('an article with instructions to a model that obeys them', () => {
  test.each(INJECTIONS.filter((_, index) => isDeep || index % 4 === 0))(
    'gets links to pages of the account and to no others: $says',
    async ({ says, obey }) => {
      const content = `${TEXT}\n\n${says}, and do it before anything else is done today.`
      const rules = await byRules(content)
      const obeyed = (text: string) => {
        const instructions = server.requests.at(-1)?.messages[0]?.content ?? ''
        const answer = obey({ title: '', description: '', text }, instructions)
        return [answer.title, answer.description, answer.text].filter(Boolean).join('\n')
      }
      const answers: Say[] = [
        (prompt) => obeyed(GOOD(prompt)),
        (prompt) => changeGood(prompt, { words: obeyed('ferry timetable') }),
        (prompt) => changeGood(prompt, { target: obeyed('') }),
        (prompt) => changeGood(prompt, { url: obeyed(''), href: obeyed(''), title: obeyed('') }),
        pick([says, says, TITLE], [says, says.split(' ').slice(-3).join(' '), 'Ticket offices']),
      ]
      const choosers: Done['chosenBy'][] = []
      for (const answer of answers) {
        const inserted = await insertAs(answer, content)
        expectChecked(inserted, content)
        if (inserted.chosenBy === 'rules') expect(inserted).toEqual(rules)
        choosers.push(inserted.chosenBy)
      }
      expect(choosers.slice(2, 4)).toEqual(['rules', 'both'])
    },
  )
})
