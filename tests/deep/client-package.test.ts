// @store server
// @seconds 120
import { execFile, spawn } from 'node:child_process'
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
import { build } from 'vite'
import { afterAll, assert, beforeAll, expect, test } from 'vitest'
import { findPublicApiKey } from '../../app/features/accounts/tokens/queries.server.ts'
import { createApi } from '../../client/client.ts'
import { answerDevice, connectDevice } from '../support/device.ts'
import { signUp, startServer, type TestServer } from '../support/server.ts'

interface Bundle {
  createApi: typeof createApi
}

const SCOPES = ['articles:read', 'articles:write', 'articles:publish', 'sites:read']
const execute = promisify(execFile)

let server: TestServer
let cookie: string
let token: string
let root: string
let project: string

beforeAll(async () => {
  server = await startServer({ RATE_LIMITS: 'off' })
  const account = await signUp(server, 'ines@example.com')
  cookie = account.cookie
  token = await connectDevice(server, cookie, SCOPES)
  root = mkdtempSync(join(tmpdir(), 'broadsheet-package-'))
  project = join(root, 'project')
  mkdirSync(project)
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

/** Returns the folders of the Nodes of this machine: that of the product, and the one that the person has. */
function listNodes(): string[] {
  const inPath = (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => !folder.includes('node_modules'))
  const own = inPath.find((folder) => existsSync(join(folder, 'node')))
  return [dirname(process.execPath), ...(own === undefined ? [] : [own])]
}

const toEnv = (node: string, home: string) => ({
  PATH: [node, join(project, 'node_modules/.bin'), process.env.PATH].join(delimiter),
  HOME: home,
  XDG_CONFIG_HOME: join(home, 'config'),
  NEWSROOM_URL: server.url,
  NEWSROOM_TOKEN: token,
  NEWSROOM_KEY: findPublicApiKey(),
  EMAIL: 'ines@example.com',
  PASSWORD: 'a long enough password',
})

test.each(listNodes())('the examples of the README run as they stand, by %s', async (node) => {
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
      ...toEnv(node, folder),
      ...(kind === 'sh' && { BROADSHEET_URL: server.url, BROADSHEET_TOKEN: token }),
    }
    const [program, args] =
      kind === 'js' ? [join(node, 'node'), ['example.mjs']] : ['sh', ['-e', 'example.sh']]
    await execute(program, args, { cwd: folder, env })
  }
})

test('the package has types, no dependencies and no file of a test', async () => {
  const folder = join(project, 'node_modules/broadsheet-client')
  const { dependencies, exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    dependencies?: object
    exports: { '.': { types: string; default: string } }
  }
  expect(dependencies).toBeUndefined()
  for (const file of Object.values(exports['.'])) expect(existsSync(join(folder, file))).toBe(true)
  const files = readdirSync(folder, { recursive: true }).map(String)
  expect(files.filter((file) => /\.test\.|tsconfig/.test(file))).toEqual([])
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
  const options = [
    '--noEmit',
    '--strict',
    '--ignoreConfig',
    '--module',
    'nodenext',
    '--target',
    'es2022',
    'typed.ts',
  ]
  await execute(resolve('node_modules/.bin/tsc'), options, { cwd: project })
})

test('it is bundled for a browser, and runs with what the web has', async () => {
  writeFileSync(join(project, 'browser.js'), `export * from 'broadsheet-client'`)
  const lib = { entry: join(project, 'browser.js'), formats: ['es' as const], fileName: 'bundle' }
  const options = { lib, write: false, minify: true }
  const bundled = await build({ root: project, configFile: false, logLevel: 'silent', build: options })
  assert(Array.isArray(bundled))
  const [chunk] = bundled.flatMap(({ output }) => output)
  assert(chunk?.type === 'chunk')
  const { code, imports } = chunk
  expect(imports).toEqual([])
  expect(code).not.toMatch(/node:|require\(|\bprocess\b|\bBuffer\b/)
  expect(code.length).toBeLessThan(25_000)
  writeFileSync(join(project, 'bundle.mjs'), code)
  const bundle = (await import(join(project, 'bundle.mjs'))) as Bundle
  expect(
    (await bundle.createApi(server.url, { token }).call('GET /v1/sites')).data.entries.length,
  ).toBeGreaterThan(0)
})

test('login shows a code, waits for the person, and keeps the token for its owner alone; logout ends it', async () => {
  const folder = mkdtempSync(join(root, 'login-'))
  const env = toEnv(dirname(process.execPath), folder)
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
    ...toEnv(dirname(process.execPath), folder),
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
  writeFileSync(join(folder, 'flood.md'), '---\ntitle: Flood\n---\n\nHigh water.\n')
  await expect.poll(() => told, { timeout: 60_000 }).toContain('"created"')
  watch.kill('SIGTERM')
  expect(await once(watch, 'exit')).toEqual([0, null])
})
