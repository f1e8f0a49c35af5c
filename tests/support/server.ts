import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { type IncomingHttpHeaders, request as httpRequest } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { socketDir } from '../../app/platform/store/embedded-store.server.ts'
import { findFreePort, findRoom } from './postgres.ts'
import { copyStore } from './store-copies.ts'

const START_PATIENCE_MS = 60_000
const PRODUCT = ['tools/start.ts', '--no-build']
// Without the optimising compiler: many servers of the tests end before it would be done with the embedded store.
const BRIEF_PRODUCT = ['--liftoff-only', ...PRODUCT]

/** A complete response of a server. */
export interface Answer {
  status: number
  headers: IncomingHttpHeaders
  body: string
  /** The body as it was sent. */
  bytes: Buffer
}

/** The parts of a request besides its path. Without them it is a GET. */
export interface Ask {
  method?: string
  /** The Host header; that of the main site unless given. */
  host?: string
  headers?: Record<string, string>
  /** Sent as a form, url-encoded or, with `isMultipart`, as multipart. */
  form?: Record<string, string | string[]>
  isMultipart?: boolean
  /** Sent as JSON. */
  json?: unknown
  /** Sent as it is; `headers` need its content type. */
  body?: string | Buffer
}

/** A running server for tests. */
export interface TestServer {
  url: string
  port: number
  dataDir: string
  env: NodeJS.ProcessEnv
  /** The folder that the program runs in; that of the tests if undefined. */
  cwd?: string
  process: ChildProcess
  /** Returns the output of the process so far. */
  output: () => string
  ask: (path: string, options?: Ask) => Promise<Answer>
  /** Stops the server with SIGTERM. Returns its exit code. */
  stop: () => Promise<number | null>
  kill: () => Promise<void>
  /** Pauses the process: an idle server that polls for jobs would slow down other tests. */
  pause: () => void
  resume: () => void
  /** Deletes its data. */
  forget: () => void
  /** Kills the server and deletes its data. */
  end: () => Promise<void>
}

/** Starts the built product as a process, with a store of its own, of the kind of this test run. */
export const startServer = (settings: Record<string, string> = {}) =>
  startLastingServer(settings, BRIEF_PRODUCT)

/** Starts a server that many tests use, or one with another program than the product, or in another folder. */
export async function startLastingServer(
  settings: Record<string, string>,
  program: string[] = PRODUCT,
  cwd?: string,
): Promise<TestServer> {
  const port = await findFreePort()
  const dataDir = mkdtempSync(join(process.env.TEST_TEMPLATE ?? findRoom(), 'server-'))
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    ...(await copyStore(dataDir)),
    PORT: String(port),
    DATA_DIR: dataDir,
    ...settings,
  }
  return startWith({ port, dataDir, env, program, ...(cwd && { cwd }) })
}

/** Starts the product again with the database and the port of an ended server. */
export const startAgain = (
  { port, dataDir, env }: TestServer,
  program: string[] = BRIEF_PRODUCT,
): Promise<TestServer> => startWith({ port, dataDir, env, program })

/** Runs one of the product's command-line tools on the store of a server. */
export function runTool({ env, cwd }: Pick<TestServer, 'env' | 'cwd'>, ...args: string[]): ChildProcess {
  return spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...args], { env, cwd })
}

/** Waits until a process ends. The line with which a tool names its store is left out of the output. */
export async function ended(child: ChildProcess): Promise<{ code: number | null; output: string }> {
  const output: Buffer[] = []
  child.stdout?.on('data', (chunk: Buffer) => output.push(chunk))
  child.stderr?.on('data', (chunk: Buffer) => output.push(chunk))
  if (child.exitCode === null && child.signalCode === null) await once(child, 'close')
  return {
    code: child.exitCode,
    output: Buffer.concat(output)
      .toString()
      .replace(/^Store: .*\n/m, ''),
  }
}

/** Sends a request. Unlike `fetch`, it can set the Host header. */
export async function askAt(
  port: number,
  path: string,
  { method, host = 'localhost', headers, form, isMultipart = false, json, body }: Ask = {},
): Promise<Answer> {
  const content = await toContent({ form, isMultipart, json, body })
  return new Promise((resolve, reject) => {
    const sent = httpRequest({
      port,
      path,
      host: '127.0.0.1',
      method: method ?? (content ? 'POST' : 'GET'),
      headers: {
        host: `${host}:${port}`,
        ...(content && { 'content-length': content.body.length }),
        ...(content?.type && { 'content-type': content.type }),
        ...headers,
      },
      agent: false,
    })
    sent.on('error', reject)
    sent.on('response', (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => {
        const bytes = Buffer.concat(chunks)
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: bytes.toString(),
          bytes,
        })
      })
    })
    sent.end(content?.body)
  })
}

/**
 * Adds a hosted site like the command-line tool, and waits until the running server serves it. By then, the server has
 * also invalidated its pages with the tag `stale`.
 */
