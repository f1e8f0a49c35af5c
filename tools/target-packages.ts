// Installs the real WordPress and Ghost that the tests publish to. Keeps them in a cache outside of the checkout.
import { spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

const CACHE = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'broadsheet/targets') // 700 MB
const GHOST = 'ghost@6.65.0'
const TOOLS = ['node@22.23.3', 'pnpm@12.4.2'] // Ghost does not run on Node 24, and installs with its own manager
const WORDPRESS = ['wordpress', 'wordpress-theme-twentytwentythree']
const PROGRAMS = ['php-cli', 'php-mysql', 'mariadb-server-core', 'mariadb-client-core'] // none starts a service
const INSTALL_LIMIT_MS = 8 * 60_000

/** The environment variables that the tests of a target need, or the reason why it cannot be installed. */
export type Target = { env: Record<string, string> } | { lacks: string }

/** Installs PHP and MariaDB on Debian as root, if they are missing, and downloads the .deb files of WordPress. */
export function installWordPress(): Target {
  const programs = ['php', 'mariadbd', 'mariadb-install-db', 'my_print_defaults', 'dpkg-deb']
  const isComplete = () => programs.every(isInstalled) && canPhpReachMariaDb()
  if (!isComplete() && process.getuid?.() === 0 && isInstalled('apt-get')) {
    process.stderr.write('Installing PHP and MariaDB...\n')
    run('apt-get', ['update', '-qq'])
    run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...PROGRAMS])
  }
  if (!isComplete()) return { lacks: `Install ${PROGRAMS.join(', ')} (Debian).` }
  const folder = join(CACHE, 'wordpress')
  mkdirSync(folder, { recursive: true })
  const find = () => WORDPRESS.flatMap((name) => globSync(join(folder, `${name}_*.deb`)))
  if (find().length < WORDPRESS.length) run('apt-get', ['download', '-q', ...WORDPRESS], { cwd: folder })
  const files = find()
  if (files.length < WORDPRESS.length)
    return { lacks: `The packages ${WORDPRESS.join(' and ')} cannot be downloaded.` }
  return { env: { TARGET_WORDPRESS: files.join(':') } }
}

const canPhpReachMariaDb = () => run('php', ['-r', 'exit(extension_loaded("mysqli") ? 0 : 1);'])

/** Installs Ghost's npm package with its dependencies, and the Node that it runs on. */
export function installGhost(): Target {
  const tools = join(CACHE, 'ghost-tools')
  const folder = join(CACHE, 'package') // the folder's name in the archive
  const node = join(tools, 'node_modules/node/bin/node')
  const mark = join(folder, '.installed')
  const env = { TARGET_GHOST: folder, TARGET_GHOST_NODE: node }
  if (existsSync(mark)) return { env }
  process.stderr.write('Installing Ghost; this takes some minutes...\n')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(tools, { recursive: true })
  writeFileSync(join(tools, 'package.json'), '{ "private": true }')
  const isComplete =
    run('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error', ...TOOLS], { cwd: tools }) &&
    run('npm', ['pack', '--loglevel=error', GHOST], { cwd: CACHE }) &&
    run('tar', ['-xzf', `${GHOST.replace('@', '-')}.tgz`], { cwd: CACHE }) &&
    installDependencies(folder, tools)
  if (!isComplete) return { lacks: `${GHOST} cannot be installed: see the lines above.` }
  writeFileSync(mark, '')
  return { env }
}

// One dependency is compiled here. It uses the headers in the package of Node 22, so that the build downloads none.
function installDependencies(folder: string, tools: string): boolean {
  const modules = join(tools, 'node_modules')
  const [headers = ''] = globSync(join(modules, 'node/node_modules/node-*/include'))
  return run(
    'pnpm',
    ['install', '--prod', '--frozen-lockfile', '--reporter=append-only', '--loglevel=error'],
    {
      cwd: folder,
      env: {
        PATH: `${join(modules, 'node/bin')}:${join(modules, '.bin')}:${process.env.PATH}`,
        npm_config_nodedir: join(headers, '..'),
        NODE_OPTIONS: '',
      },
    },
  )
}

const isInstalled = (program: string) => spawnSync('which', [program]).status === 0

function run(
  program: string,
  args: string[],
  { cwd, env }: { cwd?: string; env?: Record<string, string> } = {},
): boolean {
  const { status } = spawnSync(program, args, {
    cwd,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
    timeout: INSTALL_LIMIT_MS,
  })
  return status === 0
}
