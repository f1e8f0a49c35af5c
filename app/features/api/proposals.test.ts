// @store both
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { beforeEach, expect, test } from 'vitest'
import { emptyStore, makeOperator } from '../../../tests/support/fixtures.ts'
import { env } from '../../platform/env.server.ts'
import { consumeRateLimits } from '../../platform/rate-limits.server.ts'
import { db } from '../../platform/store/database.server.ts'
import { refuse } from '../../shared/refusal.ts'
import type { Operator } from '../accounts/accounts.ts'
import { proposalExpired } from './agents-messages.ts'
import { type Proposal, PROPOSALS_AN_HOUR } from './proposals.ts'
import {
  acceptProposal,
  findProposal,
  insertProposal,
  pruneProposals,
  refuseProposal,
} from './proposals.server.ts'

let ines: Operator

beforeEach(async () => {
  await emptyStore()
  ines = await makeOperator('ines@example.com')
})

const insert = (operator: Operator, body: Record<string, unknown> = {}) => {
  const request = { method: 'POST' as const, path: '/v1/notices', ifMatch: null, body }
  const proposal = { sessionId: uuidv7(), agent: 'Scout', operation: 'sendNotices', request, why: '' }
  return insertProposal(operator, proposal)
}

async function propose(body?: Record<string, unknown>): Promise<string> {
  const made = await insert(ines, body)
  return made.ok ? made.id : ''
}

test('a proposal names the person whose token made it', async () => {
  expect(await findProposal(ines, await propose())).toMatchObject({
    agent: 'Scout',
    person: 'ines · ines@example.com',
  })
})

test('after a crash nothing is done twice unseen: a person is asked to look first', async () => {
  const id = await propose()
  let done = 0
  const crash = () => Promise.reject(new Error(`the process ended after work ${(done += 1)}`))
  await expect(acceptProposal(ines, id, crash)).rejects.toThrow('after work 1')
  const work = () => Promise.resolve(null).finally(() => (done += 1))
  expect(await acceptProposal(ines, id, work)).toMatchObject({ reason: 'busy' })
  await sql`update proposals set held_until = now() - interval '1 second'`.execute(db)
  expect(await acceptProposal(ines, id, work)).toMatchObject({ reason: 'interrupted' })
  expect(done).toBe(1)
  expect(await acceptProposal(ines, id, work)).toEqual({ ok: true })
  expect(await acceptProposal(ines, id, work)).toMatchObject({ reason: 'decided' })
  expect(done).toBe(2)
})

test('a proposal that nobody decides ends by itself, and is no longer carried out', async () => {
  const [old, young] = [await propose(), await propose()]
  await sql`update proposals set made_at = now() - interval '31 days' where id = ${old}`.execute(db)
  await pruneProposals()
  expect(await findProposal(ines, old)).toMatchObject({ state: 'refused', problem: proposalExpired })
  expect(await acceptProposal(ines, old, () => Promise.reject(new Error('carried out')))).toMatchObject({
    reason: 'decided',
  })
  expect(await refuseProposal(ines, young)).toEqual({ ok: true })
})

test('a decided proposal keeps no text; one that could not be carried out keeps it', async () => {
  const body = { content: 'The tide turned.' }
  const [accepted, refused, old] = [await propose(body), await propose(body), await propose(body)]
  expect(await acceptProposal(ines, accepted, () => Promise.resolve('No.'))).toMatchObject({
    reason: 'problem',
  })
  expect(await findProposal(ines, accepted)).toMatchObject({ state: 'waiting', request: { body } })
  const bodies: unknown[] = []
  const work = ({ request }: Proposal) => Promise.resolve(null).finally(() => bodies.push(request.body))
  expect(await acceptProposal(ines, accepted, work)).toEqual({ ok: true })
  expect(bodies).toEqual([body])
  expect(await refuseProposal(ines, refused)).toEqual({ ok: true })
  await sql`update proposals set made_at = now() - interval '31 days' where id = ${old}`.execute(db)
  await pruneProposals()
  for (const id of [accepted, refused, old])
    expect((await findProposal(ines, id))?.request).toMatchObject({ path: '/v1/notices', body: null })
})

test('the agents of a person propose only so often, however fast their proposals are decided', async () => {
  Object.assign(env, { RATE_LIMITS: 'on' })
  try {
    const limit = { name: 'propose', of: ines.id, most: PROPOSALS_AN_HOUR, windowS: 3600 }
    expect(await consumeRateLimits([{ ...limit, cost: PROPOSALS_AN_HOUR - 1 }])).toBe(0)
    expect(await refuseProposal(ines, await propose())).toEqual({ ok: true })
    expect(await insert(ines)).toEqual(refuse('too-often'))
    expect(await insert(await makeOperator())).toMatchObject({ ok: true })
  } finally {
    Object.assign(env, { RATE_LIMITS: 'off' })
  }
})
