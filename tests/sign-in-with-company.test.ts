import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, assert, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { emptyStore, makeOperator, makeSession, reread } from './support/fixtures.ts'
import { type IdentityProvider, startIdentityProvider, visitProvider } from './support/identity-provider.ts'
import { useQueue } from './support/queue.ts'
import { env } from '../app/platform/env.server.ts'
import { db } from '../app/platform/store/database.server.ts'
import type { Operator } from '../app/features/accounts/accounts.ts'
import { acceptInvitation } from '../app/features/accounts/members/accept.server.ts'
import { changeAccount, placeMember, removeMember } from '../app/features/accounts/members/commands.server.ts'
import { invitePerson, offerOwnership } from '../app/features/accounts/members/invite.server.ts'
import { findRecord } from '../app/features/accounts/record/queries.server.ts'
import { parseRecordFilter } from '../app/features/accounts/record/record.ts'
import { createAccount, createSession } from '../app/features/accounts/sign-in/commands.server.ts'
import { redeemRecoveryCode } from '../app/features/accounts/factors/commands.server.ts'
import { FAILURES_BEFORE_PAUSE } from '../app/features/accounts/factors/factors.ts'
import { findAccountByEmail, findSession } from '../app/features/accounts/sign-in/queries.server.ts'
import {
  addDomain,
  removeDomain,
  removeProvider,
  saveProvider,
  testProvider,
} from '../app/features/accounts/single-sign-on/commands.server.ts'
import {
  leadToCompany,
  linkByPassword,
  returnFromCompany,
} from '../app/features/accounts/single-sign-on/enter.server.ts'
import {
  checkProvenDomains,
  proveDomain,
} from '../app/features/accounts/single-sign-on/prove-domains.server.ts'
import { findSignInProvider } from '../app/features/accounts/single-sign-on/queries.server.ts'
import {
  mapRoles,
  toCallbackPath,
  toProofText,
} from '../app/features/accounts/single-sign-on/single-sign-on.ts'

const PASSWORD = 'a long enough password'
const INES_ID = '01a1fd26-8c97-77b6-8309-db0e57169c50'
const usual = { ...env }

let idp: IdentityProvider
let ines: Operator

useQueue()
beforeAll(async () => {
  idp = await startIdentityProvider()
  await idp.register(env.SITE_URL + toCallbackPath(INES_ID))
  env.OUTBOUND_ALLOW.add(idp.host)
})
afterAll(async () => {
  env.OUTBOUND_ALLOW.clear()
  await idp.close()
})
beforeEach(async () => {
  Object.assign(env, usual)
  await emptyStore()
  await sql`delete from verifications`.execute(db)
  idp.isAway = false
  idp.person = { sub: 'ann', email: 'Ann@company.example', email_verified: true, name: 'Ann Oak' }
  // The provider knows the redirect address, which has the id of the account.
  ines = { id: INES_ID, email: 'ines@example.com', name: 'ines' }
  await db
    .insertInto('users')
    .values({ ...ines, emailVerified: true })
    .execute()
  expect(await save(ines)).toBeUndefined()
  await addDomain(ines, 'company.example')
  await prove(ines, 'company.example')
})

const toTyped = (changes: object = {}) => ({
  issuer: idp.issuer,
  clientId: idp.clientId,
  clientSecret: idp.clientSecret,
  defaultRole: 'author',
  roleClaim: '',
  roleValues: mapRoles((role) => role),
  ...changes,
})

const save = (operator: Operator, changes: object = {}) =>
  saveProvider({ operator, isFresh: true }, toTyped(changes))

const findText = async (operator: Operator, domain: string) => {
  const provider = await findSignInProvider(operator)
  const token = provider?.domains.find((each) => each.domain === domain)?.token
  assert(token)
  return toProofText(token)
}

async function prove(operator: Operator, domain: string, ...others: string[]) {
  const records = [...others, await findText(operator, domain)]
  return proveDomain(operator, domain, (name) => {
    expect(name).toBe(`_broadsheet.${domain}`)
    return Promise.resolve(records)
  })
}

const toVisitor = (cookie = '') => ({
  request: new Request(env.SITE_URL, { headers: { cookie } }),
  clientAddress: '203.0.113.9',
  session: null,
})

