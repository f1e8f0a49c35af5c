// The built releases on the disk: what a process serves of them, how one becomes the current one, and which ones stay.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  globSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  watch,
  writeFileSync,
} from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findRelease } from '../tools/releases.ts'
import { copyProject, copyReleases } from './support/project.ts'
import { ended, runTool, startLastingServer, type TestServer } from './support/server.ts'

const START = ['--liftoff-only', 'build/current/tools/start.ts', '--no-build']

let project: string
let server: TestServer

beforeAll(async () => {
  project = copyReleases(['one', 'two'])
  writeFileSync(join(project, 'build/releases/two/client/assets/only-here-x1.js'), 'export {}')
  server = await startLastingServer({}, START, project)
})
afterAll(async () => {
  await server.end()
  rmSync(project, { recursive: true })
})

/** Runs code with the functions of tools/releases.ts in the project. Returns what it prints. */
async function inProject(code: string): Promise<string> {
  const script = `const releases = await import('${resolve('tools/releases.ts')}'); ${code}`
  const { code: exit, output } = await ended(runTool({ env: process.env, cwd: project }, '-e', script))
  if (exit !== 0) throw new Error(output)
  return output
}
const switchTo = (release: string) =>
  inProject(`releases.lockBuilds(); releases.switchTo('${release}'); releases.removeOldReleases()`)
const pointTo = (name: string) => basename(readlinkSync(join(project, 'build', name)))

test('a built file has its type, its compression, and an ETag that is answered with 304', async () => {
  const [script = ''] = globSync('root-*.js', { cwd: join(project, 'build/current/client/assets') })
  const path = `/assets/${script}`
  const { status, headers } = await server.ask(path, { headers: { 'accept-encoding': 'br' } })
  expect(status).toBe(200)
  expect(headers).toMatchObject({
    'content-type': 'text/javascript',
    'content-encoding': 'br',
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'Accept-Encoding',
  })
  const again = await server.ask(path, {
    headers: { 'accept-encoding': 'br', 'if-none-match': String(headers.etag) },
  })
  expect(again).toMatchObject({ status: 304, body: '' })
  expect(await server.ask(path, { method: 'HEAD' })).toMatchObject({ status: 200, body: '' })
})

test('a built file that cannot be read is 404, and the process goes on', async () => {
  const [style = ''] = globSync('readers-*.css', { cwd: join(project, 'build/current/client/assets') })
  const file = join(project, 'build/current/client/assets', style)
  for (const release of ['one', 'two']) rmSync(file.replace('current', `releases/${release}`))
  expect((await server.ask(`/assets/${style}`)).status).toBe(404)
  mkdirSync(file) // opening it succeeds, and reading it fails
  await server.ask(`/assets/${style}`).catch(() => undefined)
  expect((await server.ask('/healthz')).status).toBe(200)
})

test('an asset that only another release has is served, with the same headers, and no other file', async () => {
  const { status, headers } = await server.ask('/assets/only-here-x1.js')
  expect(status).toBe(200)
  expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
  for (const path of ['/assets/../../package.json', '/assets/%2e%2e/favicon.svg', '/assets/none.js'])
    expect([path, (await server.ask(path)).status]).toEqual([path, 404])
})

test('a switch is atomic; the last two releases stay, and so does the one of a running process', async () => {
  await switchTo('two')
  expect([pointTo('current'), pointTo('previous')]).toEqual(['two', 'one'])
  mkdirSync(join(project, 'build/releases/three/server'), { recursive: true })
  await switchTo('three')
  expect([pointTo('current'), pointTo('previous')]).toEqual(['three', 'two'])
  const running = await inProject('console.log(JSON.stringify(releases.listRunning()))')
  expect(JSON.parse(running)).toEqual([
    { pid: server.process.pid, release: 'one', isReady: true, isSupervised: false },
  ])
  expect(readdirSync(join(project, 'build/releases')).toSorted()).toEqual(['one', 'three', 'two'])
  expect((await server.ask('/auth')).status).toBe(200)
  await server.stop()
  await inProject('releases.lockBuilds(); releases.removeOldReleases()')
  expect(readdirSync(join(project, 'build/releases')).toSorted()).toEqual(['three', 'two'])
})

test('a release has packages of its own, which an installation does not replace', () => {
  const packages = realpathSync(join(findRelease(), 'node_modules'))
  expect(packages).toMatch(/\/build\/packages\/[\da-f]{16}\/node_modules$/)
  expect(realpathSync(join(packages, '.bin/node'))).toBe(join(packages, 'node/bin/node'))
})

test('a killed build leaves nothing that is taken for a release', async () => {
  const source = copyProject()
  mkdirSync(join(source, 'build/releases/old'), { recursive: true })
  symlinkSync('releases/old', join(source, 'build/current'))
  const changes = watch(join(source, 'build'))
  const build = spawn(process.execPath, ['tools/build.ts'], { cwd: source, detached: true })
  while (!readdirSync(join(source, 'build')).some((name) => name.startsWith('work-')))
    await once(changes, 'change')
  process.kill(-(build.pid ?? 0), 'SIGKILL')
  await once(build, 'close')
  changes.close()
  expect(readlinkSync(join(source, 'build/current'))).toBe('releases/old')
  expect(readdirSync(join(source, 'build/releases'))).toEqual(['old'])
  rmSync(source, { recursive: true })
})
