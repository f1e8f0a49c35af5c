// Accepts every message, and returns the first thousand messages on GET.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

const KEPT = 1000
const kept: { headers: Record<string, string>; body: string }[] = []

const server = createServer(async (request, response) => {
  if (request.method === 'GET') {
    response.end(JSON.stringify(kept))
    return
  }
  const body = await text(request)
  const named = Object.entries(request.headers).filter(([name]) => /^(content-type|webhook-)/.test(name))
  if (kept.length < KEPT) kept.push({ headers: Object.fromEntries(named) as Record<string, string>, body })
  response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
})
server.listen(0, '127.0.0.1', () => {
  process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`)
})