const toFlow = (cookie: string) => /^company=([^;]+)/.exec(cookie)?.[1]

/** Goes to the company and comes back with its answer. */
async function visit(email = 'ann@company.example') {
  const led = await leadToCompany(toVisitor(), { email, next: '/articles' })
  assert(led.ok, JSON.stringify(led))
  return { flow: toFlow(led.cookie), answer: (await visitProvider(idp, led.address)).searchParams }
}

const comeBack = (visited: Awaited<ReturnType<typeof visit>>, providerId = ines.id) =>
  returnFromCompany(toVisitor(), { ...visited, providerId })

const enter = async (email?: string) => comeBack(await visit(email))

async function toSession(entered: Awaited<ReturnType<typeof enter>>) {
  assert(entered.ok && entered.isLinked, JSON.stringify(entered))
  const cookie = entered.cookies.join('; ')
  const found = await findSession(new Request(env.SITE_URL, { headers: { cookie } }))
  assert(found)
  return found.session
}

const listActs = async (operator: Operator) =>
  (await findRecord(operator, parseRecordFilter(new URLSearchParams()), 1)).lines.map(({ act }) => act)

describe('somebody new', () => {
  test('gets an account without a password, joins in the default role, and comes in again', async () => {
    const session = await toSession(await enter())
    expect(session).toMatchObject({ isByProvider: true, isFresh: false, hasOthers: false, aal: 'aal1' })
    expect(session.acting).toMatchObject({ id: ines.id, name: 'Ann Oak', member: { role: 'author' } })
    expect(session.operator.email).toBe('ann@company.example')
    const again = await toSession(await enter())
    expect(again.operator.id).toBe(session.operator.id)
    expect(await listActs(ines)).toEqual(
      expect.arrayContaining(['provider-saved', 'domain-proven', 'joined', 'signed-in-by-provider']),
    )
    expect(await findAccountByEmail('ann@company.example')).toMatchObject({
      passwordHash: null,
      isConfirmed: true,
    })
  })

  test('of several at once is one person', async () => {
    const visits = await Promise.all([visit(), visit(), visit()])
    const sessions = await Promise.all(visits.map(async (each) => toSession(await comeBack(each))))
    expect(new Set(sessions.map(({ operator }) => operator.id)).size).toBe(1)
  })

  test.each([
    ['whose address is not verified', { email_verified: false }, 'address-not-verified'],
    ['without an address', { email: undefined }, 'address-not-verified'],
    ['of another domain', { email: 'ann@other.example' }, 'address-elsewhere'],
    ['of a domain below', { email: 'ann@sub.company.example' }, 'address-elsewhere'],
  ])('%s is refused, and no account is made', async (_, changes, reason) => {
    Object.assign(idp.person, changes)
    expect(await enter()).toMatchObject({ ok: false, reason })
    expect(await db.selectFrom('users').select('id').execute()).toHaveLength(1)
  })

  test('is refused where nobody may sign up, and by an account that is about to be deleted', async () => {
    env.SIGN_UP = 'closed'
    expect(await enter()).toMatchObject({ reason: 'sign-up-closed' })
    env.SIGN_UP = 'invited'
    await db.updateTable('users').set({ deletionDueAt: new Date() }).where('id', '=', ines.id).execute()
    expect(await enter()).toMatchObject({ reason: 'account-ends' })
  })
})

/** Signs in with the company and enters the password of the account that the address has. */
const link = async (password: string) => {
  const entered = await enter()
  assert(entered.ok && !entered.isLinked, JSON.stringify(entered))
  return linkByPassword(toVisitor(), { flow: toFlow(entered.cookie), password })
}

