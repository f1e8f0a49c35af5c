// An update under load, as docs/operations.md describes it: 200 requests a second, before, during and after each step.
import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { copyProject } from '../support/project.ts'
import { ended, runTool, startLastingServer, type TestServer } from '../support/server.ts'

const UNIT = [
  resolve('tests/support/socket-unit.ts'),
  process.execPath,
  '--disable-warning=ExperimentalWarning',
  'build/current/tools/start.ts',
  '--no-build',
  '--supervised',
]
const EVERY_MS = 5
const VIEW = 'app/features/site/pages/home-view.tsx'
const OLD = 'No articles yet.'
const NEW = 'Nothing is printed yet.'

let project: string
const servers: TestServer[] = []

beforeAll(async () => {
  project = copyProject()
  execFileSync(process.execPath, ['tools/build.ts'], { cwd: project })
})
afterAll(async () => {
  for (const server of servers) await end(server)
  rmSync(project, { recursive: true })
})

/** Ends the process of a unit, which then ends, too. */
async function end(server: TestServer): Promise<void> {
  writeFileSync(join(server.dataDir, 'stop'), '')
  const pid = server.process.pid
  const child = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
  process.kill(Number(child), 'SIGTERM')
  await ended(server.process)
  server.forget()
}

/** Starts processes on one store, each with a socket of its own, instead of those that run. */
async function startProcesses(processes: number): Promise<void> {
  for (const server of servers.splice(0)) await end(server)
  const first = await startLastingServer({ RATE_LIMITS: 'off' }, UNIT, project)
  servers.push(first)
  const settings = { RATE_LIMITS: 'off', ROLE: 'web', DATABASE_URL: first.env.DATABASE_URL ?? '' }
  if (processes === 2) servers.push(await startLastingServer(settings, UNIT, project))
}

/** Sends 200 requests a second to the processes in turn, half of them on kept connections, until `stop` is called. */
function sendLoad(ports: number[], paths: string[]) {
  const agent = new Agent({ keepAlive: true, maxSockets: 50 })
  const failures: string[] = []
  const waiting = new Set<Promise<void>>()
  let count = 0
  const send = () => {
    const port = ports[count % ports.length]
    const path = paths[Math.floor(count / 2) % paths.length] ?? '/'
    const isKept = Math.floor(count / ports.length) % 2 === 0
    count += 1
    const answered = new Promise<void>((resolve_) => {
      const fail = (reason: string) => {
        failures.push(`${path} at ${port}: ${reason}`)
        resolve_()
      }
      const sent = get(
        { port, path, host: '127.0.0.1', agent: isKept && agent, timeout: 60_000 },
        (response) => {
          if (response.statusCode !== 200) failures.push(`${path} at ${port}: ${response.statusCode}`)
          response.on('error', (error) => fail(error.message))
          response.resume().on('end', resolve_)
        },
      )
      sent.on('error', (error) => fail(error.message))
      sent.on('timeout', () => sent.destroy(new Error('no answer in time')))
    })
    waiting.add(answered)
    void answered.then(() => waiting.delete(answered))
  }
  const startedAt = performance.now()
  const timer = setInterval(() => {
    while (count < (performance.now() - startedAt) / EVERY_MS) send()
  }, EVERY_MS)
  return {
    async stop() {
      clearInterval(timer)
      await Promise.all(waiting)
      agent.destroy()
      return { count, failures }
    },
  }
}

const update = (...args: string[]) =>
  ended(runTool({ env: process.env, cwd: project }, 'tools/update.ts', ...args))

function edit(file: string, from: string, to: string): void {
  const path = join(project, file)
  writeFileSync(path, readFileSync(path, 'utf8').replace(from, to))
}

const isServer = process.env.TEST_STORE === 'server'

test.each(isServer ? [1, 2] : [1])(
  '%i of processes: no request fails in an update, a bad one, and back',
  async (processes) => {
    await startProcesses(processes)
    const seen = () => Promise.all(servers.map(async (server) => (await server.ask('/')).body))
    const pages = await seen()
    for (const page of pages) expect(page).toContain(OLD)
    const [style = ''] = /\/assets\/[\w.-]+\.css/.exec(pages[0] ?? '') ?? []
    const load = sendLoad(
      servers.map(({ port }) => port),
      ['/', style, '/search?q=tide', '/auth'],
    )
    await sleep(1000)

    edit(VIEW, OLD, NEW)
    edit('app/ui/base.css', '\n', '\n\n.update-test { color: red }\n')
    expect((await update()).output).toContain('The current release is')
    for (const page of await seen()) {
      expect(page).toContain(NEW)
      expect(page).not.toContain(style)
    }
    for (const server of servers) expect((await server.ask(style)).status).toBe(200)

    edit('server/main.ts', 'await startTraces()', `throw new Error('A bad release.')`)
    const bad = await update()
    expect(bad.code).toBe(1)
    expect(bad.output).toMatch(/The new release ended at its start.* is served again\./)
    for (const page of await seen()) expect(page).toContain(NEW)

    edit('server/main.ts', `throw new Error('A bad release.')`, 'await startTraces()')
    expect((await update()).code).toBe(0)
    expect((await update('--back')).code).toBe(0)
    const { count, failures } = await load.stop()
    process.stdout.write(`${processes} processes: ${count} requests, ${failures.length} failed\n`)
    expect(failures.slice(0, 10)).toEqual([])
    expect(count).toBeGreaterThan(5000)
  },
)
