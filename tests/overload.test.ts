// A flood of pages that are not in memory: it is refused early, and pages in memory are answered meanwhile. A flood of
// one account delays no other.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signUpPublisher } from './support/publisher.ts'
import { queryStore, signUp, startServer, type TestServer } from './support/server.ts'

const FLOOD = 400

let server: TestServer

beforeAll(async () => {
  server = await startServer({ RATE_LIMITS: 'on' })
  const { publish } = await signUpPublisher(server, { author: 'Ines', content: 'Low water.', tags: '' })
  await publish({ title: 'Tides' })
  await server.ask('/article/tides')
})
afterAll(() => server.end())

test('a flood of searches is refused in part, and pages in memory are answered', async () => {
  const flood = Array.from({ length: FLOOD }, (_, index) => server.ask(`/search?q=word-${index}`))
  const known = await Promise.all(Array.from({ length: 20 }, () => server.ask('/article/tides')))
  expect(new Set(known.map(({ status }) => status))).toEqual(new Set([200]))
  const answers = await Promise.all(flood)
  const refused = answers.filter(({ status }) => status === 503)
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 503]))
  expect(refused[0]?.headers['retry-after']).toBe('2')
  expect(refused[0]?.headers['cache-control']).toBe('no-store')
  expect(refused[0]?.body).toContain('Please try again in a moment.')
  const metrics = (await server.ask('/metrics')).body
  expect(metrics).toContain(`broadsheet_renderings_shed_total{lane="searches"} ${refused.length}`)
  expect(metrics).toContain('broadsheet_renderings{lane="searches",state="waiting"} 0')
  expect((await server.ask('/search?q=word-1')).status).toBe(200)
})

test('the pages of unknown addresses are alike, and change with the articles that they show', async () => {
  const read = async (path: string) => {
    const { status, body } = await server.ask(path)
    expect(status).toBe(404)
    return body
  }
  for (const path of ['/article/unknown', '/unknown']) {
    const [one, other] = [await read(`${path}-1`), await read(`${path}-2`)]
    expect(other).toBe(one)
    expect(one).not.toContain('unknown')
  }
  const { publish } = await signUpPublisher(server, { author: 'Theo', content: 'High water.', tags: '' })
  await publish({ title: 'Floods' })
  for (const path of ['/article/unknown-3', '/unknown-3']) expect(await read(path)).toContain('Floods')
})

test(
  'requests whose Authorization header is the id of an account block neither it nor the sender',
  { timeout: 30_000 },
  async () => {
    const [sender, other] = [await signUp(server), await signUp(server)]
    for (const { email } of [sender, other]) {
      const [user] = await queryStore<{ id: string }>(server, `select id from users where email = '${email}'`)
      const headers = { cookie: sender.cookie, authorization: user?.id ?? '' }
      const answers = await Promise.all(
        Array.from({ length: 12 }, () => server.ask('/articles', { headers })),
      )
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    }
    for (const { cookie } of [sender, other])
      expect((await server.ask('/articles', { headers: { cookie } })).status).toBe(200)
  },
)
