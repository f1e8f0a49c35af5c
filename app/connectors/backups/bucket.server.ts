import { createReadStream, createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { CompletedPart, S3Client } from '@aws-sdk/client-s3'
import { type BackupPlace, BackupPlaceError } from '../../platform/backup/backup-place.server.ts'
import { env } from '../../platform/env.server.ts'

const MB = 1024 * 1024
const PART = 8 * MB
const MOST_PARTS = 10_000 // of one upload
const LARGEST_COPY = 5 * 1024 * MB // a larger object is copied in parts
const SILENCE_MS = 60_000
const PART_MS = 600_000 // two parts at once, at 250 kbit/s

/**
 * Opens the bucket of BACKUP_TO, at Amazon or at BACKUP_S3_ENDPOINT. Credentials come from the environment, as the AWS
 * SDK reads them. A file arrives in parts; without its last one there is no object. Throws BackupPlaceError.
 */
export async function openBucket(largestCopy = LARGEST_COPY): Promise<BackupPlace> {
  const s3 = await import('@aws-sdk/client-s3') // loaded late: without such a BACKUP_TO it is not needed
  const { hostname: Bucket, pathname } = new URL(env.BACKUP_TO ?? '')
  const prefix = pathname.length > 1 ? `${pathname.slice(1)}/` : ''
  const toKey = (name: string) => prefix + name
  const client = new s3.S3Client({
    region: env.AWS_REGION,
    followRegionRedirects: true,
    requestHandler: {
      connectionTimeout: 10_000,
      socketTimeout: SILENCE_MS,
      requestTimeout: PART_MS,
      throwOnRequestTimeout: true,
    },
    ...(env.BACKUP_S3_ENDPOINT && {
      endpoint: env.BACKUP_S3_ENDPOINT,
      forcePathStyle: true,
      // Not every store knows the newer checksums. The check of the backup reads it back anyway.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    }),
  })
  const remove = async (name: string) => {
    await client.send(new s3.DeleteObjectCommand({ Bucket, Key: toKey(name) }))
  }
  return withSentences({
    put: (name, file) => upload(client, { Bucket, Key: toKey(name), file }),
    async read(name, into) {
      const { Body } = await client.send(new s3.GetObjectCommand({ Bucket, Key: toKey(name) }))
      await pipeline(Body as Readable, createWriteStream(into, { mode: 0o600 }))
      return into
    },
    async list() {
      const names: string[] = []
      const pages = s3.paginateListObjectsV2({ client }, { Bucket, Prefix: prefix, Delimiter: '/' })
      for await (const { Contents = [] } of pages)
        names.push(...Contents.map(({ Key = '' }) => Key.slice(prefix.length)))
      return names
    },
    async size(name) {
      const head = client.send(new s3.HeadObjectCommand({ Bucket, Key: toKey(name) }))
      return head.then(({ ContentLength }) => ContentLength, throwUnlessMissing)
    },
    async rename(from, to) {
      const source = { Bucket, Key: toKey(from) }
      const { ContentLength: size = 0 } = await client.send(new s3.HeadObjectCommand(source))
      const copy = { Bucket, Key: toKey(to), CopySource: `${Bucket}/${toKey(from)}` }
      if (size > largestCopy) await copyInParts(client, { ...copy, size, largestCopy })
      else await client.send(new s3.CopyObjectCommand(copy))
      await remove(from)
    },
    remove,
  })
}

function throwUnlessMissing(error: unknown): undefined {
  if (!(error instanceof Error && error.name === 'NotFound')) throw error
}

interface Upload {
  Bucket: string
  Key: string
  file: string
}

async function upload(client: S3Client, { Bucket, Key, file }: Upload): Promise<void> {
  const { Upload: MultipartUpload } = await import('@aws-sdk/lib-storage')
  const { size } = await stat(file)
  const sending = new MultipartUpload({
    client,
    params: { Bucket, Key, Body: createReadStream(file) },
    partSize: Math.max(PART, Math.ceil(size / MOST_PARTS)),
    queueSize: 2, // parts in memory at a time
  })
  await sending.done() // aborts the upload if a part fails
}

interface Copy {
  Bucket: string
  Key: string
  CopySource: string
  size: number
  largestCopy: number
}

async function copyInParts(client: S3Client, { CopySource, size, largestCopy, ...to }: Copy): Promise<void> {
  const s3 = await import('@aws-sdk/client-s3')
  const { UploadId } = await client.send(new s3.CreateMultipartUploadCommand(to))
  const into = { ...to, UploadId }
  try {
    const parts: CompletedPart[] = []
    for (let start = 0; start < size; start += largestCopy) {
      const PartNumber = parts.length + 1
      const CopySourceRange = `bytes=${start}-${Math.min(start + largestCopy, size) - 1}`
      const { CopyPartResult } = await client.send(
        new s3.UploadPartCopyCommand({ ...into, PartNumber, CopySource, CopySourceRange }),
      )
      parts.push({ PartNumber, ETag: CopyPartResult?.ETag })
    }
    await client.send(new s3.CompleteMultipartUploadCommand({ ...into, MultipartUpload: { Parts: parts } }))
  } catch (error) {
    await client.send(new s3.AbortMultipartUploadCommand(into)).catch(() => {}) // the first error says more
    throw error
  }
}

const REFUSALS: Record<string, string> = {
  NoSuchBucket: 'does not exist. Make the bucket, or set another BACKUP_TO.',
  AccessDenied: 'refuses the credentials. They need the right to list, read, write and delete there.',
  InvalidAccessKeyId: 'does not know AWS_ACCESS_KEY_ID.',
  SignatureDoesNotMatch: 'refuses AWS_SECRET_ACCESS_KEY.',
  CredentialsProviderError: 'needs credentials. Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.',
  QuotaExceeded: 'has no room left. Make room, or set a lower BACKUP_KEEP.',
}
const UNREACHABLE = /^(ECONN|ENOTFOUND|EAI_|ETIMEDOUT|EHOST|ENET|TimeoutError)/

/** Returns the place with errors that name it and say what to do. */
const withSentences = (place: BackupPlace): BackupPlace => ({
  put: withSentence(place.put),
  read: withSentence(place.read),
  list: withSentence(place.list),
  size: withSentence(place.size),
  rename: withSentence(place.rename),
  remove: withSentence(place.remove),
})

const withSentence =
  <Args extends unknown[], T>(work: (...args: Args) => Promise<T>) =>
  async (...args: Args): Promise<T> => {
    try {
      return await work(...args)
    } catch (error) {
      throw toPlaceError(error)
    }
  }

function toPlaceError(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const code = 'code' in error ? String(error.code) : error.name
  if (UNREACHABLE.test(code))
    return new BackupPlaceError(`${env.BACKUP_TO} does not answer (${code}). Check BACKUP_S3_ENDPOINT.`, {
      cause: error,
    })
  const refusal = REFUSALS[error.name]
  if (refusal) return new BackupPlaceError(`${env.BACKUP_TO} ${refusal}`, { cause: error })
  const isOwn = !('$metadata' in error)
  return isOwn ? error : new BackupPlaceError(`${env.BACKUP_TO} refuses: ${error.message}`, { cause: error })
}
