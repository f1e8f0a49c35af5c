import { createPrivateKey, type KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { parseJson } from '../shared/json.ts'

/** The service account with which we sign in at Google. The key is an object, so no log and no response can show it. */
export interface ServiceAccount {
  email: string
  keyId: string | undefined
  privateKey: KeyObject
}

const keyFile = z.object({
  client_email: z.string().min(1),
  private_key_id: z.string().optional(),
  private_key: z.string(),
})

/**
 * Returns the service account in a key file of Google, given as its JSON or as its path; undefined for any other text.
 */
export function parseServiceAccount(value: string): ServiceAccount | undefined {
  try {
    const text = value.trim().startsWith('{') ? value : readFileSync(value.trim(), 'utf8')
    const { client_email: email, private_key_id: keyId, private_key: pem } = keyFile.parse(parseJson(text))
    const privateKey = createPrivateKey(pem)
    return privateKey.asymmetricKeyType === 'rsa' ? { email, keyId, privateKey } : undefined
  } catch {
    return undefined // the error of the setting names the allowed values
  }
}
