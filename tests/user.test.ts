// Accounts from the command line, while the product runs.
import { beforeAll, describe, expect, test } from 'vitest'
import { readWebhookSecret } from '../app/connectors/messages/sms.server.ts'
import { ended, queryStore, runTool, type TestServer } from './support/server.ts'
import { shareServer } from './support/shared-server.ts'
import { byTier, isDeep } from './support/tier.ts'

let server: TestServer

beforeAll(async () => {
  server = await shareServer()
})

function user(args: string[], input = ''): Promise<{ code: number | null; output: string }> {
  const child = runTool({ env: { ...server.env, LOG_LEVEL: 'silent' } }, 'tools/user.ts', ...args)
  child.stdin?.end(input)
  return ended(child)
}

const signIn = async (email: string, password: string) =>
  (await server.ask('/auth', { form: { intent: 'sign-in', email, password } })).status

test('an account is created with a new password that is printed once', async () => {
  const { code, output } = await user(['create', 'Ines@example.com'])
  expect(code).toBe(0)
  const password = /^Created ines@example\.com with the password ([\w-]{20})\n$/.exec(output)?.[1] ?? ''
  expect(await signIn('ines@example.com', password)).toBe(302)
})

test('an account is created with the password from standard input, which is not printed', async () => {
  const { code, output } = await user(['create', 'theo@example.com'], 'a password of my own\n')
  expect({ code, output }).toEqual({ code: 0, output: 'Created theo@example.com\n' })
  expect(await signIn('theo@example.com', 'a password of my own')).toBe(302)
})

test.runIf(isDeep)('the command does not wait for a password on an open standard input', async () => {
  const child = runTool(server, 'tools/user.ts', 'create', 'ada@example.com') // its standard input stays open
  const { code, output } = await ended(child)
  expect({ code, output }).toEqual({
    code: 0,
    output: expect.stringMatching(/^Created ada@example\.com with the password /),
  })
  await queryStore(server, `delete from users where email = 'ada@example.com'`)
})

test('the owner of an account without its second factors can sign in by password again', async () => {
  await queryStore(
    server,
    `insert into factors (id, user_id, factor_type, status, friendly_name)
     select gen_random_uuid(), id, 'totp', 'verified', 'Lost' from users where email = 'ines@example.com'`,
  )
  expect(await user(['reset', 'ines@example.com'])).toEqual({
    code: 0,
    output: 'ines@example.com signs in with the password alone now.\n',
  })
  expect(await queryStore(server, 'select 1 from factors')).toEqual([])
  expect((await user(['reset', 'jon@example.com'])).output).toBe('There is no account jon@example.com.\n')
})

test.runIf(isDeep)(
  'the secret of the message webhook is printed in the format for its receiver',
  async () => {
    const { output } = await user(['webhook-secret'])
    expect(output).toBe(`${readWebhookSecret()}\n`)
    expect(output).toMatch(/^whsec_[\w+/]{43}=\n$/)
  },
)

describe('no user is created', () => {
  const wrong: [args: string[], input: string, sentence: string][] = [
    [['create', 'ines@example.com'], '', 'There is an account ines@example.com already.'],
    [['create'], '', 'The account needs an e-mail address, like me@example.com.'],
    [['create', 'no address'], '', 'The account needs an e-mail address, like me@example.com.'],
    [['create', 'jon@example.com'], 'short\n', 'Please choose a password of at least 8 characters.'],
    [['remove', 'ines@example.com'], '', 'What to do? See npm run user -- --help.'],
    [['constructor'], '', 'What to do? See npm run user -- --help.'],
    [['owner', 'jon@example.com'], '', 'There is no account jon@example.com.'],
  ]
  test.each(wrong.slice(0, byTier(1, wrong.length)))('by a wrong call: %j', async (args, input, sentence) => {
    expect(await user(args, input)).toEqual({ code: 1, output: `${sentence}\n` })
  })
})

test('the first account owns the site until another is set; the list shows the owner', async () => {
  const day = new Date().toISOString().slice(0, 10)
  expect((await user(['list'])).output).toBe(
    `ines@example.com  since ${day}  owner\ntheo@example.com  since ${day}\n`,
  )
  expect(await user(['owner', 'Theo@example.com'])).toEqual({
    code: 0,
    output: 'theo@example.com owns the main site now.\n',
  })
  expect((await user(['list'])).output).toBe(
    `ines@example.com  since ${day}\ntheo@example.com  since ${day}  owner\n`,
  )
})

test.runIf(isDeep)('the help shows how the command is used', async () => {
  const { code, output } = await user(['--help'])
  expect(code).toBe(0)
  expect(output).toContain('npm run user -- create EMAIL')
})

test('a command ends without a word when the reader of its output has gone, as `head` does', async () => {
  for (const args of [
    ['tools/user.ts', 'list'],
    ['tools/sites.ts', 'list'],
    ['tools/import.ts', '--help'],
  ]) {
    const child = runTool({ env: { ...server.env, LOG_LEVEL: 'silent' } }, ...args)
    child.stdin?.end()
    child.stdout?.destroy()
    expect(await ended(child)).toEqual({ code: 0, output: '' })
  }
})
