// @seconds 6
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectDevice } from '../../tests/support/device.ts'
import { startFaultyServer } from '../../tests/support/faulty-server.ts'
import { signUp, type TestServer } from '../../tests/support/server.ts'
import { shareServer } from '../../tests/support/shared-server.ts'
import { type Api, createApi } from '../client.ts'
import { link } from './known.ts'

let server: TestServer
let api: Api
let address: string | undefined
let token: string
let root: string

beforeAll(async () => {
  server = await shareServer()
  address = server.url
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

interface Ran {
  code: number
  told: Record<string, string>
  output: string
  error: string
}

/** Runs the command as a program in a folder. Returns its exit code and what it told of each file. */
function run(folder: string, ...args: string[]): Promise<Ran> {
  const env = { ...process.env, BROADSHEET_URL: address, BROADSHEET_TOKEN: token }
  mkdirSync(join(root, folder), { recursive: true })
  return new Promise((resolve) => {
    const program = [
      'client/command/command.ts',
      ...args.map((arg) => arg.replace(/^@/, `${join(root, folder)}/`)),
    ]
    execFile(
      process.execPath,
      [...program, '--folder', join(root, folder), ...(args[0] === 'diff' ? [] : ['--json'])],
      { env },
      (failed, output, error) => {
        const lines = output
          .split('\n')
          .flatMap((line) => (line.startsWith('{') ? [JSON.parse(line) as Line] : []))
        const told = Object.fromEntries(lines.map(({ name, outcome }) => [name, outcome]))
        resolve({ code: typeof failed?.code === 'number' ? failed.code : 0, told, output, error })
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

test('a file is meant by its name, and a name without a file is told', async () => {
  mkdirSync(join(root, 'e'))
  write('e/Cafe\u0301.md', '---\ntitle: Coffee\n---\n\nBlack.\n')
  expect((await run('e', 'push', '@Caf\u00E9.md')).told).toEqual({ 'Cafe\u0301.md': 'created' })
  expect(await run('e', 'push', '@cofee.md')).toMatchObject({ code: 1, told: { 'cofee.md': 'refused' } })
  expect((await run('e', 'publish', '@cofee.md')).code).toBe(1)
})

test('a text of the desk gives no orders to a terminal', async () => {
  mkdirSync(join(root, 'f'))
  write('f/bell.md', '---\ntitle: Bell\n---\n\nRing.\n')
  await run('f', 'push')
  await changeOnDesk(idIn(read('f/bell.md')), () => 'Ring\u0007\u001B[2J\tit.\n')
  const { output } = await run('f', 'diff', '@bell.md')
  expect(output).toContain('-Ring??[2J\tit.\n')
  expect(output).not.toContain('\u001B')
})

test('the token of the environment goes to no newsroom that a folder names', async () => {
  const other = await startFaultyServer(() => ({ status: 200, body: { entries: [], next: null } }))
  await link(join(root, 'g'), other.url)
  address = undefined
  expect(await run('g', 'pull')).toMatchObject({ code: 2 })
  expect(other.requests).toEqual([])
  address = server.url
  await other.close()
})

test('a wrong command, a wrong address and a wrong token are told apart by the exit code', async () => {
  expect((await run('d', 'nothing')).code).toBe(2)
  address = 'no address'
  expect((await run('d', 'pull')).code).toBe(2)
  address = server.url
  token = 'bsk_wrong'
  expect(await run('d', 'pull')).toMatchObject({ code: 3, told: {} })
})