describe('somebody with an account', () => {
  test('enters its password once before the company may speak for it', async () => {
    await createAccount({ email: 'ann@company.example', password: PASSWORD })
    const ann = await findAccountByEmail('ann@company.example')
    expect(await link('not the password')).toMatchObject({ ok: false, reason: 'credentials-wrong' })
    expect(await enter()).toMatchObject({ ok: true, isLinked: false })
    const linked = await link(PASSWORD)
    const session = await toSession(linked as Awaited<ReturnType<typeof enter>>)
    expect([session.operator.id, session.acting.id]).toEqual([ann?.id, ines.id])
    expect(await enter()).toMatchObject({ isLinked: true })
  })

  test('keeps it if the company’s answer is used twice', async () => {
    await createAccount({ email: 'ann@company.example', password: PASSWORD })
    const entered = await enter()
    assert(entered.ok && !entered.isLinked)
    const flow = toFlow(entered.cookie)
    const both = await Promise.all([
      linkByPassword(toVisitor(), { flow, password: PASSWORD }),
      linkByPassword(toVisitor(), { flow, password: PASSWORD }),
    ])
    expect(both.filter(({ ok }) => ok)).toHaveLength(1)
  })

  test('loses nothing outside of the company’s account: the session acts for that one alone', async () => {
    await createAccount({ email: 'ann@company.example', password: PASSWORD })
    const session = await toSession((await link(PASSWORD)) as Awaited<ReturnType<typeof enter>>)
    const other = await makeOperator('theo@example.com')
    const invited = await invitePerson(other, { email: '', placed: { role: 'editor', siteIds: null } })
    const token = (invited.ok && invited.link?.split('/').at(-1)) || ''
    expect(await changeAccount(session, session.operator.id)).toMatchObject({ ok: false })
    expect(await acceptInvitation(session, token)).toMatchObject({ reason: 'by-provider' })
  })
})

describe('an answer', () => {
  test('counts once, in the browser that asked, and within ten minutes', async () => {
    const visited = await visit()
    expect(await comeBack({ ...visited, flow: undefined })).toMatchObject({ reason: 'company-expired' })
    expect(await comeBack({ ...visited, flow: (await visit()).flow })).toMatchObject({
      reason: 'company-expired',
    })
    expect(await comeBack(visited)).toMatchObject({ ok: true })
    expect(await comeBack(visited)).toMatchObject({ reason: 'company-expired' })
    const late = await visit()
    await sql`update verifications set expires_at = now()`.execute(db)
    expect(await comeBack(late)).toMatchObject({ reason: 'company-expired' })
  })

  test('to the address of another account’s provider is refused', async () => {
    const theo = await makeOperator('theo@example.com')
    await save(theo)
    expect(await comeBack(await visit(), theo.id)).toMatchObject({ reason: 'company-expired' })
  })

  test.each([
    ['another issuer', 'iss', () => 'https://evil.example'],
    ['no issuer', 'iss', () => undefined],
    ['a made-up code', 'code', () => 'made-up'],
  ])('with %s is refused', async (_, name, change) => {
    const { flow, answer } = await visit()
    answer.delete(name)
    const value = change()
    if (value) answer.set(name, value)
    expect(await comeBack({ flow, answer })).toMatchObject({ reason: 'company-failed' })
  })

  test('with the code of somebody else is refused: the code is bound to its browser', async () => {
    const [mine, theirs] = [await visit(), await visit()]
    mine.answer.set('code', theirs.answer.get('code') ?? '')
    expect(await comeBack(mine)).toMatchObject({ reason: 'company-failed' })
  })

  test('that lets nobody in is said', async () => {
    const { flow, answer } = await visit()
    answer.delete('code')
    answer.set('error', 'access_denied')
    expect(await comeBack({ flow, answer })).toMatchObject({ reason: 'company-declined' })
  })
})

const addFactor = (userId: string) =>
  db
    .insertInto('factors')
    .values({ id: uuidv7(), userId, factorType: 'totp', status: 'verified', friendlyName: 'App' } as never)
    .execute()

