import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { findOtherUser, lockDataDir } from './data-dir-lock.server.ts'

const MODULE = pathToFileURL(join(import.meta.dirname, 'data-dir-lock.server.ts')).href

let dataDir: string
let children: ChildProcess[]

beforeEach(() => {
  dataDir = join(mkdtempSync(join(tmpdir(), 'broadsheet-lock-')), 'data')
  children = []
})
afterEach(async () => {
  for (const child of children) await kill(child)
  rmSync(join(dataDir, '..'), { recursive: true, force: true })
})

function take(command = 'npm start'): { release: () => void } {
  const lock = lockDataDir(dataDir, command)
  if ('holder' in lock) throw new Error(`Held by ${lock.holder.command}.`)
  return lock
}
function findHolder() {
  const lock = lockDataDir(dataDir, 'npm start')
  if ('holder' in lock) return lock.holder
  lock.release()
  return undefined
}

/** Starts a process that takes the lock, prints whether it has it, and keeps running. */
async function startChild(): Promise<{ child: ChildProcess; said: string }> {
  const script = `
    const { lockDataDir } = await import(${JSON.stringify(MODULE)})
    const lock = lockDataDir(${JSON.stringify(dataDir)}, 'npm run dev')
    console.log('holder' in lock ? 'refused' : 'locked')
    setInterval(() => {}, 1000)
  `
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  const [chunk] = (await once(child.stdout, 'data')) as [Buffer]
  return { child, said: chunk.toString().trim() }
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}

describe('a data folder', () => {
  test('is created by the first lock, readable for its owner only', () => {
    const lock = take()
    expect(statSync(dataDir).mode & 0o777).toBe(0o700)
    lock.release()
  })

  test('has one writer: the second one gets the name of the first', () => {
    const lock = take('npm run dev')
    const holder = findHolder()
    const since = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as string
    expect(holder).toEqual({ pid: process.pid, command: 'npm run dev', since })
    lock.release()
  })

  test('can be locked again after a release, and has no holder in between', () => {
    take('npm run dev').release()
    expect(existsSync(join(dataDir, 'holder.json'))).toBe(false)
    const lock = take('npm start')
    expect(findHolder()?.command).toBe('npm start')
    lock.release()
    expect(findHolder()).toBeUndefined()
  })

  test('stays locked after others were refused', () => {
    const lock = take()
    for (let attempt = 0; attempt < 3; attempt += 1) expect(findHolder()).toBeDefined()
    lock.release()
  })

  test('is not locked by a file with the name of a holder alone', () => {
    take().release()
    writeFileSync(join(dataDir, 'holder.json'), JSON.stringify({ pid: 1, command: 'long gone', since: '' }))
    expect(findHolder()).toBeUndefined()
  })

  test('whose holder has not written its name yet is refused too', () => {
    const lock = take()
    rmSync(join(dataDir, 'holder.json'))
    expect(findHolder()).toEqual({ pid: 0, command: 'a process that is just starting', since: '' })
    lock.release()
  })
})

const OTHER = 12_345
const ROOT = 0

test.runIf(process.getuid?.() === ROOT)('the user of a store is that of its files', () => {
  const store = join(dataDir, 'store')
  expect(findOtherUser(dataDir, ROOT)).toBeUndefined()
  mkdirSync(dataDir)
  expect(findOtherUser(dataDir, ROOT)).toBeUndefined()
  expect(findOtherUser(dataDir, OTHER)).toBeUndefined() // as in a container, on a volume of root
  chownSync(dataDir, OTHER, OTHER)
  expect(findOtherUser(dataDir, ROOT)).toBe(OTHER) // a store of root would lock that user out
  mkdirSync(store)
  expect(findOtherUser(dataDir, ROOT)).toBeUndefined()
  chownSync(store, OTHER, OTHER)
  expect(findOtherUser(dataDir, ROOT)).toBe(OTHER)
  expect(findOtherUser(dataDir, OTHER)).toBeUndefined()
})

describe('the lock of another process', () => {
  test('is respected in both directions', async () => {
    const { child, said } = await startChild()
    expect(said).toBe('locked')
    expect(findHolder()).toMatchObject({ pid: child.pid, command: 'npm run dev' })
    expect((await startChild()).said).toBe('refused')
  })

  test('is free as soon as that process is killed, and the next holder is named', async () => {
    const { child, said } = await startChild()
    expect(said).toBe('locked')
    await kill(child)
    const lock = take('npm start')
    expect(findHolder()).toMatchObject({ pid: process.pid, command: 'npm start' })
    expect((await startChild()).said).toBe('refused')
    lock.release()
    expect((await startChild()).said).toBe('locked')
  })
})
