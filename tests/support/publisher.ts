import { v7 as uuidv7 } from 'uuid'
import { type Answer, signUp, type TestServer } from './server.ts'

type Fields = Record<string, string | string[]>

/** A signed-in account that publishes articles. */
export interface Publisher {
  cookie: string
  /** All sites in the form. */
  siteIds: string[]
  /** Publishes an article with the form of the desk. Throws for any status but 200. */
  publish: (overrides?: Fields) => Promise<Answer>
  /** Publishes the newest article with other fields. */
  editNewest: (overrides: Fields) => Promise<Answer>
}

/** Signs up an account. Its articles have these fields unless a call overrides them. */
export async function signUpPublisher(server: TestServer, fields: Fields): Promise<Publisher> {
  const { cookie } = await signUp(server)
  const { body } = await server.ask('/publisher', { headers: { cookie } })
  const siteIds = [...body.matchAll(/name="siteIds"[^>]*value="([^"]+)"/g)].map((match) => match[1] ?? '')
  const send = async (path: string, form: Fields) => {
    const answer = await server.ask(path, { headers: { cookie }, form: { ...fields, siteIds, ...form } })
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}.`)
    return answer
  }
  return {
    cookie,
    siteIds,
    publish: (overrides) => send('/publisher', { draftId: uuidv7(), ...overrides }),
    async editNewest(overrides) {
      const list = await server.ask('/articles', { headers: { cookie } })
      const path = /href="(\/articles\/[\da-f-]{36})"/.exec(list.body)?.[1] ?? ''
      const form = await server.ask(path, { headers: { cookie } })
      const version = /name="version" value="([^"]+)"/.exec(form.body)?.[1] ?? ''
      return send(path, { version, intent: 'publish', ...overrides })
    },
  }
}
