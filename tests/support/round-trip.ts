import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { ended, queryStore, runTool, startServer, type TestServer } from './server.ts'

/** Reads all columns that an export has to preserve. */
const listArticles = (server: TestServer) =>
  queryStore(
    server,
    `select p.title, p.slug, content, content_html, excerpt, reading_minutes, meta_description, author, tags, keywords,
       canonical_url, image_url, lang, published_at, p.updated_at, tag_keys,
       coalesce(import_key, 'broadsheet:' || p.id) as key,
       array(select path from redirects where article_id = p.id order by path) as paths
     from blog_posts p where origin_id is null order by key`,
  )

/**
 * Checks the export of a server with at least so many articles. An import into an empty store has to restore the same
 * content. An import into the same store has to change nothing.
 */
export async function expectRoundTrip(server: TestServer, least: number): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), 'broadsheet-export-'))
  const { output } = await ended(runTool(server, 'tools/export.ts', dir))
  const before = await listArticles(server)
  expect(output).toContain(`${before.length} articles`)
  expect(before.length).toBeGreaterThanOrEqual(least)

  const other = await startServer()
  const back = await ended(runTool(other, 'tools/import.ts', dir))
  expect(back.output).toContain(`${before.length} imported, 0 updated, 0 unchanged, 0 skipped`)
  const after = await listArticles(other)
  for (const [index, article] of before.entries()) expect(after[index]).toEqual(article)
  expect(after).toHaveLength(before.length)
  await other.end()

  expect((await ended(runTool(server, 'tools/import.ts', dir))).output).toContain('0 imported')
  expect(await listArticles(server)).toEqual(before)
  rmSync(dir, { recursive: true })
}
