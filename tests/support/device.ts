import type { TestServer } from './server.ts'

const GRANT = 'urn:ietf:params:oauth:grant-type:device_code'

/** The codes of a program that waits for a person. */
export interface Codes {
  device_code: string
  user_code: string
}

/** Begins to connect a program. */
export async function beginDevice(server: TestServer, scope: string): Promise<Codes> {
  const form = { client_id: 'A laptop', scope }
  const { body } = await server.ask('/auth/oauth/device', { form })
  return JSON.parse(body) as Codes
}

/** Polls once. Returns the token, or the reason why there is none. */
export async function pollDevice(server: TestServer, { device_code }: Codes) {
  const { body } = await server.ask('/auth/oauth/token', { form: { grant_type: GRANT, device_code } })
  return JSON.parse(body) as { access_token?: string; error?: string }
}

/** Answers for the person on the desk. */
export const answerDevice = (
  server: TestServer,
  cookie: string,
  form: { code: string; intent: 'approve' | 'refuse'; scopes?: string[]; siteIds?: string[] },
) => server.ask('/device', { headers: { cookie }, form: { ...form, days: '30' } })

/** Returns a token that a person allowed. */
export async function connectDevice(server: TestServer, cookie: string, scopes: string[]): Promise<string> {
  const codes = await beginDevice(server, scopes.join(' '))
  await answerDevice(server, cookie, { code: codes.user_code, intent: 'approve', scopes })
  return (await pollDevice(server, codes)).access_token ?? ''
}
