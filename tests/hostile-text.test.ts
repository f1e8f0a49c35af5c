// Texts that are made to be slow, published by an ordinary account, while readers read pages.
// @store server
import { setTimeout as sleep } from 'node:timers/promises'
import { v7 as uuidv7 } from 'uuid'
import { beforeAll, expect, test } from 'vitest'
import { signUpPublisher } from './support/publisher.ts'
import { addSite, type TestServer } from './support/server.ts'
import { shareServer } from './support/shared-server.ts'
import { unescape } from './support/html.ts'
import { isDeep } from './support/tier.ts'

const canonicalUrl = 'https://hostile.example/bare-letters' // only texts with a canonical URL get links
const FULL = 500_000 // characters, as many as an article may have

let server: TestServer
let cookie: string
let siteIds: string[]

beforeAll(async () => {
  server = await shareServer()
  await addSite(server, 'Harbour')
  ;({ cookie, siteIds } = await signUpPublisher(server, {}))
  const form = await server.ask('/publisher', { headers: { cookie } })
  expect(form.body).toMatch(/<form [^>]*enctype="multipart\/form-data"/i)
})

const fill = (piece: string) => piece.repeat(Math.floor(FULL / piece.length))
const wideRow = '|x'.repeat(2000)

const TEXTS: Record<string, string> = {
  'deep quotes': fill('>'),
  'deep quotes with text': fill('> > > > > > > > > > x\n'),
  'a list 900 deep': Array.from({ length: 900 }, (_, depth) => `${' '.repeat(depth)}- x`).join('\n'),
  'a list of lists': fill('- - - - - - - - - - x\n'),
  'a table of 2,000 columns': `${wideRow}\n${'|-'.repeat(2000)}\n${`${wideRow}\n`.repeat(100)}`,
  'a table of 60,000 rows': `|a|b|\n|-|-|\n${'|1|2|\n'.repeat(60_000)}`,
  'nothing but stars': fill('*'),
  'stars and letters': fill('*a_b'),
  'open brackets': fill('['),
  'open images': fill('![a]('),
  'links in links': `${'['.repeat(99_000)}x${'](y)'.repeat(99_000)}`,
  backticks: fill('`'),
  'backticks in ever longer runs': Array.from({ length: 990 }, (_, length) => '`'.repeat(length)).join(' '),
  'open tags': fill('<div>'),
  'open tags of every kind': fill('<table><tr><td><ul><li><details><summary><a href="x">'),
  'half of a tag': fill('<a b="'),
  'unclosed comments': fill('<!--'),
  'unclosed declarations': fill('<!A <?a <![CDATA['),
  'one line': fill('a'),
  'one line of words': fill('ab '),
  'one line of Chinese': '潮'.repeat(300_000),
  'footnotes of footnotes': Array.from({ length: 9000 }, (_, note) => `[^${note}]: [^${note + 1}]`).join(
    '\n\n',
  ),
  'headings of one name': fill('# x\n\n'),
  'references that name each other':
    Array.from({ length: 9000 }, (_, name) => `[${name}]: /${'x'.repeat(20)}`).join('\n') +
    fill('[0]').slice(0, 100_000),
  entities: fill('&amp;&#x41;'),
  'code of every language': fill('```js\nvar a = `${`\n```\n'),
  'template tags': fill('{{< youtube '),
  'bare addresses': fill('https://a.b '),
}

/** Reads a cached page and an uncached one again and again until `stopped`. Returns the status of each response. */
async function readOn(stopped: AbortSignal): Promise<number[]> {
  const statuses: number[] = []
  for (let turn = 0; !stopped.aborted; turn += 1) {
    for (const path of ['/', `/search?q=reader-${turn}`]) statuses.push((await server.ask(path)).status)
    await sleep(20)
  }
  return statuses
}

/** The daily texts: one that is rendered, and one that is refused. */
const DAILY = ['a table of 2,000 columns', 'footnotes of footnotes']

test.each(isDeep ? Object.keys(TEXTS) : DAILY)(
  'is published, or refused and kept in the form, while readers get responses: %s',
  async (name) => {
    const content = TEXTS[name] ?? ''
    const published = new AbortController()
    const reading = readOn(published.signal)
    const answer = await server.ask('/publisher', {
      headers: { cookie },
      isMultipart: true,
      form: { draftId: uuidv7(), title: `Hostile ${name}`, content, author: 'Eve', siteIds, canonicalUrl },
    })
    published.abort()
    expect(new Set(await reading)).toEqual(new Set([200]))
    if (answer.status === 200) {
      expect(answer.body).toContain('Post created and published to')
      const [, path = ''] = /href="http:\/\/[^"]*(\/article\/hostile-[^"]+)"/.exec(answer.body) ?? []
      expect((await server.ask(path)).status).toBe(200)
    } else {
      expect(answer.status).toBe(422)
      expect(answer.body).toContain('This text takes too long to turn into a page.')
      const [, typed = ''] = /<textarea[^>]*name="content"[^>]*>([^]*?)<\/textarea>/.exec(answer.body) ?? []
      expect(unescape(typed).trim()).toBe(content.trim())
    }
  },
)

test('the process did not restart during these tests', async () => {
  expect(server.process.exitCode).toBeNull()
  expect((await server.ask('/readyz')).status).toBe(200)
})
