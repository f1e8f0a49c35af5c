import { createHash } from 'node:crypto'

/** Returns what is stored of a random token: its SHA-256, base64url. So a stolen store opens nothing. */
export const toTokenHash = (token: string): string => createHash('sha256').update(token).digest('base64url')
