// Shared sites from the command line, while the product runs.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ended, queryStore, runTool, signUp, startServer, type TestServer } from './support/server.ts'
import { byTier, isDeep } from './support/tier.ts'
import { startWordPressFake, type WordPressFake } from './support/wordpress-fake.ts'

let server: TestServer
let blog: WordPressFake

beforeAll(async () => {
  blog = await startWordPressFake()
  server = await startServer({ OUTBOUND_ALLOW: new URL(blog.url).host })
})
afterAll(async () => {
  await server.end()
  await blog.close()
})

function sites(args: string[], input = ''): Promise<{ code: number | null; output: string }> {
  const child = runTool(server, 'tools/sites.ts', ...args)
  child.stdin?.end(input)
  return ended(child)
}

test('a hosted site can be added, listed, found by its host name and removed', async () => {
  expect(
    await sites(['add', 'Daily', 'daily.example', '--description', 'Boats.', '--policy', 'noindex']),
  ).toEqual({
    code: 0,
    output: 'Added Daily: https://daily.example\n',
  })
  expect((await sites(['list'])).output).toContain(
    'Daily  https://daily.example  hosted  active  0 article(s)\n',
  )
  const [row] = await queryStore(
    server,
    `select description, copy_policy, owner_id from target_sites where name = 'Daily'`,
  )
  expect(row).toEqual({ description: 'Boats.', copy_policy: 'noindex', owner_id: null })
  const asked = await sites(['remove', 'daily.example'])
  expect(asked).toEqual({
    code: 1,
    output: 'Daily and its 0 article copies will be removed. Say --yes to do it.\n',
  })
  expect((await sites(['remove', 'daily.example', '--yes'])).output).toBe('Removed Daily\n')
  expect((await sites(['list'])).output).not.toContain('daily.example')
})

test('credentials are read from standard input, are tested, and are not printed', async () => {
  const add = ['add', 'Blog', blog.url, '--kind', 'wordpress']
  const { code, output } = await sites(add, `${blog.username}\n${blog.password}\n`)
  expect(code).toBe(0)
  expect(output).toBe(`Added Blog: ${blog.url}\n${output.split('\n')[1]}\n`)
  expect(output).toContain('It works (“Harbour Post”): We may publish there')
  expect(output).not.toContain(blog.password)
  expect((await sites(['test', 'localhost'])).code).toBe(0)
  blog.settings.hasApplicationPasswords = false
  expect(await sites(['test', blog.url])).toEqual({
    code: 1,
    output: expect.stringMatching(/^It does not work: /),
  })
  blog.settings.hasApplicationPasswords = true
  expect((await sites(['list'])).output).toContain(`Blog  ${blog.url}  wordpress  active  0 article(s)\n`)
})

test.runIf(isDeep)('the secret of a webhook is printed once', async () => {
  const { output } = await sites(['add', 'Hook', 'https://hook.example/in', '--kind', 'webhook'])
  expect(output).toMatch(/\nIts messages are signed with whsec_[\w+/]{43}=\n$/)
  expect((await sites(['list'])).output).not.toContain('whsec_')
})

test('the command line cannot change the site of an account', async () => {
  await signUp(server)
  await queryStore(
    server,
    `insert into target_sites (id, name, url, kind, owner_id)
     select gen_random_uuid(), 'Private', 'https://private.example', 'hosted', id from users limit 1`,
  )
  expect((await sites(['list'])).output).not.toContain('private.example')
  expect((await sites(['remove', 'private.example', '--yes'])).output).toBe(
    'There is no site private.example.\n',
  )
  expect((await sites(['add', 'Mine', 'private.example'])).output).toBe('This host name is taken.\n')
})

describe('no row is changed', () => {
  const wrong: [args: string[], input: string, sentence: string][] = [
    [['constructor'], '', 'What to do? See npm run sites -- --help.'],
    [['add', 'X', 'http://127.0.0.1'], '', 'A host name of its own, such as news.example.com'],
    [[], '', 'What to do? See npm run sites -- --help.'],
    [
      ['add', 'X', 'x.example', '--kind', 'main'],
      '',
      'The kind is one of hosted, wordpress, ghost, webhook.',
    ],
    [['add', '', 'x.example'], '', 'Please give it a name, so that you know it again.'],
    [['add', 'X', 'https://x.example', '--kind', 'ghost'], 'no key\n', 'An Admin API key: 24 characters'],
    [['add', 'X', 'https://x.example', '--kind', 'wordpress'], '', 'An application password'],
    [['test', 'nowhere.example'], '', 'There is no site nowhere.example.'],
  ]
  test.each(wrong.slice(0, byTier(1, wrong.length)))(
    'by a wrong call, which prints the problem: %j',
    async (args, input, sentence) => {
      const { code, output } = await sites(args, input)
      expect(code).toBe(1)
      expect(output).toContain(sentence)
    },
  )

  test.runIf(isDeep)('by --help', async () => {
    const { code, output } = await sites(['--help'])
    expect(code).toBe(0)
    expect(output).toContain('npm run sites -- test ADDRESS')
  })
})
