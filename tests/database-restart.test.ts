// A Postgres server that restarts while articles are published and saved.
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startPostgres, type TestPostgres } from './support/postgres.ts'
import { signUpPublisher } from './support/publisher.ts'
import { addSite, type Answer, queryStore, startServer, type TestServer } from './support/server.ts'

const RESTARTS = 5
const TEXT = { title: 'Tide', content: 'High water.', author: 'Ines' }
const MOST_PUBLISHED = 18 // an account publishes 20 articles an hour

let postgres: TestPostgres
let server: TestServer

beforeAll(async () => {
  postgres = await startPostgres()
  server = await startServer({ DATABASE_URL: postgres.url })
  await addSite(server, 'Harbour')
})
afterAll(async () => {
  await server.end()
  await postgres.stop()
})

describe('while the database restarts', () => {
  test('publishes and saves succeed, or answer 503 with a sentence', async () => {
    const answers: Answer[] = []
    for (let count = 0; count < RESTARTS; count += 1) answers.push(...(await restartUnderWrites()))
    const unexpected = answers.filter(({ status }) => status !== 200 && status !== 503)
    expect(unexpected.map(({ status, body }) => `${status} ${body.slice(0, 200)}`)).toEqual([])
    const stored = answers.filter(({ status }) => status === 200)
    expect(stored.length).toBeGreaterThan(RESTARTS)
    for (const { status, body, headers } of answers) {
      if (status !== 503) continue
      expect(body).toMatch(/The server does not answer|The server cannot read its store/)
      expect(headers['retry-after']).toBeDefined()
    }
  })
})

/** Publishes articles and saves two others until a restart has ended. Returns all answers. */
async function restartUnderWrites(): Promise<Answer[]> {
  const { publish: publishFirst, siteIds, cookie } = await signUpPublisher(server, TEXT)
  const headers = { cookie }
  const send = (path: string, form: Record<string, string>) =>
    server.ask(path, { headers, form: { ...TEXT, siteIds, ...form } })
  const answers: Answer[] = []
  const over = new AbortController()
  const repeat = async (act: () => Promise<Answer>) => {
    for (let count = 0; !over.signal.aborted && count < MOST_PUBLISHED; count += 1) answers.push(await act())
  }
  const savers = await Promise.all(
    ['Ebb', 'Flow'].map(async (name) => {
      const title = `${name} ${uuidv7()}`
      await publishFirst({ title })
      const [article] = await queryStore<{ id: string }>(
        server,
        `select id from blog_posts where title = '${title}' and origin_id is null`,
      )
      const path = `/articles/${article?.id}`
      return async () => {
        const form = await server.ask(path, { headers })
        const version = /name="version" value="([^"]+)"/.exec(form.body)?.[1]
        return version ? send(path, { title, version, intent: 'save' }) : form
      }
    }),
  )
  const writes = [() => send('/publisher', { draftId: uuidv7() }), ...savers].map(repeat)
  await postgres.restart()
  over.abort()
  await Promise.all(writes)
  return answers
}
