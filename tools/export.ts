import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { appendFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import {
  listFilesForExport,
  listNamesForExport,
  listRevisionsForExport,
  listSitesForExport,
} from '../app/features/moving-in/formats/list-for-export.server.ts'
import { readStore } from '../app/platform/store/database.server.ts'
import { openStoreForTool } from '../app/platform/store/store.server.ts'
import { runCommand, UsageError } from './command-line.ts'

const HELP = `
npm run export -- DIR [--force]

Writes every article of the main site into a folder: articles/SLUG.md with YAML front matter, which npm run import
reads back to the same articles. Drafts that were never published are articles/draft-ID.md, and come back as drafts. site.json names the sites, the old addresses that lead to articles, and what is written about tags and authors.
revisions.ndjson has the earlier states of articles, to be read by people and programs; an import does not read it.

  --force   writes into a folder that is not empty; files of the same name are replaced
`

await runCommand(HELP, async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { force: { type: 'boolean' } },
  })
  const [folder] = positionals
  if (!folder || positionals.length > 1)
    throw new UsageError('Into which folder? See npm run export -- --help.')
  if (!values.force && existsSync(folder) && readdirSync(folder).length > 0)
    throw new UsageError(`${folder} is not empty. Say --force to write into it.`)
  const store = await openStoreForTool('npm run export', { checksSecret: false })
  try {
    process.stdout.write(`${folder}: ${await exportTo(folder)} articles\n`)
  } finally {
    await store.close()
  }
})

async function exportTo(folder: string): Promise<number> {
  mkdirSync(join(folder, 'articles'), { recursive: true })
  return readStore(async (trx) => {
    let count = 0
    for await (const { name, text } of listFilesForExport((run) => run(trx))) {
      await writeFile(join(folder, 'articles', name), text)
      count += 1
    }
    const revisionsFile = join(folder, 'revisions.ndjson')
    await writeFile(revisionsFile, '')
    for await (const revisions of listRevisionsForExport(trx))
      await appendFile(revisionsFile, revisions.map((revision) => `${JSON.stringify(revision)}\n`).join(''))
    const site = { sites: await listSitesForExport(trx), ...(await listNamesForExport(trx)) }
    await writeFile(join(folder, 'site.json'), `${JSON.stringify(site, null, 2)}\n`)
    return count
  })
}
