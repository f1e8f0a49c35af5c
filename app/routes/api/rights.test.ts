// @store server
// @seconds 16
// Every operation by everybody: what a role, a scope, a token for other sites and another account may not do is refused,
// changes no row and tells nothing. What they may do is done.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ApiAnswer, type ApiCall, createApi, insertTokens } from '../../../tests/support/api.ts'
import { listCalls } from '../../../tests/support/api-calls.ts'
import {
  type AccountRows,
  giveTo,
  makeApiRows,
  makePerson,
  type Person,
} from '../../../tests/support/api-rows.ts'
import { addMember } from '../../../tests/support/members.ts'
import { openRowsOf, type RowsReader } from '../../../tests/support/rows.ts'
import { queryStore, type TestServer } from '../../../tests/support/server.ts'
import { shareServer } from '../../../tests/support/shared-server.ts'
import { isDeep } from '../../../tests/support/tier.ts'
import { toTopic } from '../../features/api/description.ts'
import { type Operation, type OperationName, OPERATIONS } from '../../features/api/operations.ts'
import { type Role, ROLES } from '../../shared/rights.ts'
import { type Scope, SCOPES } from '../../shared/scopes.ts'

const NAMES = Object.keys(OPERATIONS) as OperationName[]
const MEMBERS = ROLES.map((role) => `her ${role}` as const)
const ELSEWHERE = 'her editor of another site'

/** This word is in all rows of her account. */
const CANARY = 'canary-of-hers'

/** Who asks. A thief names her rows in the body of calls about own ones. */
type Asker = 'she' | 'a stranger' | 'a thief' | (typeof MEMBERS)[number] | typeof ELSEWHERE

/** With a password, the scope of the call alone, all other scopes, or all of them as an agent that may write none. */
type Proof = 'password' | 'its scope' | 'other scopes' | 'an agent'

/** The sites of the token or the member: all, the one of the rows, another one, or one of two that a text stands on. */
type Sites = 'all sites' | 'their site' | 'another site' | 'one of two sites'

interface Caller {
  asker: Asker
  proof: Proof
  sites: Sites
}

let server: TestServer
let hers: AccountRows
let own: AccountRows
const people = new Map<Asker, Person>()
let accountId: string
let herRows: RowsReader

beforeAll(async () => {
  server = await shareServer()
  const askers: Asker[] = ['she', 'a stranger', ...MEMBERS, ELSEWHERE]
  for (const asker of askers) people.set(asker, await makePerson(server))
  people.set('a thief', findPerson('a stranger'))
  const she = findPerson('she')
  accountId = she.id
  hers = await makeApiRows(server, she, CANARY)
  herRows = await openRowsOf(server, accountId)
  own = await makeApiRows(server, findPerson('a stranger'), 'canary-of-others')
  for (const asker of askers) {
    const role = toRole(asker)
    if (role) await addMember(server, findPerson(asker).email, { of: she.email, role, isActing: true })
  }
  const { id } = findPerson(ELSEWHERE)
  await queryStore(
    server,
    `update members set site_ids = '{${hers.otherSiteId}}' where account_id = '${accountId}' and person_id = '${id}'`,
  )
})

afterAll(() => herRows.close())

const findPerson = (asker: Asker): Person => {
  const person = people.get(asker)
  if (!person) throw new Error(`${asker} is not there.`)
  return person
}

const toRole = (asker: Asker): Role | undefined => ROLES.find((role) => asker.startsWith(`her ${role}`))

/** What a caller gets of an operation. `any`: its own rows decide. */
type Expected = 'forbidden' | 'hidden' | 'done' | 'changes' | 'any'

