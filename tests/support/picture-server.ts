// A site with pictures, from which articles are moved away.
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'

interface PictureServer {
  /** Without a slash at the end. */
  url: string
  /** The paths that were asked for, in order. */
  requests: string[]
  close: () => Promise<void>
}

/**
 * Starts a server with a picture at each path that begins with `/p`; at `/text` it has a text, at `/moved` a redirect, at
 * `/broken` the connection breaks. Other paths have nothing.
 */
export async function startPictureServer(): Promise<PictureServer> {
  const requests: string[] = []
  const server = createServer((request, response) => {
    const { url = '/' } = request
    requests.push(url)
    if (url === '/broken') response.destroy()
    else if (url === '/text') response.end('no picture')
    else if (url === '/moved') response.writeHead(302, { location: '/p' }).end()
    else if (!url.startsWith('/p')) response.writeHead(404).end()
    else
      void drawFor(url).then((bytes) => response.writeHead(200, { 'content-type': 'image/png' }).end(bytes))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

// Each path has another picture: the same bytes would be one picture of the library.
function drawFor(path: string): Promise<Buffer> {
  const background = `#${createHash('sha256').update(path).digest('hex').slice(0, 6)}`
  return sharp({ create: { width: 40, height: 30, channels: 3, background } })
    .png()
    .toBuffer()
}