describe('the second factor', () => {
  test.each([
    [['pwd'], 'aal1', false],
    [['pwd', 'mfa'], 'aal2', true],
  ])('of a person who has one: the provider says %j', async (amr, aal, isComplete) => {
    const { operator } = await toSession(await enter())
    await addFactor(operator.id)
    idp.person.amr = amr
    const entered = await enter()
    expect(entered).toMatchObject({ isComplete })
    expect(await toSession(entered)).toMatchObject({ aal, nextAal: 'aal2' })
  })

  test('is not paused for the person by wrong codes in sessions that the provider makes up', async () => {
    const { operator } = await toSession(await enter())
    await addFactor(operator.id)
    const [own, made] = [await makeSession(operator), await toSession(await enter())]
    env.RATE_LIMITS = 'on'
    for (let tries = 0; tries < FAILURES_BEFORE_PAUSE; tries += 1)
      expect(await redeemRecoveryCode(made, 'wrong')).toMatchObject({ reason: 'recovery-code-wrong' })
    expect(await redeemRecoveryCode(made, 'wrong')).toMatchObject({ reason: 'paused' })
    for (let tries = 1; tries < FAILURES_BEFORE_PAUSE; tries += 1)
      expect(await redeemRecoveryCode(own, 'wrong')).toMatchObject({ reason: 'recovery-code-wrong' })
    expect(await redeemRecoveryCode(own, 'wrong')).toMatchObject({ reason: 'paused' })
  })

  test('of a person without one makes no difference', async () => {
    idp.person.amr = ['pwd', 'mfa']
    expect(await enter()).toMatchObject({ isComplete: true })
  })
})

describe('the role', () => {
  test('follows the claim at each sign-in, but owners stay owners', async () => {
    await save(ines, { roleClaim: 'groups', clientSecret: '' })
    idp.person.groups = ['editor']
    expect((await toSession(await enter())).acting.member?.role).toBe('editor')
    idp.person.groups = ['contributor']
    const { acting, operator } = await toSession(await enter())
    expect(acting.member?.role).toBe('contributor')
    await db
      .updateTable('members')
      .set({ role: 'owner' })
      .where('personId', '=', operator.id)
      .where('accountId', '=', ines.id)
      .execute()
    expect((await toSession(await enter())).acting.member?.role).toBe('owner')
  })

  test('stays as an owner has set it if there is no claim', async () => {
    const { operator } = await toSession(await enter())
    await placeMember(ines, operator.id, { role: 'editor', siteIds: null })
    expect((await toSession(await enter())).acting.member?.role).toBe('editor')
  })

  test('of an owner by the provider needs the password for what only owners decide', async () => {
    const session = await toSession(await enter())
    await db
      .updateTable('members')
      .set({ role: 'owner' })
      .where('personId', '=', session.operator.id)
      .where('accountId', '=', ines.id)
      .execute()
    const now = await reread(session)
    const asOwner = { operator: now.acting, isFresh: now.isFresh }
    expect(await saveProvider(asOwner, toTyped())).toMatchObject({ reason: 'not-fresh' })
    expect(await removeProvider(asOwner)).toMatchObject({ reason: 'not-fresh' })
    expect(await offerOwnership(asOwner, { personId: ines.id, handsOver: false })).toMatchObject({
      reason: 'not-fresh',
    })
  })
})

describe('what came by a provider ends', () => {
  test('with the person: the sessions at once, and the provider brings nobody back', async () => {
    const session = await toSession(await enter())
    await removeMember(ines, session.operator.id)
    await expect(reread(session)).rejects.toThrow('ended')
    expect(await enter()).toMatchObject({ reason: 'company-removed' })
  })

  test('with the provider, and with another issuer', async () => {
    const first = await toSession(await enter())
    const other = { issuer: `${idp.issuer}/other` }
    expect(await save(ines, { ...other, clientSecret: '' })).toMatchObject({ reason: 'secret-missing' })
    await save(ines, other)
    await expect(reread(first)).rejects.toThrow('ended')
    await save(ines)
    expect(await enter(), 'the link is gone').toMatchObject({ isLinked: false })
    const ownSession = await makeSession(ines)
    const left = await visit('x@company.example')
    expect(await removeProvider({ operator: ines, isFresh: true })).toBeUndefined()
    expect(await comeBack(left)).toMatchObject({ reason: 'company-expired' })
    expect(await findSignInProvider(ines)).toBeUndefined()
    await reread(ownSession)
  })

  test('before a session begins that the provider has vouched for a moment ago', async () => {
    const { operator } = await toSession(await enter())
    const { issuer } = idp
    const word = {
      providerId: ines.id,
      issuer,
      subject: 'ann',
      domain: 'company.example',
      hasSecondFactor: false,
    }
    const begin = () =>
      createSession({ id: operator.id, word }, { userAgent: null, ipAddress: '203.0.113.9' })
    expect(await begin()).toBeDefined()
    const ended = [
      () => sql`update sign_in_domains set proven_at = null`.execute(db),
      () => sql`update sign_in_providers set issuer = 'https://another.example'`.execute(db),
      () => removeMember(ines, operator.id),
    ]
    for (const end of ended) {
      const before = await db.selectFrom('signInDomains').selectAll().execute()
      await end()
      expect(await begin()).toBeUndefined()
      await db
        .updateTable('signInDomains')
        .set({ provenAt: before[0]?.provenAt ?? null })
        .execute()
      await db.updateTable('signInProviders').set({ issuer }).execute()
    }
  })

  test('with the domain', async () => {
    const session = await toSession(await enter())
    const left = await visit()
    expect(await removeDomain(ines, 'company.example')).toBeUndefined()
    await expect(reread(session)).rejects.toThrow('ended')
    expect(await comeBack(left)).toMatchObject({ reason: 'address-elsewhere' })
    expect(await leadToCompany(toVisitor(), { email: 'ann@company.example', next: '/' })).toMatchObject({
      reason: 'company-unknown',
    })
  })
})

