import { statSync } from 'node:fs'
import { env } from '../env.server.ts'
import { toKeyId } from '../seal.server.ts'
import { readAppSecret, SecretError, secretFile, secretPlace } from '../secret.server.ts'
import { findSealedState, type SealedState } from '../secret-rotation.server.ts'
import { checkSecret, toWords } from '../store/known-seal.server.ts'
import { failed, type Finding, ok, warning } from './finding.ts'

const OTHERS = 0o077 // the rights of everybody but the owner

/** Checks whether the secret at hand is the one that sealed the store, and whether it opens every sealed value. */
export async function checkSecretFits(): Promise<Finding> {
  try {
    await checkSecret({ isOwner: false })
    return judge(await findSealedState(), toKeyId(readAppSecret()))
  } catch (error) {
    if (!(error instanceof SecretError)) throw error
    const [found = '', ...advice] = error.message.split(/(?<=\.) (?=[A-Z])/)
    return failed(found, advice.join(' '))
  }
}

function judge({ known, current, earlier, closed }: SealedState, keyId: string): Finding {
  if (closed.length > 0)
    return failed(
      `The secret does not open everything that is sealed (${toWords(closed)}).`,
      'Set the secret of then, also as APP_SECRET_PREVIOUS. If it is lost, these have to be entered anew.',
    )
  if (known !== undefined && (known !== keyId || earlier.length > 0))
    return warning(
      `The change of the secret is not finished: ${earlier.length} values are sealed with the earlier one.`,
      'Start every process with both secrets, then run npm run settings -- rotate.',
    )
  if (known === undefined)
    return warning('The store has no known seal yet.', 'Start the server: it makes one.')
  if (!env.APP_SECRET && (statSync(secretFile()).mode & OTHERS) !== 0)
    return warning(`Others on this machine may read ${secretFile()}.`, `Run: chmod 600 ${secretFile()}`)
  const signs = env.APP_SECRET_PREVIOUS ? ' APP_SECRET_PREVIOUS is needed only for what it has signed.' : ''
  return ok(`${secretPlace()} opens all ${current} sealed values (key ${keyId}).${signs}`)
}
