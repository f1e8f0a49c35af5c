import { randomBytes } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import { findPublicApiKey } from '../../app/features/accounts/tokens/queries.server.ts'
import { toTokenHash } from '../../app/features/accounts/tokens/token-hash.server.ts'
import { type Operation, type OperationName, OPERATIONS } from '../../app/features/api/operations.ts'
import type { Scope } from '../../app/shared/scopes.ts'
import { type Answer, queryStore, type TestServer } from './server.ts'

const PASSWORD = 'a long enough password'

/** An answer of the API. */
export interface ApiAnswer {
  status: number
  headers: Answer['headers']
  etag: string
  // The tests know the shape of each answer; `requireDescribed` has checked it.
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any
}

/** What a request of the API is made of. */
export interface ApiCall {
  params?: Record<string, string>
  /** What stands behind the question mark. */
  query?: string | undefined
  json?: unknown
  /** The bytes of a file. */
  file?: Buffer | undefined
  headers?: Record<string, string>
}

/** Returns the headers of a program that has signed in by password. */
export async function signInProgram(server: TestServer, email: string): Promise<Record<string, string>> {
  const json = { email, password: PASSWORD }
  const headers = { apikey: findPublicApiKey() }
  const { body } = await server.ask('/auth/v1/token?grant_type=password', { json, headers })
  return { authorization: `Bearer ${(JSON.parse(body) as { access_token: string }).access_token}` }
}

/** Returns a function that calls operations of the API. The server of the tests checks each answer by the description. */
export const createApi =
  (server: TestServer, credentials: Record<string, string>) =>
  async (name: OperationName, call: ApiCall = {}): Promise<ApiAnswer> => {
    const operation: Operation = OPERATIONS[name]
    const { params = {}, query = '', json, file, headers } = call
    const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, part: string) =>
      encodeURIComponent(params[part] ?? 'missing'),
    )
    const answer = await server.ask(path + (query && `?${query}`), {
      method: operation.method,
      headers: { ...(file && { 'content-type': 'application/octet-stream' }), ...credentials, ...headers },
      ...(json !== undefined && { json }),
      ...(file && { body: file }),
    })
    const { status, headers: got } = answer
    return { status, headers: got, etag: got.etag ?? '', body: toContent(answer) }
  }

// Server-sent events are a text.
const toContent = ({ headers, body }: Answer): unknown =>
  headers['content-type']?.endsWith('json') ? JSON.parse(body) : body

/** A token of a server, and the account that its person acts for. */
interface NewToken {
  personId: string
  accountId: string
  scopes: readonly Scope[]
  siteIds?: string[] | undefined
  /** Set for the token of an agent. */
  directScopes?: Scope[] | undefined
}

const toArray = (names: readonly string[] | undefined) => (names ? `'{${names.join()}}'` : 'null')

/** Inserts tokens of servers, of which the screen makes one at a time and few. Returns the headers with each of them. */
export async function insertTokens(
  server: TestServer,
  tokens: NewToken[],
): Promise<{ authorization: string }[]> {
  const made = tokens.map((token) => ({
    ...token,
    id: uuidv7(),
    secret: `bsk_${randomBytes(32).toString('base64url')}`,
  }))
  await queryStore(
    server,
    made
      .map(
        ({ id, secret, personId, accountId, scopes, siteIds, directScopes }) =>
          `insert into sessions (id, user_id, account_id, token, kind, name, aal, expires_at, scopes, site_ids, direct_scopes)
             values ('${id}', '${personId}', nullif('${accountId}', '${personId}')::uuid, '${id}', 'api', 'Token', 'aal1',
               now() + interval '1 hour', ${toArray(scopes)}, ${toArray(siteIds)}, ${toArray(directScopes)});
           insert into server_tokens (id, session_id, hash, ending)
             values ('${id}', '${id}', '${toTokenHash(secret)}', '${secret.slice(-4)}')`,
      )
      .join(';'),
  )
  return made.map(({ secret }) => ({ authorization: `Bearer ${secret}` }))
}
