// The limit: node:http with one prepared answer and nothing else. Told what to say by its parent.
import { createServer } from 'node:http'

process.once('message', ({ head, body }: { head: string[]; body: string }) => {
  const bytes = Buffer.from(body, 'base64')
  const server = createServer((_request, response) => {
    response.writeHead(200, head)
    response.end(bytes)
  })
  server.listen(0, '127.0.0.1', () => process.send?.(server.address()))
})
