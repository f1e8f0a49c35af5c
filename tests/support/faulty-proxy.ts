import { type FakeAnswer, type FakeRequest, type FaultyServer, startFaultyServer } from './faulty-server.ts'

/** Starts a proxy in front of a real server, so that faults can be ordered as in a fake. */
export const startFaultyProxy = (origin: string): Promise<FaultyServer> =>
  startFaultyServer((request) => handOn(origin, request))

const OWN = new Set(['content-length', 'transfer-encoding', 'connection', 'keep-alive'])

async function handOn(origin: string, { method, url, headers: all, body }: FakeRequest): Promise<FakeAnswer> {
  const { host: _host, connection: _connection, 'content-length': _length, ...headers } = all
  const answer = await fetch(`${origin}${url.pathname}${url.search}`, {
    method,
    headers: headers as Record<string, string>,
    redirect: 'manual',
    ...(body !== '' && { body }),
  })
  const kept = [...answer.headers].filter(([name]) => !OWN.has(name))
  return { status: answer.status, headers: Object.fromEntries(kept), body: await answer.text() }
}
