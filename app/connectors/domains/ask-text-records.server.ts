import { Resolver } from 'node:dns/promises'

const TIMEOUT_MS = 3000

/** Asks DNS for the TXT records of a name. */
export type AskTextRecords = (name: string) => Promise<string[] | undefined>

/** Returns the TXT records of a name, none if there are none; undefined if DNS does not answer. */
export async function askTextRecords(
  name: string,
  resolver = new Resolver({ timeout: TIMEOUT_MS, tries: 2 }),
): Promise<string[] | undefined> {
  try {
    return (await resolver.resolveTxt(name)).map((parts) => parts.join(''))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return code === 'ENOTFOUND' || code === 'ENODATA' ? [] : undefined
  }
}