const toExpected = (name: OperationName, caller: Caller): Expected => {
  const { asker, proof, sites } = caller
  if (isForbiddenWith(name, proof)) return 'forbidden'
  // Some commands look for the text first, which the person does not reach.
  if (!mayCall(name, toRole(asker), sites)) return toKind(name) === 'text' ? 'hidden' : 'forbidden'
  if (asker === 'a stranger' && namesRows(name)) return 'hidden'
  if (isOfOtherAccount(asker)) return 'any'
  if (isOffSites(name, caller) || isOfOthers(name, caller)) return 'hidden'
  return isRead(name) ? 'done' : 'changes'
}

const isOfOtherAccount = (asker: Asker) => asker === 'a stranger' || asker === 'a thief'
const isRead = (name: OperationName) => OPERATIONS[name].method === 'GET'
const isForbiddenWith = (name: OperationName, proof: Proof) =>
  proof === 'other scopes' || (proof === 'an agent' && !isRead(name))

/** Returns what a path leads to, of what not everybody of an account reaches. */
const toKind = (name: OperationName): 'text' | 'run' | 'picture' | undefined => {
  const { path } = OPERATIONS[name]
  if (/^\/v1\/(articles|drafts)\/\{/.test(path)) return 'text'
  if (path.startsWith('/v1/runs/')) return 'run'
  return path.startsWith('/v1/pictures/{') ? 'picture' : undefined
}

/** Returns true if a role has the right for a call. A right that is for all sites needs a token for all of them. */
const mayCall = (name: OperationName, role: Role = 'owner', sites: Sites): boolean => {
  const { from } = listCalls(hers.rows)[name]
  const isForAllSites = from === 'owner' || from === 'editor'
  return ROLES.indexOf(role) <= ROLES.indexOf(from) && !(isForAllSites && sites !== 'all sites')
}

// A draft keeps the ids that were typed, and the name of a new site is only made of one.
const NAMING_NO_ROW = new Set<OperationName>(['createDraft', 'addSite'])

/** Returns true if a call names a row, by its path or by its body. */
const namesRows = (name: OperationName): boolean => {
  const [one, other] = [hers, own].map(({ rows }) => JSON.stringify(listCalls(rows)[name].json ?? {}))
  return /\{(?!number|position)/.test(OPERATIONS[name].path) || (one !== other && !NAMING_NO_ROW.has(name))
}

// Who reaches a text on one of its sites alone changes nothing that readers of the other one see.
const OF_ALL_SITES = new Set<OperationName>([
  'changeArticle',
  'restoreVariation',
  'unpublishArticle',
  'deleteArticle',
  'createPlan',
  'movePlan',
  'renewPlan',
  'cancelPlan',
  'restorePlan',
])
const NAMING_SITES = new Set<OperationName>(['createArticle', 'undoRun'])

// A token for sites, or a member of sites, reaches what stands there (decisions 65 and 71).
const isOffSites = (name: OperationName, { proof, sites }: Caller): boolean => {
  if (sites === 'one of two sites') return OF_ALL_SITES.has(name)
  if (sites !== 'another site') return false
  // A person reaches the own draft for any site.
  return toKind(name) === 'text' || NAMING_SITES.has(name) || (name === 'createDraft' && proof !== 'password')
}

// An author and a contributor work on what they began. Nobody of named sites reaches pictures and runs of others.
const isOfOthers = (name: OperationName, { asker, sites }: Caller): boolean => {
  const role = toRole(asker)
  const kind = toKind(name)
  if (!role || !kind) return false
  if (sites !== 'all sites' && kind !== 'text') return true
  return (role === 'author' || role === 'contributor') && !(kind === 'picture' && isRead(name))
}

const OF_TEXTS = new Set(['articles', 'drafts', 'runs', 'undoable'])

/** Returns true if an answer must have none of her texts. Some lists are those of the whole account. */
const tellsNothing = (name: OperationName, { asker, sites }: Caller, expected: Expected): boolean => {
  const role = toRole(asker)
  const reachesNothing = sites === 'another site' || role === 'author' || role === 'contributor'
  return (
    expected === 'forbidden' ||
    expected === 'hidden' ||
    isOfOtherAccount(asker) ||
    (reachesNothing && OF_TEXTS.has(toTopic(OPERATIONS[name])))
  )
}

const STATUSES: Record<Exclude<Expected, 'changes'>, (status: number) => boolean> = {
  forbidden: (status) => status === 403,
  hidden: (status) => [403, 404, 409, 412, 422].includes(status),
  done: (status) => status < 300,
  any: (status) => status < 500 && status !== 401,
}

/** Returns the text of an answer, and what its cursors keep. */
function toText({ body }: ApiAnswer): string {
  const text = JSON.stringify(body) ?? ''
  const kept = [...text.matchAll(/[\w-]{40,}/g)].map(([word]) => Buffer.from(word, 'base64url').toString())
  return [text, ...kept].join('\n')
}

function toCall(name: OperationName, { asker, sites }: Caller): ApiCall {
  const { ifMatch }: Operation = OPERATIONS[name]
  const rows = sites === 'one of two sites' ? hers.onBothSites : hers.rows
  const { query, json, file, params } = listCalls(rows)[name]
  const inPath =
    asker === 'a thief' ? { ...own.rows, ...listCalls(own.rows)[name].params } : { ...rows, ...params }
  return { params: inPath, query, json, file, ...(ifMatch && IF_ANY) }
}

const IF_ANY = { headers: { 'if-match': '*' } }

const ALONE: Caller[] = [
  { asker: 'she', proof: 'other scopes', sites: 'all sites' },
  { asker: 'a stranger', proof: 'password', sites: 'all sites' },
  { asker: 'a thief', proof: 'password', sites: 'all sites' },
  { asker: 'she', proof: 'an agent', sites: 'all sites' },
  { asker: 'she', proof: 'its scope', sites: 'their site' },
  { asker: 'she', proof: 'its scope', sites: 'another site' },
  { asker: 'she', proof: 'its scope', sites: 'one of two sites' },
  { asker: ELSEWHERE, proof: 'password', sites: 'another site' },
  ...MEMBERS.map((asker): Caller => ({ asker, proof: 'password', sites: 'all sites' })),
]

const PROOFS: Proof[] = ['its scope', 'other scopes', 'an agent']
const SITES: Sites[] = ['all sites', 'their site', 'another site', 'one of two sites']
const ASKERS: Asker[] = ['she', 'a stranger', ...MEMBERS]
const ALL: Caller[] = [
  ...ALONE,
  ...ASKERS.flatMap((asker) => PROOFS.flatMap((proof) => SITES.map((sites) => ({ asker, proof, sites })))),
]

// Every day a third of the operations, but all of them where a fault is the worst.
const isAsked = (index: number, caller: Caller): boolean =>
  isDeep || ALONE.indexOf(caller) < 2 || index % 3 === ALONE.indexOf(caller) % 3

test.each(isDeep ? ALL : ALONE)('$asker with $proof for $sites gets what the rights say', async (caller) => {
  const { asker, proof, sites } = caller
  const { id, headers } = findPerson(asker)
  const token = {
    personId: id,
    accountId: isOfOtherAccount(asker) ? id : accountId,
    siteIds: SITE_IDS[sites](),
    directScopes: proof === 'an agent' ? [] : undefined,
  }
  const tokens = await insertTokens(
    server,
    SCOPES.map((scope) => ({ ...token, scopes: toScopes(proof, scope) })),
  )
  const before = await herRows.read()
  const ask = async (name: OperationName) => {
    const expected = toExpected(name, caller)
    if (expected === 'changes') return // the other test makes these calls
    const withToken = proof !== 'password' && tokens[SCOPES.indexOf(OPERATIONS[name].scope)]
    const answer = await createApi(server, withToken || headers)(name, toCall(name, caller))
    const said = `${name}: ${answer.status}, not ${expected}. ${toText(answer)}`
    expect(STATUSES[expected](answer.status), said).toBe(true)
    if (tellsNothing(name, caller, expected)) expect(toText(answer), name).not.toContain(CANARY)
  }
  await eightAtOnce(
    NAMES.filter((_, index) => isAsked(index, caller)),
    ask,
  )
  expect(await herRows.read()).toEqual(before)
})

const SITE_IDS: Record<Sites, () => string[] | undefined> = {
  'all sites': () => undefined,
  'their site': () => [hers.rows.siteId],
  'another site': () => [hers.otherSiteId],
  'one of two sites': () => [hers.rows.siteId],
}

const toScopes = (proof: Proof, scope: Scope): readonly Scope[] => {
  if (proof === 'its scope') return [scope]
  return proof === 'other scopes' ? SCOPES.filter((each) => each !== scope) : SCOPES
}

// More would wait for a turn of their person.
async function eightAtOnce<T>(all: T[], work: (each: T) => Promise<void>): Promise<void> {
  const left = [...all]
  const workOn = async () => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) await work(next)
  }
  await Promise.all(Array.from({ length: 8 }, workOn))
}

