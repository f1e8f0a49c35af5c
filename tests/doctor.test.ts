// `npm run doctor` on sound and on broken installations, with a store that a process has open, and with a stopped one.
// @store both
import { once } from 'node:events'
import { chownSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:https'
import { type AddressInfo, createServer as createTcpServer, type Server } from 'node:net'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Finding } from '../app/platform/doctor/finding.ts'
import { isEmbedded, pool } from '../app/platform/store/database.server.ts'
import { startQueue } from '../app/platform/work/queue.server.ts'
import { makeCertificate } from './support/certificate.ts'
import { emptyStore } from './support/fixtures.ts'
import { startMailServer } from './support/mail-server.ts'
import { ended, queryStore, runTool, startServer } from './support/server.ts'
import { copyStore } from './support/store-copies.ts'
import { isDeep } from './support/tier.ts'

const NAMES = [
  'settings',
  'store',
  'room',
  'clock',
  'versions',
  'schema',
  'database',
  'secret',
  'queue',
  'server',
  'address',
  'accounts',
  'mail',
  'sites',
  'name',
  'certificate',
  'backups',
]
const EXPIRED = makeCertificate('localhost', new Date('2025-03-01'))

const doctor = (settings: NodeJS.ProcessEnv, ...args: string[]) =>
  ended(runTool({ env: { ...process.env, LOG_LEVEL: 'info', ...settings } }, 'tools/doctor.ts', ...args))

/** Runs the command with --json and returns its findings by the name of the check. */
async function examine(settings: NodeJS.ProcessEnv) {
  const { code, output } = await doctor(settings, '--json')
  const { ok, checks } = JSON.parse(output) as { ok: boolean; checks: (Finding & { name: string })[] }
  expect(checks.map(({ name }) => name)).toEqual(NAMES)
  expect({ ok, code }).toEqual(ok ? { ok, code: 0 } : { ok, code: 1 })
  const isFailed = checks.some(({ state }) => state === 'failed')
  expect(ok).toBe(!isFailed)
  return Object.fromEntries(checks.map(({ name, ...finding }) => [name, finding]))
}

async function emptyAll(): Promise<void> {
  await emptyStore()
  await pool.query('delete from pgboss.job')
  await pool.query(`delete from kysely_migration where name like '9999%'`)
}
beforeEach(emptyAll)
afterEach(emptyAll)

test('a sound installation gets a line for each check, and 0', async () => {
  const { code, output } = await doctor({})
  const lines = output.split('\n').filter((line) => /^\S/.test(line))
  expect(lines.map((line) => /^(ok|warning|not checked) +(\w+): \S.*\.$/.exec(line)?.[2])).toEqual(NAMES)
  expect(output).toMatch(/^ok +queue: No job waits, and none has failed\.$/m)
  expect(output).toMatch(/^ok +schema: The store has all \d+ migrations of this version/m)
  expect(output).toMatch(
    isEmbedded
      ? RegExp(`^ok +store: .* answers\\. Process ${process.pid} \\(the tests\\) has it open\\.$`, 'm')
      : /^ok +store: The Postgres server answers \(version \d+\.\d+\)\.$/m,
  )
  expect(code).toBe(0)
})