const check = (...records: string[][]) => checkProvenDomains(() => Promise.resolve(records[0]))

describe('a domain', () => {
  test('belongs to the account whose text is in DNS, and to one at a time', async () => {
    const theo = await makeOperator('theo@example.com')
    await save(theo)
    await addDomain(theo, 'company.example')
    expect(await proveDomain(theo, 'company.example', () => Promise.resolve(['x']))).toMatchObject({
      reason: 'proof-missing',
    })
    expect(await proveDomain(theo, 'company.example', () => Promise.resolve(undefined))).toMatchObject({
      reason: 'dns-away',
    })
    const hers = await findText(ines, 'company.example')
    expect(await prove(theo, 'company.example', hers)).toMatchObject({ reason: 'domain-taken' })
    const session = await toSession(await enter())
    expect(await prove(theo, 'company.example')).toBeUndefined()
    await expect(reread(session)).rejects.toThrow('ended')
    expect((await findSignInProvider(ines))?.domains).toMatchObject([{ provenAt: null }])
  })

  test('is lost after two days without its text, and not while DNS is away', async () => {
    const isProven = async () => (await findSignInProvider(ines))?.domains[0]?.provenAt !== null
    await check(['other'])
    expect(await isProven()).toBe(true)
    await check()
    await check([await findText(ines, 'company.example')])
    await check([])
    expect(await isProven()).toBe(true)
    await check([])
    expect(await isProven()).toBe(false)
  })
})

describe('the owner', () => {
  test('learns by a test what is wrong with the provider', async () => {
    expect(await testProvider(ines)).toBeUndefined()
    await save(ines, { clientSecret: 'wrong' })
    expect(await testProvider(ines)).toEqual({
      detail: 'The provider does not accept the client id or the secret.',
    })
    for (const [issuer, sentence] of [
      ['http://169.254.169.254', 'begin with https://'],
      ['https://10.0.0.1', 'private network'],
      ['https://localhost', 'OUTBOUND_ALLOW'],
    ] as const) {
      await save(ines, { issuer })
      expect(await testProvider(ines)).toMatchObject({ detail: expect.stringContaining(sentence) })
    }
  })

  test('gets no answer of a provider that calls itself something else', async () => {
    env.OUTBOUND_ALLOW.add(idp.host.replace('127.0.0.1', 'localhost'))
    await save(ines, { issuer: idp.issuer.replace('127.0.0.1', 'localhost') })
    expect(await testProvider(ines)).toMatchObject({ detail: expect.stringContaining(idp.issuer) })
  })

  test('is told that a provider is away, and everybody with a password still gets in', async () => {
    idp.isAway = true
    const led = await leadToCompany(toVisitor(), { email: 'ann@company.example', next: '/' })
    expect(led).toMatchObject({ reason: 'company-away' })
  })

  test('is the only one who sees the provider; nobody sees its secret', async () => {
    const rows = await db.selectFrom('signInProviders').selectAll().execute()
    expect(JSON.stringify([rows, await findSignInProvider(ines)])).not.toContain(idp.clientSecret)
    const author = (await toSession(await enter())).acting
    expect(await findSignInProvider(author)).toBeUndefined()
    await expect(addDomain(author, 'x.example')).rejects.toMatchObject({ data: { isAllowed: false } })
  })
})
