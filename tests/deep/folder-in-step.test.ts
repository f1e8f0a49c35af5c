// @store server
// @seconds 40
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Api, createApi } from '../../client/client.ts'
import { openFolder } from '../../client/command/folder.ts'
import { link } from '../../client/command/known.ts'
import { pull, push } from '../../client/command/sync.ts'
import { connectDevice } from '../support/device.ts'
import { signUp, startServer, type TestServer } from '../support/server.ts'

let server: TestServer
let api: Api
let root: string

beforeAll(async () => {
  server = await startServer({ RATE_LIMITS: 'off' })
  const { cookie } = await signUp(server, 'ines@example.com')
  api = createApi(server.url, {
    token: await connectDevice(server, cookie, ['articles:read', 'articles:write']),
  })
  root = mkdtempSync(join(tmpdir(), 'broadsheet-folders-'))
})
afterAll(async () => {
  await server.end()
  rmSync(root, { recursive: true })
})

const ROUNDS = 150
const PARTS = 6
const NAME = 'many-hands.md'

const fileIn = (folder: string) => join(folder, NAME)

const CONFLICT = /^<{7} here\n(.*?)^={7}\n(.*?)^>{7} the desk\n/gms

// A person who keeps each line of both texts of a conflict once. Returns true if there was one.
function keepBoth(folder: string): boolean {
  const text = readFileSync(fileIn(folder), 'utf8')
  const both = text.replaceAll(CONFLICT, (_, mine: string, theirs: string) => {
    const lines = mine.split('\n')
    return mine + theirs.replaceAll(/^(.*)\n/gm, (line, inner: string) => (lines.includes(inner) ? '' : line))
  })
  writeFileSync(fileIn(folder), both)
  return both !== text
}

async function editOnDesk(draftId: string, insert: (text: string) => string): Promise<void> {
  const path = { draftId }
  const { data, etag } = await api.call('GET /v1/drafts/{draftId}', { path })
  const content = insert(`\n${data.content}`).slice(1)
  await api.call('PATCH /v1/drafts/{draftId}', { path, body: { content }, ifMatch: etag ?? '' })
}

test('of edits by two folders and the desk, in any order, none is lost', async () => {
  const content = Array.from({ length: PARTS }, (_, at) => `${at}.\n\n`).join('')
  const { data } = await api.call('POST /v1/drafts', {
    body: { title: 'Many hands', author: 'Ines', content },
  })
  const folders = ['one', 'two'].map((name) => join(root, name))
  const workIn = (folder: string) => ({ api, folder: openFolder(folder), names: [NAME], tell: () => {} })
  for (const folder of folders) {
    mkdirSync(folder)
    await link(folder, server.url)
    await pull({ ...workIn(folder), names: [] })
  }
  let seed = 11
  const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below
  const written: string[] = []
  const insert = (text: string) => {
    const part = `${random(PARTS)}.\n`
    const line = `line-${written.length}`
    expect(text).toContain(`\n${part}`)
    written.push(line)
    return text.replace(`\n${part}`, `\n${part}${line}\n`)
  }
  const steps = [
    (folder: string) => pull(workIn(folder)),
    (folder: string) => push(workIn(folder)),
    () => editOnDesk(data.id, insert),
    async (folder: string) => writeFile(fileIn(folder), insert(await readFile(fileIn(folder), 'utf8'))),
  ]
  let conflicts = 0
  for (let round = 0; round < ROUNDS; round += 1) {
    const folder = folders[random(2)] ?? ''
    await steps[random(steps.length)]?.(folder)
    if (keepBoth(folder)) conflicts += 1
  }
  for (const folder of [...folders, ...folders, ...folders]) {
    await pull(workIn(folder))
    keepBoth(folder)
    await push(workIn(folder))
  }
  const { data: last } = await api.call('GET /v1/drafts/{draftId}', { path: { draftId: data.id } })
  const lines = new Set(last.content.split('\n'))
  expect(written.length).toBeGreaterThan(ROUNDS / 3)
  expect(written.filter((line) => !lines.has(line))).toEqual([])
  expect(conflicts).toBeGreaterThan(0)
  for (const folder of folders) expect(readFileSync(fileIn(folder), 'utf8')).toContain(last.content)
})