/** Who may do all that the role or the token says, in an account whose rows are their own. */
const DOERS = [
  { doer: 'a token with the scope of the call', role: undefined, hasToken: true, sites: 'all sites' },
  { doer: 'a contributor', role: 'contributor', hasToken: false, sites: 'all sites' },
  { doer: 'a token for their site', role: undefined, hasToken: true, sites: 'their site' },
  { doer: 'the account itself', role: undefined, hasToken: false, sites: 'all sites' },
  { doer: 'another owner', role: 'owner', hasToken: false, sites: 'all sites' },
  { doer: 'an editor', role: 'editor', hasToken: false, sites: 'all sites' },
  { doer: 'an author', role: 'author', hasToken: false, sites: 'all sites' },
] as const

type Doer = (typeof DOERS)[number]

/** Makes an account, with all of its rows made by the person who acts. Returns the rows, and the headers for a scope. */
async function makeDoer({ role, hasToken, sites }: Doer) {
  const account = await makePerson(server)
  const { rows } = await makeApiRows(server, account, 'harbour')
  const person = role ? await makePerson(server) : account
  if (role) {
    await addMember(server, person.email, { of: account.email, role, isActing: true })
    await giveTo(server, account.id, person.id)
  }
  const siteIds = sites === 'their site' ? [rows.siteId] : undefined
  const token = { personId: person.id, accountId: account.id, siteIds }
  const tokens = await insertTokens(
    server,
    SCOPES.map((scope) => ({ ...token, scopes: [scope] })),
  )
  const toHeaders = (scope: Scope) => (hasToken ? tokens[SCOPES.indexOf(scope)] : undefined) ?? person.headers
  return { rows, toHeaders }
}

test.each(isDeep ? DOERS : DOERS.slice(0, 3))('$doer does what the rights say', async (doer) => {
  const { role = 'owner', hasToken, sites } = doer
  const { rows, toHeaders } = await makeDoer(doer)
  const calls = listCalls(rows)
  for (const name of Object.keys(calls) as OperationName[]) {
    const { isFresh, mayFail, from: _, also: __, params, ...call } = calls[name]
    const { scope, ifMatch }: Operation = OPERATIONS[name]
    const asked = { ...call, params: { ...rows, ...params }, ...(ifMatch && IF_ANY) }
    const { status, body } = await createApi(server, toHeaders(scope))(name, asked)
    const refusal = mayCall(name, role, sites) ? isFresh && hasToken && 'not_fresh' : 'not_allowed'
    const said = `${name}: ${status} ${JSON.stringify(body)}`
    if (refusal) expect([status, body.code], said).toEqual([403, refusal])
    else expect(status < 300 || (mayFail && [400, 409, 422].includes(status)), said).toBe(true)
  }
})
