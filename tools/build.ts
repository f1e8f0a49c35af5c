import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  copyFileSync,
  type Dirent,
  existsSync,
  globSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { syncFolder } from '../app/platform/store/store-files.server.ts'
import { runCommand } from './command-line.ts'
import {
  lockBuilds,
  makeWorkFolder,
  PACKAGES,
  readPointer,
  RELEASES,
  removeOldReleases,
  switchTo,
} from './releases.ts'

const HELP = `
npm run build [-- --shared-packages]

Installs what is missing, and builds if the sources changed, for starts with --no-build: in an image, or as a service. The
release gets a folder of its own, build/releases/HASH, and the next start serves it. Running processes keep theirs.

  --shared-packages   the release uses the packages of the project, for an image: nobody will replace them
`

const LOCK_FILE = 'package-lock.json'
// What runs besides the bundle: workers, migrations and fonts, the articles of the demo, and the start itself.
const RUN = [
  'app/**/*',
  'demo/**/*',
  'package.json',
  'tools/{start,build,releases,command-line,serve-until-stopped}.ts',
]
const SOURCES = [...RUN, 'server/**/*', 'public/**/*', '*.config.ts', LOCK_FILE]

const run = promisify(execFile)

/**
 * Builds a release of the sources, unless it is built, and makes it the one that starts serve. Throws with the output of
 * a failed build. Removes the releases that nobody needs then.
 */
export async function buildIfStale({ removesOld = true } = {}): Promise<void> {
  if (readPointer('current') === hashSources()) return
  const lock = lockBuilds()
  try {
    let release = hashSources()
    while (!existsSync(join(RELEASES, release))) release = await build(release)
    switchTo(release)
    if (removesOld) removeOldReleases()
  } finally {
    lock.close()
  }
}

/** Builds a release. Returns the hash of the sources; another one means that they changed meanwhile, and nothing is built. */
async function build(release: string): Promise<string> {
  process.stderr.write('Building...\n')
  const folder = makeWorkFolder()
  const env = { ...process.env, BUILD_TO: folder }
  await run('node_modules/.bin/react-router', ['build'], { maxBuffer: Infinity, env }).catch(
    ({ stdout, stderr }: { stdout: string; stderr: string }) => {
      throw new Error(`The build failed.\n${stdout}${stderr}`)
    },
  )
  compressAssets(folder)
  for (const path of listFiles(RUN)) {
    mkdirSync(join(folder, dirname(path)), { recursive: true })
    copyFileSync(path, join(folder, path))
  }
  keepPackages(folder)
  const now = hashSources()
  if (now === release) {
    await run('sync') // one call for thousands of files: after a power cut, a release has no empty ones
    renameSync(folder, join(RELEASES, release))
    syncFolder(RELEASES)
  }
  rmSync(dirname(folder), { recursive: true })
  return now
}

function hashSources(): string {
  const hash = createHash('sha256')
  for (const path of listFiles(SOURCES)) hash.update(`${path}\0`).update(readFileSync(path))
  return hash.digest('hex').slice(0, 16)
}

const listFiles = (patterns: string[]) =>
  globSync(patterns, { withFileTypes: true })
    .filter(isSource)
    .map(({ parentPath, name }) => join(parentPath, name))

const isSource = (entry: Dirent) => entry.isFile() && !entry.name.endsWith('.test.ts')

// Compresses once, as much as possible, so that requests need no compression.
function compressAssets(folder: string): void {
  for (const file of globSync(join(folder, 'client/**/*.{js,css,svg}'))) {
    const bytes = readFileSync(file)
    const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
    writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params }))
    writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }))
  }
}

/**
 * Gives a release its packages, which stay when others are installed: a process loads some of them only when it needs
 * them. Packages that are a link already belong to another folder, which keeps them.
 */
function keepPackages(folder: string): void {
  if (process.argv.includes('--shared-packages') || lstatSync('node_modules').isSymbolicLink()) return
  const packages = createHash('sha256').update(readFileSync(LOCK_FILE)).digest('hex').slice(0, 16)
  if (!existsSync(join(PACKAGES, packages))) {
    const work = makeWorkFolder()
    linkFolder('node_modules', join(work, 'node_modules'))
    renameSync(work, join(PACKAGES, packages))
    rmSync(dirname(work), { recursive: true })
  }
  symlinkSync(join('../../packages', packages, 'node_modules'), join(folder, 'node_modules'))
}

/** Makes a second folder of the same files. It needs no room for them, and they stay when the first one is removed. */
function linkFolder(from: string, to: string): void {
  mkdirSync(to)
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) linkFolder(source, target)
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target)
    else linkSync(source, target)
  }
}

if (import.meta.main) await runCommand(HELP, () => buildIfStale())
