// Real articles from a collection beside the project.
import { existsSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readRecord } from '../../app/features/moving-in/formats/formats.ts'
import { readField } from '../../app/features/moving-in/formats/source-fields.ts'
import { readCorpus } from '../../bench/corpus.ts'
import { expectRoundTrip } from '../support/round-trip.ts'
import { ended, runTool, startServer, type TestServer } from '../support/server.ts'
import { unescape } from '../support/html.ts'

const CORPUS = '../shared/corpus/articles.ndjson.gz'
const COUNT = 2793
const READERS = 8

describe.skipIf(!existsSync(CORPUS))('the 2,793 real articles (skipped without the collection)', () => {
  let server: TestServer

  beforeAll(async () => {
    server = await startServer()
  })
  afterAll(async () => {
    await server.end()
  })

  test('can be imported while a server runs, and a second import changes nothing', async () => {
    const first = await ended(runTool(server, 'tools/import.ts', CORPUS))
    expect(first.output).toContain(`${COUNT} imported, 0 updated, 0 unchanged, 0 skipped`)
    const before = await server.ask('/feed.xml')
    const second = await ended(runTool(server, 'tools/import.ts', CORPUS))
    expect(second.output).toContain(`0 imported, 0 updated, ${COUNT} unchanged, 0 skipped`)
    expect((await server.ask('/feed.xml')).body).toBe(before.body)
  })

  // Only on one database, because it is the longest of all tests.
  test.runIf(process.env.TEST_STORE === 'server')(
    'can be exported, and imported into an empty store unchanged',
    { timeout: 600_000 },
    () => expectRoundTrip(server, COUNT),
  )

  test(
    'have pages with status 200 and their titles, without active content',
    { timeout: 300_000 },
    async () => {
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
    },
  )
})

/** Returns template tags of other generators outside of code. */
const findTemplateTags = (body: string) =>
  body
    .replace(/<(pre|code|script|title)\b.*?<\/\1>/gs, '')
    .match(/\{\{(?:<|&lt;|&#x3c;|%).{0,80}|\{%.{0,80}/gs) ?? []

/** Returns the slugs of all articles, from the pages of the lists. */
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

/**
 * Returns active content: elements, handlers and URLs that run or load a program, except our own script and data
 * blocks.
 */
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
