import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { makeOperator } from '../../../../tests/support/fixtures.ts'
import { useQueue } from '../../../../tests/support/queue.ts'
import { db } from '../../../platform/store/database.server.ts'
import { env } from '../../../platform/env.server.ts'
import { CHECK_DOMAIN_JOB, checkDomain, checkDomains } from './commands.server.ts'
import { PROOF_PATH, toDomainOrigin } from './domains.ts'
import { findDomainState, toProof } from './queries.server.ts'

const DOMAIN = 'localhost' // this name leads to the server of this test

let answer: { status: number; body: string; headers?: Record<string, string> }
const asked: string[] = []
const server = createServer((request, response) => {
  asked.push(request.url ?? '')
  response.writeHead(answer.status, answer.headers).end(answer.body)
})
const siteUrl = env.SITE_URL

useQueue()
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  env.SITE_URL = `http://main.example:${port}`
  env.OUTBOUND_ALLOW.add(`localhost:${port}`)
})
afterEach(() => db.deleteFrom('seoSettings').execute())
afterAll(async () => {
  env.SITE_URL = siteUrl
  env.OUTBOUND_ALLOW.clear()
  server.close()
})

async function makeDomain(siteDomain = DOMAIN) {
  const operator = await makeOperator()
  await db.insertInto('seoSettings').values({ userId: operator.id, siteDomain }).execute()
  return operator
}

test('a domain leads here once it returns this installation’s own answer, until two checks in a row fail', async () => {
  const operator = await makeDomain()
  expect(await findDomainState(operator)).toBe('unchecked')
  const [own, other] = [
    { status: 200, body: `${toProof(DOMAIN)}\n` },
    { status: 404, body: 'Nothing here.' },
  ]
  for (const looked of [own, other, own, other]) {
    answer = looked
    await checkDomain(operator.id)
    expect(asked.at(-1)).toBe(PROOF_PATH)
    expect(await findDomainState(operator)).toBe('leads-here')
  }
  await checkDomain(operator.id)
  expect(await findDomainState(operator)).toBe('leads-elsewhere')
})

test.each([
  ['another host’s answer', { status: 200, body: toProof('main.example') }],
  ['a text of the same length with other letters', { status: 200, body: 'é'.repeat(43) }],
  ['something else', { status: 200, body: '<html>' }],
  [
    'a redirect to another host',
    { status: 302, body: toProof(DOMAIN), headers: { location: 'https://x.example' } },
  ],
  ['too much', { status: 200, body: 'x'.repeat(100_000) }],
])('%s proves nothing', async (_, other) => {
  const operator = await makeDomain()
  answer = other
  await checkDomain(operator.id)
  expect(await findDomainState(operator)).toBe('leads-elsewhere')
})

test('each hour one check of each domain is enqueued', async () => {
  await sql`delete from pgboss.job`.execute(db)
  const [ines, theo] = [await makeDomain(), await makeDomain('theo.example')]
  await makeDomain('')
  await checkDomains()
  await checkDomains()
  const { rows } = await sql<{ of: string }>`
    select data->>'accountId' as of from pgboss.job where name = ${CHECK_DOMAIN_JOB}
  `.execute(db)
  expect(rows.map(({ of }) => of).toSorted()).toEqual([ines.id, theo.id].toSorted())
})

const listChanges = () => db.selectFrom('pageChanges').select(['url', 'userId', 'change']).execute()

test('search engines are notified of a domain once, when it begins to lead here', async () => {
  const operator = await makeDomain()
  const before = env.INDEXNOW_URL
  env.INDEXNOW_URL = 'http://127.0.0.1:9' // an engine in the private network
  for (const body of ['no', toProof(DOMAIN)]) {
    expect(await listChanges()).toEqual([])
    answer = { status: 200, body }
    await checkDomain(operator.id)
  }
  const url = `${toDomainOrigin(DOMAIN, env.SITE_URL)}/`
  expect(await listChanges()).toEqual([{ url, userId: operator.id, change: 'changed' }])
  await db.deleteFrom('pageChanges').execute()
  await checkDomain(operator.id)
  expect(await listChanges()).toEqual([])
  env.INDEXNOW_URL = before
})
