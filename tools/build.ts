import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { type Dirent, existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { runCommand } from './command-line.ts'

const HELP = `
npm run build

Installs what is missing, and builds if the sources changed, for starts with --no-build: in an image, or as a service.
`

const STAMP = 'build/.source-stamp'
const SOURCES = ['app/**/*', 'server/**/*', 'public/**/*', '*.config.ts', 'package-lock.json']

/** Builds the product unless the last build is from the same sources. Throws with the output of a failed build. */
export async function buildIfStale(): Promise<void> {
  const wanted = hashSources()
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === wanted) return
  process.stderr.write('Building...\n')
  await promisify(execFile)('node_modules/.bin/react-router', ['build'], { maxBuffer: Infinity }).catch(
    ({ stdout, stderr }: { stdout: string; stderr: string }) => {
      throw new Error(`The build failed.\n${stdout}${stderr}`)
    },
  )
  compressAssets()
  writeFileSync(STAMP, wanted)
}

function hashSources(): string {
  const hash = createHash('sha256')
  const files = globSync(SOURCES, { withFileTypes: true }).filter(isSource)
  for (const file of files) {
    hash.update(`${file.parentPath}/${file.name}\0`).update(readFileSync(`${file.parentPath}/${file.name}`))
  }
  return hash.digest('hex')
}

const isSource = (entry: Dirent) => entry.isFile() && !entry.name.endsWith('.test.ts')

// Compresses once, as much as possible, so that requests need no compression.
function compressAssets(): void {
  for (const file of globSync('build/client/**/*.{js,css,svg}')) {
    const bytes = readFileSync(file)
    const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
    writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params }))
    writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }))
  }
}

if (import.meta.main) await runCommand(HELP, buildIfStale)
