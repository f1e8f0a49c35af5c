// A real Ghost: the npm package on Node 22, SQLite in a temporary folder, one custom integration.
import { cpSync, mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { HeldCopy } from './connector-target.ts'
import { startProgram, waitFor } from './child-process.ts'
import { findFreePort } from './postgres.ts'

interface GhostServer {
  url: string
  /** The Admin API key of the integration. */
  key: string
  listCopies: (deliveryId: string) => Promise<HeldCopy[]>
  deletePost: (id: string) => Promise<void>
  close: () => Promise<void>
}

interface GhostPackage {
  /** The folder in which Ghost and its dependencies are installed. */
  folder: string
  /** Path of Node 22. */
  node: string
}

const OWNER = { email: 'owner@example.com', password: 'kZ7-vurmel.quast88' }

/** Starts a new Ghost. */
export async function startGhost({ folder, node }: GhostPackage): Promise<GhostServer> {
  const data = mkdtempSync(join(tmpdir(), 'broadsheet-ghost-'))
  cpSync(join(folder, 'content'), data, { recursive: true })
  const port = await findFreePort()
  const url = `http://localhost:${port}`
  const ghost = startProgram({
    command: node,
    args: ['index.js'],
    cwd: folder,
    env: {
      NODE_ENV: 'production',
      NODE_OPTIONS: '',
      url,
      server__host: '127.0.0.1',
      server__port: String(port),
      database__client: 'better-sqlite3',
      database__connection__filename: join(data, 'ghost.db'),
      database__useNullAsDefault: 'true',
      paths__contentPath: data,
      privacy__useTinfoil: 'true', // no requests to other servers
      security__staffDeviceVerification: 'false',
      logging__level: 'error',
      logging__transports: '["stdout"]',
      process: 'local',
    },
  })
  await waitFor(ghost, async () => (await fetch(`${url}/ghost/api/admin/site/`)).status === 200)
  const ask = await signIn(url)
  return {
    url,
    key: await createKey(ask),
    async listCopies(deliveryId) {
      const filter = `tag:hash-src-${deliveryId}`
      const { posts } = (await ask(`posts/?filter=${filter}&fields=id,status`)) as {
        posts: { id: string; status: string }[]
      }
      return posts.map(({ id, status }) => ({ remoteId: id, isPublic: status === 'published' }))
    },
    async deletePost(id) {
      await ask(`posts/${id}/`, 'DELETE')
    },
    async close() {
      await ghost.stop()
      await rm(data, { recursive: true, force: true })
    },
  }
}

type Ask = (path: string, method?: string, body?: unknown) => Promise<unknown>

async function signIn(url: string): Promise<Ask> {
  let cookie = ''
  const ask: Ask = async (path, method = 'GET', body) => {
    const answer = await fetch(`${url}/ghost/api/admin/${path}`, {
      method,
      headers: { origin: url, cookie, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`Ghost answered ${answer.status}: ${text}`)
    cookie ||= answer.headers.get('set-cookie')?.split(';')[0] ?? ''
    return text.startsWith('{') ? JSON.parse(text) : undefined
  }
  await ask('authentication/setup/', 'POST', {
    setup: [{ ...OWNER, name: 'Owner', blogTitle: 'Ledger Post' }],
  })
  await ask('session/', 'POST', { username: OWNER.email, password: OWNER.password })
  return ask
}

async function createKey(ask: Ask): Promise<string> {
  const { integrations } = (await ask('integrations/?include=api_keys', 'POST', {
    integrations: [{ name: 'Desk' }],
  })) as { integrations: { api_keys: { type: string; secret: string }[] }[] }
  const key = integrations[0]?.api_keys.find(({ type }) => type === 'admin')?.secret
  if (!key) throw new Error('Ghost made no key.')
  return key
}