test('each fault is found, with advice and without a secret, in one run', async () => {
  const mail = await startMailServer()
  const site = createServer(EXPIRED).listen(0, '127.0.0.1')
  await once(site, 'listening')
  await breakStore()
  const { port } = site.address() as AddressInfo
  const findings = await examine({
    SITE_URL: `https://localhost:${port}`,
    SMTP_URL: mail.url.replace('//', '//desk:opensesame@'),
    LEAST_ROOM_MB: '1000000',
    AI_API_KEY: 'a-key-of-the-model',
  })
  site.close()
  await mail.stop()

  expect(findings).toMatchObject({
    settings: { state: 'ok' },
    store: { state: 'ok' },
    clock: { state: 'not checked' },
    schema: { state: 'warning', found: 'A later version has added 1 migration: 9999_later.' },
    queue: {
      state: 'failed',
      found: expect.stringMatching(
        /^Jobs failed at their last attempt: deliver \(1\)\. The last one failed at 20/,
      ),
    },
    mail: {
      state: 'failed',
      found: expect.stringMatching(
        /^The mail server 127\.0\.0\.1:\d+ refuses the user name or the password: /,
      ),
    },
    sites: {
      state: 'failed',
      found: expect.stringMatching(
        /^Blog \(shared\) lacks 1 article since 20\S+, 1 of them refused for good; site blog\.example failed several/,
      ),
    },
    certificate: { state: 'failed', found: 'The certificate of localhost expired on 2025-03-01.' },
    ...(isEmbedded && {
      room: { state: 'failed', found: expect.stringContaining('nothing is saved any more') },
    }),
  })
  for (const { state, advice } of Object.values(findings))
    if (state === 'failed' || state === 'warning') expect(advice).toMatch(/^[A-Z]/)
  const text = JSON.stringify(findings)
  for (const secret of ['opensesame', 'a-key-of-the-model', process.env.APP_SECRET ?? ''])
    expect(text).not.toContain(secret)
})

/** A job that has failed, a site that refuses an article, and a table of the next version. */
async function breakStore(): Promise<void> {
  const queue = await startQueue([{ name: 'deliver', work: () => Promise.resolve() }], false)
  await queue.stop()
  for (const statement of [
    `insert into kysely_migration (name, timestamp) values ('9999_later', '')`,
    `insert into pgboss.job (name, state, completed_on) values ('deliver', 'failed', now())`,
    `insert into target_sites (id, name, url, kind, credentials)
     values (gen_random_uuid(), 'Blog', 'https://blog.example', 'webhook', 'sealed')`,
    `insert into blog_posts (id, title, slug, author, content, content_html, excerpt, reading_minutes)
     values (gen_random_uuid(), 'Title', 'title', 'Ines', 'Text', '<p>Text</p>', 'Text', 1)`,
    `insert into deliveries (id, article_id, site_id, state, reason, wanted_hash)
     select gen_random_uuid(), blog_posts.id, target_sites.id, 'failed', 'rejected', 'hash'
     from blog_posts, target_sites where kind = 'webhook'`,
    `insert into delivery_attempts (id, delivery_id, outcome) select gen_random_uuid(), id, 'failed' from deliveries`,
    `insert into host_breakers (host, failures, open_until) values ('site blog.example', 5, now())`,
  ])
    await pool.query(statement)
}

test('with a wrong setting, the other checks say that they need the settings', async () => {
  const findings = await examine({ PORT: 'many' })
  expect(findings.settings).toMatchObject({
    state: 'failed',
    found: 'Some settings are wrong. PORT: a port number from 1 to 65535.',
  })
  expect(findings.store).toEqual({
    state: 'not checked',
    found: 'This needs the check of the settings, which did not succeed.',
    advice: null,
  })
  expect(findings.versions?.state).toBe('ok')
})

test('a wrong call ends with 2 and one sentence', async () => {
  expect(await doctor({}, '--jsno')).toEqual({
    code: 2,
    output: 'The only argument is --json. See npm run doctor -- --help.\n',
  })
})

test('a store that is not there is not made, and a database that does not answer is not awaited', async () => {
  const folder = mkdtempSync(join(process.env.TEST_TEMPLATE ?? '', 'doctor-'))
  const away = 'postgres://user:opensesame@127.0.0.1:1/none'
  const findings = await examine({ DATA_DIR: folder, ...(!isEmbedded && { DATABASE_URL: away }) })
  expect(findings.store).toMatchObject({
    state: 'failed',
    found: isEmbedded
      ? `There is no store in ${folder}.`
      : 'The database does not answer: connect ECONNREFUSED 127.0.0.1:1',
  })
  expect(findings.schema?.state).toBe('not checked')
  expect(readdirSync(folder)).toEqual([])
  rmSync(folder, { recursive: true })
})

