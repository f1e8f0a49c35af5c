import { existsSync, readdirSync } from 'node:fs'
import { open } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { basename, dirname, extname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { log } from '../app/platform/log.server.ts'
import { chooseEncoding, matchesEtag } from '../app/shared/http.ts'
import type { Handlers } from './listener.ts'

const TYPES: Record<string, string> = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.woff2': 'font/woff2',
}
const COMPRESSED = /\.(css|js|svg)$/ // by tools/build.ts
const ENDINGS = { br: '.br', gzip: '.gz', identity: '' }
const HASHED = /^\/assets\/\w[\w.-]*$/

/**
 * Serves the built files of a release. It also serves an asset that only another release on the disk has: a page may be
 * older than this process or, while several processes are updated one after the other, newer.
 */
export function serveBuiltFiles(release: string): Handlers['assets'] {
  const own = listPaths(join(release, 'client'))
  return async (request, response) => {
    const path = request.url?.split('?', 1)[0] ?? '/'
    const found = own.has(path) ? release : findOther(release, path)
    return found !== undefined && send(request, response, { file: join(found, 'client', path), path })
  }
}

const listPaths = (folder: string): Set<string> =>
  new Set(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length)),
  )

function findOther(release: string, path: string): string | undefined {
  const releases = dirname(release)
  if (!HASHED.test(path) || basename(releases) !== 'releases') return undefined // an image has one release
  return readdirSync(releases)
    .map((name) => join(releases, name))
    .find((other) => existsSync(join(other, 'client', path)))
}

/** Sends a file. Returns false, and has sent nothing, if it cannot be opened. */
async function send(
  request: IncomingMessage,
  response: ServerResponse,
  { file, path }: { file: string; path: string },
): Promise<boolean> {
  const encoding = COMPRESSED.test(path) ? readEncoding(request) : 'identity'
  try {
    await using opened = await open(file + ENDINGS[encoding])
    const { size, mtime } = await opened.stat()
    const etag = `"${size}-${mtime.getTime()}"`
    const head = { ...describe(path), etag: `W/${etag}` }
    if (matchesEtag(request.headers['if-none-match'], etag)) response.writeHead(304, head).end()
    else {
      response.writeHead(200, {
        ...head,
        'content-length': size,
        'last-modified': mtime.toUTCString(),
        ...(encoding !== 'identity' && { 'content-encoding': encoding }),
      })
      if (request.method === 'HEAD') response.end()
      else await pipeline(opened.createReadStream(), response)
    }
  } catch (error) {
    if (!isClientGone(error)) log.error({ err: error, path }, 'file.unreadable')
  }
  return response.headersSent // if reading has failed since, the stream has closed the connection
}

const isClientGone = (error: unknown) =>
  (error as NodeJS.ErrnoException).code === 'ERR_STREAM_PREMATURE_CLOSE'

const readEncoding = ({ headers }: IncomingMessage) => chooseEncoding(headers['accept-encoding']?.toString())

const describe = (path: string): Record<string, string> => ({
  // Browsers require this type for the rules.
  'content-type': path.startsWith('/assets/speculation-rules-')
    ? 'application/speculationrules+json'
    : (TYPES[extname(path)] ?? 'application/octet-stream'),
  'cache-control': path.startsWith('/assets/')
    ? 'public, max-age=31536000, immutable'
    : 'public, max-age=3600',
  'x-content-type-options': 'nosniff',
  vary: 'Accept-Encoding',
})
