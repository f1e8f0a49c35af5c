// After the process was killed at any moment, all acknowledged writes are in the database, and no incomplete ones.
// @store embedded
// @seconds 45
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { v7 as uuidv7 } from 'uuid'
import { describe, expect, test } from 'vitest'
import { addSite, ended, queryStore, runTool, signUp, startAgain, startServer } from './support/server.ts'
import { byTier, isDeep, KILLS } from './support/tier.ts'

const ROUNDS = byTier(2, KILLS) // in half of them, the kill comes after a first response
const SETTLE_MS = 60_000

/** Returns a moment within a span, another one for each round: evenly spread, and the same in each run. */
const momentOf = (round: number, spanMs: number) => Math.round(((round * 0.618) % 1) * spanMs)

describe(`killed ${ROUNDS} times during publishing`, () => {
  test(
    'every acknowledged article is complete, and every selected site gets its copy',
    { timeout: 600_000 },
    async () => {
      let server = await startServer()
      for (const name of ['one', 'two', 'three']) await addSite(server, name)
      const siteIds = (
        await queryStore<{ id: string }>(server, `select id from target_sites where kind = 'hosted'`)
      ).map((row) => row.id)
      const { cookie } = await signUp(server)
      const acknowledged: string[] = []
      for (let round = 0; round < ROUNDS; round += 1) {
        const first = Promise.withResolvers<undefined>()
        const publishing = Array.from({ length: 6 }, async (_, index) => {
          const title = `Round ${round} article ${index}`
          const form = { draftId: uuidv7(), title, content: 'Text *of* it.', author: 'A', siteIds }
          const answer = await server.ask('/publisher', { form, headers: { cookie } }).catch(() => undefined)
          if (answer?.status !== 200) return
          acknowledged.push(title)
          first.resolve(undefined)
        })
        // In every other round, the kill follows the first response, while other requests are running.
        if (round % 2 === 1) await Promise.race([first.promise, sleep(SETTLE_MS)])
        await sleep(momentOf(round, round % 2 === 1 ? 80 : 900))
        await server.kill()
        await Promise.all(publishing)
        server = await startAgain(server)
      }
      const titles = (
        await queryStore<{ title: string }>(server, 'select title from blog_posts where origin_id is null')
      ).map((row) => row.title)
      expect(titles).toEqual(expect.arrayContaining(acknowledged))
      expect(acknowledged.length).toBeGreaterThan(0)
      const orders = `select count(*)::int as count from blog_posts b where origin_id is null
      and (select count(*) from deliveries d where d.article_id = b.id) <> 3`
      expect(await queryStore(server, orders)).toEqual([{ count: 0 }])
      const unfinished = `select count(*)::int as count from deliveries d where state <> 'delivered' or not exists
      (select from blog_posts c where c.origin_id = d.article_id and c.site_id = d.site_id)`
      await expect
        .poll(() => queryStore(server, unfinished), { timeout: SETTLE_MS, interval: 500 })
        .toEqual([{ count: 0 }])
      const doubles = `select count(*)::int as count from (select from blog_posts where origin_id is null group by title having count(*) > 1) t`
      expect(await queryStore(server, doubles)).toEqual([{ count: 0 }])
      expect(await server.stop()).toBe(0)
      server.forget()
    },
  )
})

describe(`killed ${ROUNDS} times during an import`, () => {
  test.runIf(isDeep)(
    'the next import finishes it: every article is there once and complete',
    { timeout: 600_000 },
    async () => {
      const server = await startServer()
      const file = join(server.dataDir, 'articles.ndjson')
      const count = 600
      writeFileSync(
        file,
        Array.from({ length: count }, (_, index) => JSON.stringify(record(index))).join('\n'),
      )
      await server.stop() // so that the tool is the process that opens the database
      for (let round = 0; round < ROUNDS; round += 1) {
        const importing = runTool(server, 'tools/import.ts', file)
        await sleep(300 + momentOf(round, 1200))
        importing.kill('SIGKILL')
        await ended(importing)
      }
      const { code, output } = await ended(runTool(server, 'tools/import.ts', file))
      expect(code, output).toBe(0)
      const again = await startAgain(server)
      const halves = `select count(*)::int as count from blog_posts where content_html = '' or slug = '' or import_hash is null`
      expect(await queryStore(again, halves)).toEqual([{ count: 0 }])
      expect(
        await queryStore(
          again,
          'select count(distinct import_key)::int as count, count(*)::int as rows from blog_posts',
        ),
      ).toEqual([{ count, rows: count }])
      expect((await again.ask(`/article/story-number-${count - 1}`)).status).toBe(200)
      await again.end()
    },
  )
})

function record(index: number) {
  const paragraph = 'The ferry left at nine, and nobody waved. '.repeat(60)
  return {
    source: 'crash',
    path: `${index}.md`,
    title: `Story number ${index}`,
    content: `${paragraph}\n\n`.repeat(4),
    tags: ['Travel'],
  }
}
