// A real WordPress: Debian's packages, the web server of PHP, MariaDB on a socket in a temporary folder.
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { HeldCopy } from './connector-target.ts'
import { type RunningProgram, startProgram, waitFor } from './child-process.ts'
import { findFreePort } from './postgres.ts'

const run = promisify(execFile)

/** A running WordPress. */
export interface WordPressServer {
  url: string
  /** The application passwords, by role. The name of a user is also the role. */
  passwords: Record<'administrator' | 'author' | 'contributor', string>
  listCopies: (deliveryId: string) => Promise<HeldCopy[]>
  /** Moves a post to the bin, or deletes it if `forGood`. */
  deletePost: (id: string, forGood: boolean) => Promise<void>
  /** Adds a plugin with this PHP code. */
  addPlugin: (code: string) => Promise<void>
  /** Runs PHP code in WordPress. Returns its output. */
  runPhp: (code: string) => Promise<string>
  close: () => Promise<void>
}

/** Starts a new WordPress from the .deb files of `packages`. */
export async function startWordPress(packages: string[]): Promise<WordPressServer> {
  const folder = mkdtempSync(join(tmpdir(), 'broadsheet-wordpress-'))
  for (const file of packages) await run('dpkg-deb', ['-x', file, folder])
  const root = join(folder, 'usr/share/wordpress')
  const database = await startDatabase(folder)
  const url = `http://localhost:${await findFreePort()}`
  writeFileSync(join(root, 'wp-config.php'), toConfig(join(folder, 'db.sock')))
  const setup = join(import.meta.dirname, 'wordpress-setup.php')
  const { stdout } = await run('php', [setup, url, root])
  const passwords = JSON.parse(stdout) as WordPressServer['passwords']
  const web = startProgram({
    command: 'php',
    args: ['-S', new URL(url).host, '-t', root, join(import.meta.dirname, 'wordpress-router.php')],
    env: { PHP_CLI_SERVER_WORKERS: '4' },
  })
  await waitFor(web, async () => (await fetch(url)).status === 200)
  return {
    url,
    passwords,
    ...toAdministration(url, passwords.administrator),
    async addPlugin(code) {
      const plugins = join(root, 'wp-content/mu-plugins')
      await mkdir(plugins, { recursive: true })
      await writeFile(
        join(plugins, `${randomUUID()}.php`),
        `<?php add_action('init', function () { ${code} });`,
      )
    },
    async runPhp(code) {
      const preamble = `$_SERVER['HTTP_HOST'] = '${new URL(url).host}'; require '${root}/wp-load.php';`
      return (await run('php', ['-r', `${preamble} ${code}`])).stdout
    },
    async close() {
      await web.stop()
      await database.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function startDatabase(folder: string): Promise<RunningProgram> {
  const data = join(folder, 'db')
  const socket = join(folder, 'db.sock')
  const user = process.getuid?.() === 0 ? ['--user=root'] : []
  await run('mariadb-install-db', [
    '--no-defaults',
    '--basedir=/usr',
    `--datadir=${data}`,
    '--auth-root-authentication-method=normal',
    '--skip-test-db',
    ...user,
  ])
  const database = startProgram({
    command: 'mariadbd',
    args: [
      '--no-defaults',
      `--datadir=${data}`,
      `--socket=${socket}`,
      '--skip-networking',
      '--innodb-flush-log-at-trx-commit=0',
      ...user,
    ],
  })
  const create = `(new mysqli('localhost', 'root', '', '', 0, '${socket}'))->query('create database wordpress');`
  await waitFor(database, async () => {
    await run('php', ['-r', create])
    return true
  })
  return database
}

const toConfig = (socket: string) => `<?php
define('DB_NAME', 'wordpress');
define('DB_USER', 'root');
define('DB_PASSWORD', '');
define('DB_HOST', 'localhost:${socket}');
define('DB_CHARSET', 'utf8mb4');
define('WP_ENVIRONMENT_TYPE', 'local'); // application passwords without https
define('WP_HTTP_BLOCK_EXTERNAL', true);
define('DISABLE_WP_CRON', true);
define('AUTOMATIC_UPDATER_DISABLED', true);
$table_prefix = 'wp_';
define('ABSPATH', __DIR__ . '/');
require_once ABSPATH . 'wp-settings.php';
`

function toAdministration(url: string, password: string): Pick<WordPressServer, 'listCopies' | 'deletePost'> {
  const authorization = `Basic ${Buffer.from(`administrator:${password}`).toString('base64')}`
  const ask = (path: string, method = 'GET') =>
    fetch(`${url}/wp-json/wp/v2/posts${path}`, { method, headers: { authorization } })
  return {
    async listCopies(deliveryId) {
      const status = 'publish,future,draft,pending,private,trash'
      const answer = await ask(`?search=${deliveryId}&status=${status}&context=edit&_fields=id,status`)
      const posts = (await answer.json()) as { id: number; status: string }[]
      return posts.map((post) => ({ remoteId: String(post.id), isPublic: post.status === 'publish' }))
    },
    async deletePost(id, forGood) {
      const answer = await ask(`/${id}?force=${forGood}`, 'DELETE')
      if (answer.status !== 200) throw new Error(await answer.text())
    },
  }
}
