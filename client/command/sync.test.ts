// @seconds 6
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectDevice } from '../../tests/support/device.ts'
import { signUp, type TestServer } from '../../tests/support/server.ts'
import { shareServer } from '../../tests/support/shared-server.ts'
import { type Api, createApi } from '../client.ts'

let server: TestServer
let api: Api
let token: string
let root: string

beforeAll(async () => {
  server = await shareServer()
  const { cookie } = await signUp(server, 'ines@example.com')
  token = await connectDevice(server, cookie, [
    'articles:read',
    'articles:write',
    'articles:publish',
    'sites:read',
  ])
  api = createApi(server.url, { token })
  root = mkdtempSync(join(tmpdir(), 'broadsheet-sync-'))
})
afterAll(() => rmSync(root, { recursive: true }))

interface Line {
  name: string
  outcome: string
}

/** Runs the command as a program in a folder. Returns its exit code and what it told of each file. */
function run(
  folder: string,
  ...args: string[]
): Promise<{ code: number; told: Record<string, string>; error: string }> {
  const env = { ...process.env, BROADSHEET_URL: server.url, BROADSHEET_TOKEN: token }
  mkdirSync(join(root, folder), { recursive: true })
  return new Promise((resolve) => {
    const program = [
      'client/command/command.ts',
      ...args.map((arg) => arg.replace(/^@/, `${join(root, folder)}/`)),
    ]
    execFile(
      process.execPath,
      [...program, '--folder', join(root, folder), '--json'],
      { env },
      (failed, output, error) => {
        const lines = output
          .split('\n')
          .flatMap((line) => (line.startsWith('{') ? [JSON.parse(line) as Line] : []))
        const told = Object.fromEntries(lines.map(({ name, outcome }) => [name, outcome]))
        resolve({ code: typeof failed?.code === 'number' ? failed.code : 0, told, error })
      },
    )
  })
}

const read = (name: string) => readFileSync(join(root, name), 'utf8')
const write = (name: string, text: string) => writeFileSync(join(root, name), text)
const idIn = (text: string) => /^id: (\S+)$/m.exec(text)?.[1] ?? ''

async function changeOnDesk(draftId: string, change: (content: string) => string): Promise<void> {
  const path = { draftId }
  const { data, etag } = await api.call('GET /v1/drafts/{draftId}', { path })
  await api.call('PATCH /v1/drafts/{draftId}', {
    path,
    body: { content: change(data.content) },
    ifMatch: etag ?? '',
  })
}

test('a folder and the desk stay in step, and neither side loses a change', async () => {
  mkdirSync(join(root, 'a'))
  write('a/low.md', '---\ntitle: Low water\nlayout: post\n---\n\nOne.\n\nTwo.\n\nThree.\n')
  expect(await run('a', 'push')).toMatchObject({ code: 0, told: { 'low.md': 'created' } })
  const draftId = idIn(read('a/low.md'))
  expect(read('a/low.md')).toContain('title: Low water\nlayout: post\n')
  expect(await run('a', 'push')).toMatchObject({ code: 0, told: { 'low.md': 'same' } })

  // Both change different lines, and the file gets another name.
  await changeOnDesk(draftId, (content) => content.replace('Three.', 'Three!'))
  renameSync(join(root, 'a/low.md'), join(root, 'a/water.md'))
  write('a/water.md', read('a/water.md').replace('One.', 'One!'))
  expect((await run('a', 'diff')).code).toBe(1)
  expect(await run('a', 'push')).toMatchObject({ code: 0, told: { 'water.md': 'merged' } })
  expect(read('a/water.md')).toContain('One!\n\nTwo.\n\nThree!\n')

  // Both change the same line: nothing is sent, then both stand between marks, then the choice is sent.
  await changeOnDesk(draftId, (content) => content.replace('Two.', 'Two of the desk.'))
  write('a/water.md', read('a/water.md').replace('Two.', 'Two of the file.'))
  expect(await run('a', 'push')).toMatchObject({ code: 1, told: { 'water.md': 'both-changed' } })
  expect(await run('a', 'pull')).toMatchObject({ code: 1, told: { 'water.md': 'conflict' } })
  expect(read('a/water.md')).toContain(
    '<<<<<<< here\nTwo of the file.\n=======\nTwo of the desk.\n>>>>>>> the desk\n',
  )
  expect(await run('a', 'push')).toMatchObject({ code: 1, told: { 'water.md': 'marked' } })
  write(
    'a/water.md',
    read('a/water.md').replace(/<<<<<<< here\n(.*)\n=======\n(.*)\n>>>>>>> the desk\n/, '$1 $2\n'),
  )
  expect(await run('a', 'push')).toMatchObject({ code: 0, told: { 'water.md': 'pushed' } })

  // Published, it is an article with another id. Changes are a working copy until they are published.
  expect((await run('a', 'publish', '@water.md')).told).toEqual({ 'water.md': 'refused' }) // it names no site
  expect(await run('a', 'publish', '@water.md', '--site', server.url)).toMatchObject({
    code: 0,
    told: { 'water.md': 'published' },
  })
  const articleId = idIn(read('a/water.md'))
  expect((await server.ask('/article/low-water')).body).toContain('Two of the file. Two of the desk.')
  write('a/water.md', read('a/water.md').replace('One!', 'One more.'))
  expect(await run('a', 'push')).toMatchObject({ code: 0, told: { 'water.md': 'saved' } })
  expect((await server.ask('/article/low-water')).body).not.toContain('One more.')
  expect(await run('a', 'publish', '@water.md')).toMatchObject({ code: 0, told: { 'water.md': 'published' } })
  expect((await server.ask('/article/low-water')).body).toContain('One more.')

  // Another folder gets it. What is deleted on one side is told, and stays on the other.
  expect((await run('b', 'pull')).told).toEqual({ 'low-water.md': 'added' })
  expect(idIn(read('b/low-water.md'))).toBe(articleId)
  rmSync(join(root, 'b/low-water.md'))
  expect(await run('b', 'pull')).toMatchObject({ code: 1, told: { 'low-water.md': 'missing' } })
  expect((await run('b', 'pull', '@low-water.md')).told).toEqual({ 'low-water.md': 'added' })
  await api.call('DELETE /v1/articles/{articleId}', { path: { articleId } })
  expect(await run('a', 'pull')).toMatchObject({ code: 1, told: { 'water.md': 'gone' } })
  expect(read('a/water.md')).toContain('One more.')
})

test('a file whose draft was published on the desk goes on with its article', async () => {
  mkdirSync(join(root, 'c'))
  write('c/ebb.md', '---\ntitle: Ebb\n---\n\nThe tide goes out.\n')
  await run('c', 'push')
  const { data } = await api.call('GET /v1/sites')
  const path = { draftId: idIn(read('c/ebb.md')) }
  const published = await api.call('POST /v1/drafts/{draftId}/publish', {
    path,
    body: { siteIds: data.entries.slice(0, 1).map(({ id }) => id) },
  })
  write('c/ebb.md', `${read('c/ebb.md')}More.\n`)
  // Publishing gave it an address, which the file takes over.
  expect(await run('c', 'push')).toMatchObject({ code: 0, told: { 'ebb.md': 'merged' } })
  expect(idIn(read('c/ebb.md'))).toBe(published.data.id)
})

test('a wrong command and a wrong token are told apart by the exit code', async () => {
  expect((await run('d', 'nothing')).code).toBe(2)
  token = 'bsk_wrong'
  expect(await run('d', 'pull')).toMatchObject({ code: 3, told: {} })
})
