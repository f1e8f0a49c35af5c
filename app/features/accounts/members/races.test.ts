// @store server
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, assert, beforeEach, describe, expect, test } from 'vitest'
import { emptyStore, makeDraft, makeOperator, makeSession } from '../../../../tests/support/fixtures.ts'
import { useQueue } from '../../../../tests/support/queue.ts'
import { byTier } from '../../../../tests/support/tier.ts'
import { env } from '../../../platform/env.server.ts'
import { isNotAllowed } from '../../../platform/own-rows.server.ts'
import { db, isEmbedded } from '../../../platform/store/database.server.ts'
import { publishArticle } from '../../writing/publish/commands.server.ts'
import type { Operator } from '../accounts.ts'
import { moveSession } from '../sign-in/commands.server.ts'
import { acceptInvitation } from './accept.server.ts'
import { placeMember, removeMember } from './commands.server.ts'
import { invitePerson } from './invite.server.ts'
import { listMembers } from './queries.server.ts'

const ROUNDS = Array.from({ length: byTier(3, 100) }, (_, round) => round)

const usual = env.RATE_LIMITS

useQueue()
afterEach(() => Object.assign(env, { RATE_LIMITS: usual }))
beforeEach(async () => {
  expect(isEmbedded, 'several connections').toBe(false)
  await emptyStore()
  env.RATE_LIMITS = 'off'
})

/** Lets a new person act for an account. */
async function join(account: Operator, role: 'owner' | 'author'): Promise<Operator> {
  const person = await makeOperator()
  const row = { accountId: account.id, personId: person.id, role, siteIds: null }
  await db.insertInto('members').values(row).execute()
  return { ...person, id: account.id, member: { personId: person.id, role, siteIds: null } }
}

const listPresent = async (account: Operator) =>
  (await listMembers(account)).filter(({ endedAt }) => endedAt === null)

/** Runs both at the same time; which of them is sent first changes with the round. */
async function race<A, B>(round: number, a: () => Promise<A>, b: () => Promise<B>): Promise<[A, B]> {
  if (round % 2 === 0) return Promise.all([a(), b()])
  const [second, first] = await Promise.all([b(), a()])
  return [first, second]
}

describe('at the same time', () => {
  test('two owners who remove each other: one stays', async () => {
    for (const round of ROUNDS) {
      const ines = await makeOperator()
      const theo = await join(ines, 'owner')
      const theoId = theo.member?.personId ?? ''
      const refusals = await race(
        round,
        () => removeMember(ines, theoId, { isFresh: true }),
        () => removeMember(theo, ines.id, { isFresh: true }),
      )
      expect(refusals.filter((refused) => refused === undefined)).toHaveLength(1)
      expect(refusals).toContainEqual({ ok: false, reason: 'not-owner' })
      expect(await listPresent(ines)).toMatchObject([{ role: 'owner' }])
    }
  })

  test('an invitation that two people use, one of them in two tabs: one gets in', async () => {
    for (const round of ROUNDS) {
      const ines = await makeOperator()
      const invited = await invitePerson(ines, { email: '', placed: { role: 'author', siteIds: null } })
      const token = (invited.ok && invited.link?.split('/').at(-1)) || ''
      const [theo, ola] = [await makeOperator(), await makeOperator()]
      const [tab, otherTab, others] = [
        await makeSession(theo),
        await makeSession(theo),
        await makeSession(ola),
      ]
      const [first, rest] = await race(
        round,
        () => acceptInvitation(tab, token),
        () => Promise.all([acceptInvitation(otherTab, token), acceptInvitation(others, token)]),
      )
      expect([first, ...rest].filter(({ ok }) => ok)).toHaveLength(1)
      expect(await listPresent(ines)).toHaveLength(2)
    }
  })

  test('a session that changes to an account while its person is removed: none acts for it afterwards', async () => {
    for (const round of ROUNDS) {
      const ines = await makeOperator()
      const theo = await join(ines, 'author')
      const personId = theo.member?.personId ?? ''
      const session = await makeSession({ ...theo, id: personId })
      const [, refused] = await race(
        round,
        () => moveSession(session.id, { personId, accountId: ines.id }),
        () => removeMember(ines, personId),
      )
      expect(refused).toBeUndefined()
      const left = db.selectFrom('sessions').select('id').where('accountId', '=', ines.id)
      expect(await left.execute()).toEqual([])
    }
  })

  test('a role that is taken while a publish runs: the article is published and said to be, or neither', async () => {
    const outcomes = { published: 0, refused: 0 }
    for (const round of ROUNDS) {
      const ines = await makeOperator()
      const theo = await join(ines, 'author')
      const title = `Round ${round}`
      const [answer, placed] = await race(
        round,
        () => publish(theo, title),
        () => takeRole(ines, theo.member?.personId ?? '', round),
      )
      expect(placed).toBeUndefined()
      const stored = await db
        .selectFrom('blogPosts')
        .select('publishedAt')
        .where('title', '=', title)
        .where('originId', 'is', null)
        .execute()
      expect(stored).toHaveLength(answer === 'published' ? 1 : 0)
      outcomes[answer] += 1
      expect(await publish(theo, `${title} again`), 'with the role that was taken').toBe('refused')
    }
    if (ROUNDS.length === 100) for (const count of Object.values(outcomes)) expect(count).toBeGreaterThan(0)
  })
})

async function publish(operator: Operator, title: string): Promise<'published' | 'refused'> {
  try {
    const published = await publishArticle(operator, makeDraft({ title }))
    assert(published.ok, JSON.stringify(published))
    return 'published'
  } catch (error) {
    assert(isNotAllowed(error), String(error))
    return 'refused'
  }
}

// The later the round, the further the publish has got.
async function takeRole(owner: Operator, personId: string, round: number) {
  await sleep(round)
  return placeMember(owner, personId, { role: 'contributor', siteIds: null })
}
