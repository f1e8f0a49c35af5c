// Encrypts or decrypts one file on a thread of its own: a passphrase alone takes the processor a second.
import { createReadStream, createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream as NodeReadableStream } from 'node:stream/web'
import { workerData } from 'node:worker_threads'
import { Decrypter, Encrypter, identityToRecipient } from 'age-encryption'
import type { AgeTask } from './age-file.server.ts'

const { mode, from, to, key } = workerData as AgeTask

async function encrypt(input: ReadableStream<Uint8Array>): Promise<ReadableStream<Uint8Array>> {
  const encrypter = new Encrypter()
  if ('passphrase' in key) encrypter.setPassphrase(key.passphrase)
  else encrypter.addRecipient(await identityToRecipient(key.identity))
  return encrypter.encrypt(input)
}

function decrypt(input: ReadableStream<Uint8Array>): Promise<ReadableStream<Uint8Array>> {
  const decrypter = new Decrypter()
  if ('passphrase' in key) decrypter.addPassphrase(key.passphrase)
  else decrypter.addIdentity(key.identity)
  return decrypter.decrypt(input)
}

const input = Readable.toWeb(createReadStream(from)) as ReadableStream<Uint8Array>
const output = await (mode === 'encrypt' ? encrypt(input) : decrypt(input))
await pipeline(Readable.fromWeb(output as NodeReadableStream), createWriteStream(to, { mode: 0o600 }))
