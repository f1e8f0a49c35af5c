import { createPrivateKey, type KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { z } from 'zod'

/** What a program identifies itself to Google with. The key is an object that no log and no answer can spell out. */
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

/** Reads the key file that Google makes for a service account: its JSON, or its path. Undefined for anything else. */
export function parseServiceAccount(value: string): ServiceAccount | undefined {
  try {
    const text = value.trim().startsWith('{') ? value : readFileSync(value.trim(), 'utf8')
    const { client_email: email, private_key_id: keyId, private_key: pem } = keyFile.parse(JSON.parse(text))
    const privateKey = createPrivateKey(pem)
    return privateKey.asymmetricKeyType === 'rsa' ? { email, keyId, privateKey } : undefined
  } catch {
    return undefined // no such file, no JSON, or no key: the sentence of the setting says what is wanted
  }
}
