// @store both
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { beforeEach, expect, test } from 'vitest'
import { emptyStore, makeOperator } from '../../../tests/support/fixtures.ts'
import { db } from '../../platform/store/database.server.ts'
import type { Operator } from '../accounts/accounts.ts'
import { proposalExpired } from './agents-messages.ts'
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

async function propose(): Promise<string> {
  const request = { method: 'POST' as const, path: '/v1/notices', ifMatch: null, body: {} }
  const proposal = { sessionId: uuidv7(), agent: 'Scout', operation: 'sendNotices', request, why: '' }
  const made = await insertProposal(ines, proposal)
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