export async function addSite(server: TestServer, name: string, stale = 'sites'): Promise<void> {
  const host = `${name.toLowerCase()}.localhost`
  await queryStore(
    server,
    `with site as (insert into target_sites (id, name, url, kind)
       values ('${uuidv7()}', '${name}', 'http://${host}', 'hosted') returning url)
     insert into page_drops (id, tags) select '${uuidv7()}', '{${stale}}' from site`,
  )
  const deadline = Date.now() + 5000
  while ((await server.ask('/', { host })).status === 421) {
    if (Date.now() > deadline) throw new Error(`${host} is still not served.`)
    await sleep(50)
  }
}

const PASSWORD = 'a long enough password'

/** Makes an account over HTTP and signs it in. Returns the cookies of its session. */
export async function signUp(
  server: TestServer,
  email = `${uuidv7()}@example.com`,
): Promise<{ cookie: string; email: string }> {
  const made = await server.ask('/auth', { form: { intent: 'sign-up', email, password: PASSWORD } })
  if (made.status === 302) return { email, cookie: toCookie(made) }
  if (server.env.SMTP_URL)
    // like the link in the mail
    await queryStore(server, `update users set email_verified = true where email = '${email}'`)
  const answer = await server.ask('/auth', { form: { intent: 'sign-in', email, password: PASSWORD } })
  return { email, cookie: toCookie(answer) }
}

/** Connects to the database of a server, without the product. */
export async function openStore({ dataDir, env }: TestServer): Promise<Client> {
  const url = env.DATABASE_URL
  const where = url
    ? { connectionString: url }
    : { host: socketDir(dataDir), user: 'postgres', database: 'postgres' }
  const client = new Client(where)
  await client.connect()
  return client
}

/** Runs SQL in the database of a server, without the product. */
export async function queryStore<T extends object>(server: TestServer, sql: string): Promise<T[]> {
  const client = await openStore(server)
  const { rows } = await client.query<T>(sql)
  await client.end()
  return rows
}

/** Returns the Cookie header for the cookies that a response sets. */
export const toCookie = (answer: Answer) =>
  (answer.headers['set-cookie'] ?? []).map((cookie) => cookie.split(';', 1)[0]).join('; ')

async function startWith({
  port,
  dataDir,
  env,
  cwd,
  program,
}: Pick<TestServer, 'port' | 'dataDir' | 'env' | 'cwd'> & { program: string[] }): Promise<TestServer> {
  const child = runTool({ env, ...(cwd && { cwd }) }, ...program)
  const printed: Buffer[] = []
  child.stdout?.on('data', (chunk: Buffer) => printed.push(chunk))
  child.stderr?.on('data', (chunk: Buffer) => printed.push(chunk))
  const server: TestServer = {
    port,
    dataDir,
    env,
    process: child,
    url: `http://localhost:${port}`,
    output: () => Buffer.concat(printed).toString(),
    ask: (path, options) => askDescribed(port, path, options),
    async stop() {
      child.kill('SIGTERM')
      await ended(child)
      return child.exitCode
    },
    async kill() {
      child.kill('SIGKILL')
      await ended(child)
    },
    pause: () => child.kill('SIGSTOP'),
    resume: () => child.kill('SIGCONT'),
    forget: () => rmSync(dataDir, { recursive: true, force: true }),
    async end() {
      await server.kill()
      server.forget()
    },
  }
  await untilReady(server)
  return server
}

// Each answer of the API is one that its description has, and each request that it accepts.
async function askDescribed(port: number, path: string, options: Ask = {}): Promise<Answer> {
  const answer = await askAt(port, path, options)
  if (!path.startsWith('/v1/')) return answer
  const { requireDescribed } = await import('./described-answers.ts')
  const { type, body } = (await toContent(options)) ?? {}
  const headers = { ...(type && { 'content-type': type }), ...options.headers }
  requireDescribed({ method: options.method ?? (body ? 'POST' : 'GET'), path, headers, body }, answer)
  return answer
}

async function untilReady(server: TestServer): Promise<void> {
  const deadline = Date.now() + START_PATIENCE_MS
  while (Date.now() < deadline) {
    if (server.process.exitCode !== null)
      throw new Error(`The server ended at its start:\n${server.output()}`)
    const answer = await server.ask('/readyz').catch(() => undefined)
    if (answer?.status === 200) return
    await sleep(50)
  }
  throw new Error(`The server was not ready in time:\n${server.output()}`)
}

async function toContent({
  form,
  isMultipart = false,
  json,
  body,
}: Pick<Ask, 'form' | 'isMultipart' | 'json' | 'body'>): Promise<
  { type?: string; body: Buffer } | undefined
> {
  if (form) return toForm(form, isMultipart)
  if (json !== undefined) return toJson(json)
  return body === undefined ? undefined : { body: Buffer.from(body) }
}

const toJson = (json: unknown) => ({
  type: 'application/json',
  body: Buffer.from(typeof json === 'string' ? json : JSON.stringify(json)),
})

async function toForm(
  form: Record<string, string | string[]>,
  isMultipart: boolean,
): Promise<{ type: string; body: Buffer }> {
  const fields = isMultipart ? new FormData() : new URLSearchParams()
  for (const [name, values] of Object.entries(form))
    for (const value of [values].flat()) fields.append(name, value)
  const encoded = new Response(fields)
  return { type: encoded.headers.get('content-type') ?? '', body: Buffer.from(await encoded.arrayBuffer()) }
}
