// @store none
import { assert, expect, test } from 'vitest'
import { hashPassword, DUMMY_HASH, refusePassword, verifyPassword } from './password.server.ts'

const PASSWORD = 'correct horse battery staple'

test('a hash matches its own password and no other', async () => {
  const hash = await hashPassword(PASSWORD)
  expect(await verifyPassword({ hash, password: PASSWORD })).toBe(true)
  for (const password of ['', 'correct horse', `${PASSWORD} `, PASSWORD.toUpperCase(), `${PASSWORD}\0`])
    expect(await verifyPassword({ hash, password })).toBe(false)
})

test('a hash says how it was made: argon2id with 19 MiB, two passes and one lane', async () => {
  expect(await hashPassword(PASSWORD)).toMatch(
    /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/,
  )
})

test('a password has another hash each time, and matches all of them', async () => {
  const hashes = await Promise.all([hashPassword(PASSWORD), hashPassword(PASSWORD)])
  expect(hashes[0]).not.toBe(hashes[1])
  for (const hash of hashes) expect(await verifyPassword({ hash, password: PASSWORD })).toBe(true)
})

test('a hash with the salt of another one matches no password', async () => {
  const [one, other] = await Promise.all([hashPassword(PASSWORD), hashPassword(PASSWORD)])
  const salt = other.split('$')[4]
  assert(salt)
  const mixed = one.split('$').with(4, salt).join('$')
  expect(await verifyPassword({ hash: mixed, password: PASSWORD })).toBe(false)
})

test.each([
  ['an empty one', ''],
  ['the password itself', PASSWORD],
  ['bcrypt', '$2b$12$R9h/cIPz0gi.URNNX3kh2OPST9/PgBkqquzi.Ss7KIUgO2t0jWMUW'],
  ['argon2i', '$argon2i$v=19$m=19456,t=2,p=1$c29tZXNhbHRzb21lc2FsdA$RdescudvJCsgt3ub+b4dWRWJTmaaJObG'],
  ['weaker parameters', '$argon2id$v=19$m=8,t=1,p=1$c29tZXNhbHRzb21lc2FsdA$RdescudvJCsgt3ub+b4dWRWJTmaaJObG'],
  ['one without salt', '$argon2id$v=19$m=19456,t=2,p=1$$RdescudvJCsgt3ub+b4dWRWJTmaaJObG'],
  ['one without its end', '$argon2id$v=19$m=19456,t=2,p=1$c29tZXNhbHRzb21lc2FsdA$'],
])('no password matches a string that is not a hash of ours: %s', async (_name, hash) => {
  expect(await verifyPassword({ hash, password: PASSWORD })).toBe(false)
})

test('a shortened hash matches no password', async () => {
  const hash = await hashPassword(PASSWORD)
  expect(await verifyPassword({ hash: hash.slice(0, -4), password: PASSWORD })).toBe(false)
})

test('a password matches, no matter how the keyboard composes its letters', async () => {
  const composed = 'Caf\u00e9 m\u00fcde \u00c5 12345'
  const decomposed = composed.normalize('NFD')
  expect(decomposed).not.toBe(composed)
  const hash = await hashPassword(composed)
  expect(await verifyPassword({ hash, password: decomposed })).toBe(true)
  expect(await verifyPassword({ hash, password: 'Cafe mude A 12345' })).toBe(false)
})

test('many passwords that are hashed at the same time each match their own hash', async () => {
  const passwords = Array.from({ length: 12 }, (_, index) => `${PASSWORD} ${index}`)
  const hashed = await Promise.all(
    passwords.map(async (password) => ({ password, hash: await hashPassword(password) })),
  )
  expect(await Promise.all(hashed.map(verifyPassword))).toEqual(passwords.map(() => true))
})

test('the dummy hash is as long as a real one, and no password matches it', async () => {
  expect(DUMMY_HASH.length).toBe((await hashPassword(PASSWORD)).length)
  for (const password of ['', PASSWORD, 'AAAAAAAA'])
    expect(await verifyPassword({ hash: DUMMY_HASH, password })).toBe(false)
})

test.each([
  ['', 'too-short'],
  ['seven77', 'too-short'],
  ['x'.repeat(129), 'too-long'],
  ['password', 'too-common'],
  ['PassWord1', 'too-common'],
  ['qwertyuiop', 'too-common'],
  ['letmein123', 'too-common'],
  ['aaaaaaaaaaaa', 'too-common'],
  ['12341234', 'too-common'],
  ['98765432', 'too-common'],
  ['abcdefghijk', 'too-common'],
])('the password %j is refused: %s', async (password, reason) => {
  expect(await refusePassword(password)).toEqual({ ok: false, reason })
})

test.each(['hgZ7 92xq', PASSWORD, 'ein Leuchtturm am Meer', 'x'.repeat(64) + PASSWORD])(
  'the password %j is accepted',
  async (password) => expect(await refusePassword(password)).toBeUndefined(),
)