test.runIf(isEmbedded)(
  'a stopped store is checked and closed again, and a damaged one is named',
  async () => {
    const folder = mkdtempSync(join(process.env.TEST_TEMPLATE ?? '', 'doctor-'))
    await copyStore(folder)
    const sound = await examine({ DATA_DIR: folder })
    expect(sound).toMatchObject({
      store: { state: 'ok', found: `The store in ${folder} is whole. No server has it open.` },
      queue: { state: 'ok' },
      backups: { state: 'warning', found: 'The store has no snapshot.' },
    })
    expect(readdirSync(join(folder, 'store'))).toContain('seal.json')

    writeFileSync(join(folder, 'store/PG_VERSION'), '0\n')
    const damaged = await examine({ DATA_DIR: folder })
    expect(damaged.store).toEqual({
      state: 'failed',
      found: `The store in ${folder} is damaged (PG_VERSION is not as it was written) and has no snapshot.`,
      advice: `This brings back a backup: DATA_DIR=${folder} npm run restore -- FILE --force`,
    })
    rmSync(folder, { recursive: true })
  },
)

test.runIf(isEmbedded && process.getuid?.() === 0)('the store of another user is left alone', async () => {
  const folder = mkdtempSync(join(process.env.TEST_TEMPLATE ?? '', 'doctor-'))
  mkdirSync(join(folder, 'store'))
  for (const path of [folder, join(folder, 'store')]) chownSync(path, 12_345, 12_345)
  expect((await examine({ DATA_DIR: folder })).store).toMatchObject({
    state: 'failed',
    found: `The store in ${folder} belongs to user 12345, and this command runs as user 0.`,
  })
  expect(readdirSync(folder)).toEqual(['store'])
  rmSync(folder, { recursive: true })
})

describe.runIf(isDeep)('what keeps silent costs its check some seconds, and no other check:', () => {
  let silent: Server
  let host: string
  beforeAll(async () => {
    silent = createTcpServer(() => {}).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    host = `127.0.0.1:${(silent.address() as AddressInfo).port}`
  })
  afterAll(() => silent.close())

  test('a mail server', async () => {
    const findings = await examine({ SMTP_URL: `smtp://${host}` })
    expect(findings.mail).toMatchObject({
      state: 'failed',
      found: 'The check has not ended within 5 seconds.',
    })
    expect(findings.sites?.state).toBe('ok')
  })

  test.runIf(!isEmbedded)('a Postgres server', async () => {
    const begun = Date.now()
    const findings = await examine({ DATABASE_URL: `postgres://user:opensesame@${host}/none` })
    expect(findings.store).toMatchObject({
      state: 'failed',
      found: expect.stringMatching(/^The database does not answer: /),
    })
    expect(findings.mail?.state).toBe('not checked')
    expect(Date.now() - begun).toBeLessThan(10_000)
  })

  test.runIf(isEmbedded)('a server that has the store', async () => {
    const server = await startServer()
    expect(await examine(server.env)).toMatchObject({
      store: { state: 'ok', found: expect.stringContaining(`Process ${server.process.pid} (npm start)`) },
      queue: { state: 'ok' },
      server: { state: 'ok' },
      address: { state: 'ok', found: `${server.url} leads to this installation.` },
    })
    // The sign of life of a worker, for the check of the queue.
    await expect
      .poll(() =>
        queryStore(server, `select max(monitor_claim_on) > now() - interval '9 s' as is from pgboss.queue`),
      )
      .toEqual([{ is: true }])
    server.pause()
    const begun = Date.now()
    expect(await examine(server.env)).toMatchObject({
      store: { state: 'failed', found: expect.stringMatching(/^The database does not answer: /) },
      room: { state: 'ok' },
      queue: { state: 'not checked' },
    })
    expect(Date.now() - begun).toBeLessThan(20_000)
    await server.end()
  })
})
