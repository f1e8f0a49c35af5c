import { mkdir } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { readText, writeText } from './files.ts'

const FILE = join('broadsheet', 'tokens.json')

function findFile(): string {
  const { XDG_CONFIG_HOME: xdg, APPDATA: appData } = process.env
  return join(xdg || appData || join(homedir(), '.config'), FILE)
}

async function readAll(): Promise<Record<string, string>> {
  const text = await readText(findFile())
  return text === undefined ? {} : (JSON.parse(text) as Record<string, string>)
}

// Only its owner may read the file: who has a token acts in the name of its person.
async function saveAll(tokens: Record<string, string>): Promise<void> {
  const file = findFile()
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  await writeText(file, `${JSON.stringify(tokens, null, 2)}\n`, { mode: 0o600 })
}

/** Returns the token for a newsroom: that of the environment, as on a build machine, or the stored one. */
export const findToken = async (origin: string): Promise<string | undefined> =>
  process.env.BROADSHEET_TOKEN || (await readAll())[origin]

/** Stores the token for a newsroom. */
export const saveToken = async (origin: string, token: string): Promise<void> =>
  saveAll({ ...(await readAll()), [origin]: token })

/** Removes the stored token for a newsroom. Returns it; undefined without one. */
export async function removeToken(origin: string): Promise<string | undefined> {
  const { [origin]: removed, ...others } = await readAll()
  if (removed !== undefined) await saveAll(others)
  return removed
}
