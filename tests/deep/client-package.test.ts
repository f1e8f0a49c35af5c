// @store server
// @seconds 120
import { execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { chromium } from '@playwright/test'
import { build } from 'vite'
import { afterAll, assert, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { findPublicApiKey } from '../../app/features/accounts/tokens/queries.server.ts'
import type * as Client from '../../client/client.ts'
import { createApi } from '../../client/client.ts'
import playwright from '../../playwright.config.ts'
import { answerDevice, connectDevice } from '../support/device.ts'
import { startFaultyProxy } from '../support/faulty-proxy.ts'
import { startFaultyServer } from '../support/faulty-server.ts'
import { signUp, startServer, type TestServer } from '../support/server.ts'

const ACCOUNT = { email: 'ines@example.com', password: 'a long enough password' }
const SCOPES = ['articles:read', 'articles:write', 'articles:publish', 'sites:read']
const execute = promisify(execFile)

let server: TestServer
let cookie: string
let token: string
let root: string
let project: string

beforeAll(async () => {
  server = await startServer({ RATE_LIMITS: 'off' })
  const account = await signUp(server, ACCOUNT.email)
  cookie = account.cookie
  token = await connectDevice(server, cookie, SCOPES)
  root = mkdtempSync(join(tmpdir(), 'broadsheet-package-'))
  project = join(root, 'project')
  mkdirSync(project)
  mkdirSync('client/dist', { recursive: true })
  writeFileSync('client/dist/stale.js', '') // such as a module that has another name now
  const { stdout } = await execute('npm', ['pack', '--pack-destination', root], { cwd: 'client' })
  writeFileSync(join(project, 'package.json'), '{"private":true,"type":"module"}')
  await execute(
    'npm',
    ['install', '--offline', '--no-audit', join(root, stdout.trim().split('\n').at(-1) ?? '')],
    {
      cwd: project,
    },
  )
})
afterAll(async () => {
  await server.end()
  rmSync(root, { recursive: true })
})

/** Returns the folder with a Node of a version. Throws without one, because a test that runs by another shows nothing. */
function findNode(version: string): string {
  const folders = [dirname(process.execPath), ...(process.env.PATH ?? '').split(delimiter)]
  const isIt = (folder: string) =>
    existsSync(join(folder, 'node')) &&
    spawnSync(join(folder, 'node'), ['--version'], { encoding: 'utf8' }).stdout.startsWith(`v${version}.`)
  const found = folders.find(isIt)
  assert(found !== undefined, `Put a Node ${version} into the PATH: the package promises to run by it.`)
  return found
}

const toEnv = (version: string, home: string) => ({
  PATH: [findNode(version), process.env.PATH].join(delimiter),
  HOME: home,
  XDG_CONFIG_HOME: join(home, 'config'),
  NEWSROOM_URL: server.url,
  NEWSROOM_TOKEN: token,
  NEWSROOM_KEY: findPublicApiKey(),
  EMAIL: ACCOUNT.email,
  PASSWORD: ACCOUNT.password,
})

test('the package has its licence and its types, no dependencies and no file of a test', () => {
  const folder = join(project, 'node_modules/broadsheet-client')
  const { dependencies, exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    dependencies?: object
    exports: { '.': { types: string; default: string } }
  }
  expect(dependencies).toBeUndefined()
  for (const file of Object.values(exports['.'])) expect(existsSync(join(folder, file))).toBe(true)
  expect(readdirSync(folder).toSorted()).toEqual(['LICENSE', 'README.md', 'dist', 'package.json'])
  const files = readdirSync(folder, { recursive: true }).map(String)
  expect(files.filter((file) => /\.test\.|tsconfig|stale/.test(file))).toEqual([])
})

// A program of a server has no types of a browser, and its compiler may read the package as a bundler does.
test.each([
  ['a browser', '--module esnext --moduleResolution bundler'],
  ['Node', `--module nodenext --lib es2023 --types node --typeRoots ${resolve('node_modules/@types')}`],
])('its types are found and checked in a project for %s', async (_, options) => {
  writeFileSync(
    join(project, 'typed.ts'),
    `import { createApi } from 'broadsheet-client'
     const api = createApi('https://news.example', { token: 'bsk_1' })
     const { data } = await api.call('GET /v1/articles/{articleId}', { path: { articleId: 'a' } })
     export const title: string = data.title
     // @ts-expect-error -- a change names its version
     await api.call('PATCH /v1/articles/{articleId}', { path: { articleId: 'a' }, body: {} })
     // @ts-expect-error -- there is no such field
     await api.call('POST /v1/drafts', { body: { headline: 'x' } })`,
  )
  const args = `--noEmit --strict --ignoreConfig --target es2022 ${options} typed.ts`.split(' ')
  await execute(resolve('node_modules/.bin/tsc'), args, { cwd: project })
})

/** Returns the package as one module for browsers. */
async function bundle(): Promise<string> {
  writeFileSync(join(project, 'browser.js'), `export * from 'broadsheet-client'`)
  const lib = { entry: join(project, 'browser.js'), formats: ['es' as const], fileName: 'bundle' }
  const options = { lib, write: false, minify: true }
  const bundled = await build({ root: project, configFile: false, logLevel: 'silent', build: options })
  assert(Array.isArray(bundled))
  const [chunk] = bundled.flatMap(({ output }) => output)
  assert(chunk?.type === 'chunk')
  expect(chunk.imports).toEqual([])
  return chunk.code
}

/** Opens a page of another site that has the package. */
async function openElsewhere(code: string) {
  const site = await startFaultyServer(({ url }) =>
    url.pathname === '/bundle.js'
      ? { status: 200, headers: { 'content-type': 'text/javascript' }, body: code }
      : { status: 200, body: '<!doctype html><title>Another site</title>' },
  )
  const browser = await chromium.launch(playwright.use?.launchOptions)
  onTestFinished(async () => {
    await browser.close()
    await site.close()
  })
  const page = await browser.newPage()
  await page.goto(site.url)
  return page.evaluateHandle<typeof Client>(`import('${site.url}/bundle.js')`)
}

test('it is bundled for a browser, and a page of another site calls the newsroom', async () => {
  const code = await bundle()
  expect(code).not.toMatch(/node:|require\(|\bprocess\b|\bBuffer\b/)
  expect(code.length).toBeLessThan(25_000)
  const proxy = await startFaultyProxy(server.url)
  onTestFinished(() => proxy.close())
  proxy.failNext({ kind: 'drop' }, { matches: ({ method }) => method === 'POST' })
  const given = {
    url: server.url,
    proxyUrl: proxy.url,
    key: findPublicApiKey(),
    options: { token },
    account: ACCOUNT,
  }
  const loaded = await openElsewhere(code)
  const seen = await loaded.evaluate(async (client, { url, proxyUrl, key, options, account }) => {
    const api = client.createApi(url, options)
    const refused = (error: unknown) =>
      error instanceof client.ApiError ? [error.status, error.code] : String(error)
    const made = await api.call('POST /v1/drafts', { body: { title: 'Spring tide' } })
    const lost = client.createApi(proxyUrl, options)
    const repeated = await lost.call('POST /v1/drafts', { body: { title: 'Neap tide' } })
    const path = { draftId: made.data.id }
    const change = { path, body: { tags: ['Travel'] }, ifMatch: made.etag ?? '' }
    const changed = await api.call('PATCH /v1/drafts/{draftId}', change)
    const late = await api.call('PATCH /v1/drafts/{draftId}', change).catch(refused)
    const titles: string[] = []
    for await (const { title } of api.entries('GET /v1/drafts', { query: { limit: 1 } })) titles.push(title)
    await api.call('DELETE /v1/drafts/{draftId}', { path })
    const missing = await api.call('GET /v1/drafts/{draftId}', { path }).catch(refused)
    const newsroom = client.createClient(url, key)
    await newsroom.auth.signInWithPassword(account)
    await newsroom.auth.refreshSession()
    const { sub } = await newsroom.auth.getClaims()
    return {
      tags: changed.data.tags,
      isRepeated: [made.isRepeated, repeated.isRepeated],
      refusals: [late, missing],
      titles,
      isOwn: sub === (await newsroom.auth.getUser()).id,
      noArticle: await newsroom.articles.find('not-there'),
      withCookies: await fetch(`${url}/v1/sites`, { credentials: 'include' }).then(
        () => 'read',
        () => 'hidden',
      ),
    }
  }, given)
  expect(proxy.clearFaults()).toBe(true)
  expect(seen).toEqual({
    tags: ['Travel'],
    isRepeated: [false, true],
    refusals: [
      [412, 'precondition_failed'],
      [404, 'draft_gone'],
    ],
    titles: expect.arrayContaining(['Spring tide', 'Neap tide']) as string[],
    isOwn: true,
    noArticle: null,
    withCookies: 'hidden',
  })
  expect(seen.titles.filter((title) => title === 'Neap tide')).toHaveLength(1)
})

// The oldest that the package promises, and that of the product.
describe.each(['20', '24'])('with Node %s', (version) => {
  test('the examples of the README run as they stand', async () => {
    const readme = readFileSync('client/README.md', 'utf8')
    const examples = [...readme.matchAll(/```(js|sh)\n(.*?)```/gs)].map(([, kind = '', text = '']) => ({
      kind,
      text,
    }))
    expect(examples.map(({ kind }) => kind)).toEqual(['js', 'js', 'sh'])
    for (const { kind, text } of examples) {
      const folder = mkdtempSync(join(project, 'example-'))
      writeFileSync(join(folder, `example.${kind === 'js' ? 'mjs' : 'sh'}`), text)
      const env = {
        ...toEnv(version, folder),
        ...(kind === 'sh' && { BROADSHEET_URL: server.url, BROADSHEET_TOKEN: token }),
      }
      const [program, args] = kind === 'js' ? ['node', ['example.mjs']] : ['sh', ['-e', 'example.sh']]
      await execute(program, args, { cwd: folder, env })
      expect((await execute('node', ['--version'], { env })).stdout).toMatch(`v${version}.`)
    }
  })

  test('login shows a code, waits for the person, and keeps the token for its owner alone; logout ends it', async () => {
    const folder = mkdtempSync(join(root, 'login-'))
    const env = toEnv(version, folder)
    const command = join(project, 'node_modules/.bin/broadsheet')
    const login = spawn(command, ['login', server.url], { cwd: folder, env })
    const [shown] = (await once(login.stdout, 'data')) as [Buffer]
    const code = /[B-Z]{4}-[B-Z]{4}/.exec(shown.toString())?.[0] ?? ''
    await answerDevice(server, cookie, { code, intent: 'approve', scopes: SCOPES })
    expect(await once(login, 'exit')).toEqual([0, null])
    const file = join(folder, 'config/broadsheet/tokens.json')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const own = (JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>)[server.url] ?? ''
    const { stdout } = await execute(command, ['pull', '--json'], { cwd: folder, env })
    expect(stdout).toContain('"added"')
    await execute(command, ['logout'], { cwd: folder, env })
    expect(readFileSync(file, 'utf8')).not.toContain(own)
    await expect(createApi(server.url, { token: own }).call('GET /v1/sites')).rejects.toMatchObject({
      status: 401,
    })
    await expect(execute(command, ['pull'], { cwd: folder, env })).rejects.toMatchObject({ code: 3 })
  })

  test('watch sends a file when it is saved, and ends when it is told to', async () => {
    const folder = mkdtempSync(join(root, 'watch-'))
    const env = {
      ...toEnv(version, folder),
      BROADSHEET_URL: server.url,
      BROADSHEET_TOKEN: token,
    }
    const watch = spawn(join(project, 'node_modules/.bin/broadsheet'), ['watch', '--json'], {
      cwd: folder,
      env,
    })
    let told = ''
    watch.stdout.on('data', (chunk: Buffer) => (told += chunk.toString()))
    await expect.poll(() => told).toContain('"added"')
    const text = `---\ntitle: Flood of Node ${version}\n---\n\nHigh water.\n` // the pull brings that of the other Node
    writeFileSync(join(folder, `flood-${version}.md`), text)
    await expect.poll(() => told, { timeout: 60_000 }).toContain('"created"')
    watch.kill('SIGTERM')
    expect(await once(watch, 'exit')).toEqual([0, null])
  })
})
