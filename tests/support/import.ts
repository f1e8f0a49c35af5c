import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ended, runTool, type TestServer } from './server.ts'

/** An article in a line of NDJSON, for the import command. */
interface TestRecord {
  title: string
  content?: string
  author?: string
  description?: string
  tags?: string[]
  keywords?: string[]
  canonical_url?: string
  image_url?: string
  lang?: string
  published_at?: string
  updated_at?: string
}

let imported = 0

/** Imports articles with any dates into the database of a running server, with the import command. */
export async function importRecords(server: TestServer, records: TestRecord[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'broadsheet-records-'))
  const file = join(folder, 'articles.ndjson')
  const lines = records.map((record) =>
    JSON.stringify({
      source: 'tests',
      path: String((imported += 1)),
      content: 'Low water at noon.',
      ...record,
    }),
  )
  writeFileSync(file, lines.join('\n'))
  await changeStore(server, async () => {
    const { output } = await ended(runTool(server, 'tools/import.ts', file))
    if (!output.includes(`${records.length} imported, 0 updated, 0 unchanged, 0 skipped`))
      throw new Error(output)
  })
  rmSync(folder, { recursive: true })
}

/** Changes the database of a running server. Waits until the server has invalidated the home page of the main site. */
async function changeStore(server: TestServer, change: () => Promise<void>): Promise<void> {
  await server.ask('/') // now the page is in memory
  await change()
  const deadline = Date.now() + 10_000
  while ((await server.ask('/')).headers['x-cache'] !== 'miss') {
    if (Date.now() > deadline) throw new Error('The server still shows what was there before.')
    await sleep(50)
  }
}
