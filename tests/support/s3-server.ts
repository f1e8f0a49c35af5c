import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startFauxqs } from 'fauxqs'

/** A server with the protocol of S3 and the empty bucket `backups`. It believes every signature. */
export interface S3Server {
  url: string
  empty: () => void
  stop: () => Promise<void>
}

/** Starts a server, and gives this process credentials for it until it is stopped. */
export async function startS3(): Promise<S3Server> {
  const server = await startFauxqs({ port: 0, logger: false })
  server.createBucket('backups')
  const credentials = { AWS_ACCESS_KEY_ID: 'key', AWS_SECRET_ACCESS_KEY: 'secret' }
  Object.assign(process.env, credentials)
  return {
    url: `http://127.0.0.1:${server.port}`,
    empty: () => server.emptyBucket('backups'),
    async stop() {
      for (const name of Object.keys(credentials)) delete process.env[name]
      await server.stop()
    },
  }
}

/** Starts a proxy that refuses the second part of each upload. `seen` lists the requests. */
export async function refuseSecondPart({ url: origin }: S3Server) {
  const seen: string[] = []
  const proxy = createServer(async (request, response) => {
    const { method = 'GET', url = '/', headers } = request
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    seen.push(`${method} ${url}`)
    if (url.includes('partNumber=2')) {
      response.writeHead(403, { 'content-type': 'application/xml' })
      response.end('<Error><Code>AccessDenied</Code><Message>No.</Message></Error>')
      return
    }
    const answer = await fetch(origin + url, {
      method,
      headers: { authorization: headers.authorization ?? '' },
      ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
    })
    response.writeHead(answer.status, { etag: answer.headers.get('etag') ?? '' })
    response.end(Buffer.from(await answer.arrayBuffer()))
  })
  await new Promise<void>((resolve) => void proxy.listen(0, '127.0.0.1', resolve))
  return {
    seen,
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    stop() {
      proxy.closeAllConnections()
      proxy.close()
    },
  }
}
