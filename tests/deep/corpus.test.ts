// Real articles, with everything that real articles hold, from a collection beside the project.
import { existsSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readField, readRecord } from '../../app/features/exchange/exchange.ts'
import { readCorpus } from '../../bench/corpus.ts'
import { expectRoundTrip } from '../support/round-trip.ts'
import { ended, runTool, startServer, type TestServer } from '../support/server.ts'
import { unescape } from '../support/html.ts'

const CORPUS = '../shared/corpus/articles.ndjson.gz'
const COUNT = 2793
const READERS = 8

describe.skipIf(!existsSync(CORPUS))(
  'the 2,793 real articles (skipped where the collection is not beside the project)',
  () => {
    let server: TestServer

    beforeAll(async () => {
      server = await startServer()
    })
    afterAll(async () => {
      await server.end()
    })

    test('all go in beside the running server, and a second import changes nothing', async () => {
      const first = await ended(runTool(server, 'tools/import.ts', CORPUS))
      expect(first.output).toContain(`${COUNT} imported, 0 updated, 0 unchanged, 0 skipped`)
      const before = await server.ask('/feed.xml')
      const second = await ended(runTool(server, 'tools/import.ts', CORPUS))
      expect(second.output).toContain(`0 imported, 0 updated, ${COUNT} unchanged, 0 skipped`)
      expect((await server.ask('/feed.xml')).body).toBe(before.body)
    })

    // Once is enough: the longest of all tests.
    test.runIf(process.env.TEST_STORE === 'server')(
      'all come out, and go into an empty store as they were',
      { timeout: 600_000 },
      () => expectRoundTrip(server, COUNT),
    )

    test('every page answers 200 with its title, and nothing on it runs', { timeout: 300_000 }, async () => {
      const records = (await readCorpus(CORPUS)).map(readRecord)
      const titles = new Set(records.map(({ title }) => readField(title) ?? ''))
      const slugs = await listSlugs(server)
      expect(slugs).toHaveLength(COUNT)
      const shown = new Set<string>()
      await Promise.all(
        Array.from({ length: READERS }, async () => {
          for (let slug = slugs.pop(); slug; slug = slugs.pop()) {
            const { status, body } = await server.ask(`/article/${slug}`)
            expect(status, slug).toBe(200)
            shown.add(unescape(/<h1[^>]*>(.*?)<\/h1>/s.exec(body)?.[1] ?? ''))
            expect(findActive(body), slug).toEqual([])
            expect(findTemplateTags(body), slug).toEqual([])
          }
        }),
      )
      expect([...titles].filter((title) => !shown.has(title))).toEqual([])
    })
  },
)

/** What tags of other generators are left outside of code. */
const findTemplateTags = (body: string) =>
  body
    .replace(/<(pre|code|script|title)\b.*?<\/\1>/gs, '')
    .match(/\{\{(?:<|&lt;|&#x3c;|%).{0,80}|\{%.{0,80}/gs) ?? []

/** Every article's slug, read off the lists as a visitor would. */
async function listSlugs(server: TestServer): Promise<string[]> {
  const slugs = new Set<string>()
  const pageCount = Math.ceil(COUNT / 12)
  for (let page = 1; page <= pageCount; page += 1) {
    const { body } = await server.ask(`/?page=${page}`)
    for (const [, slug] of body.matchAll(/href="\/article\/([^"]+)"/g)) if (slug) slugs.add(slug)
  }
  return [...slugs]
}

const TAG = /<([a-z][\w-]*)((?:[^>"']|"[^"]*"|'[^']*')*)>/gi
const ATTRIBUTE = /([^\s=/"']+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g

/** Whatever could run or load a program: elements, handlers, addresses. Our own script and data blocks are let through. */
function findActive(html: string): string[] {
  return [...html.matchAll(TAG)].flatMap(([tag, name = '', attributes = '']) => {
    const isOurs = /src="\/assets\/site-script|type="application\/ld\+json"/.test(attributes)
    if (
      /^(script|iframe|object|embed|base|applet|frame|svg|math|template)$/i.test(name) &&
      !isOurs &&
      !/icon/.test(attributes)
    )
      return [tag]
    const isActive = [...attributes.matchAll(ATTRIBUTE)].some(([, key = '', ...values]) =>
      isAddress(key) ? /^\s*(javascript|data|vbscript):/i.test(values.find(Boolean) ?? '') : isHandler(key),
    )
    return isActive ? [tag] : []
  })
}

const isAddress = (attribute: string) => /^(href|src|srcset|action|poster|data|cite)$/i.test(attribute)
const isHandler = (attribute: string) => /^(on|style$|srcdoc$|formaction$)/i.test(attribute)
