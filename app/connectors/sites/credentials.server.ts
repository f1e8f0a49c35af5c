import { randomBytes } from 'node:crypto'
import { type Credentials, type RemoteKind, type RemoteSite, siteCredentials } from './site-connector.ts'
import { seal, type SealedRow, unseal } from '../../platform/seal.server.ts'

const rowOf = (siteId: string): SealedRow => ({ table: 'target_sites', rowId: siteId })

/** Returns credentials sealed for the row of a site. */
export const sealCredentials = (siteId: string, credentials: Credentials<RemoteKind>): string =>
  seal(JSON.stringify(credentials), rowOf(siteId))

interface SealedSite {
  id: string
  kind: RemoteKind
  url: string
  credentials: string | null
}

/** A remote site, with its credentials in plain text. */
type OpenedSite = RemoteSite & { kind: RemoteKind }

/**
 * Returns a site as its connector needs it; undefined without credentials that open, for example with a new APP_SECRET.
 */
export function openSite({ id, kind, url, credentials }: SealedSite): OpenedSite | undefined {
  if (credentials === null) return undefined
  try {
    return { kind, url, credentials: siteCredentials[kind].parse(JSON.parse(unseal(credentials, rowOf(id)))) }
  } catch {
    return undefined
  }
}

/** Returns a new secret for a webhook (Standard Webhooks 1.0.0): 32 random bytes. */
export const makeWebhookSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`

/**
 * Returns the secrets that sign a webhook: the current one, then one that is being retired. None if they do not open.
 */
export function readSecrets(site: Omit<SealedSite, 'kind'>): string[] {
  const opened = openSite({ ...site, kind: 'webhook' })?.credentials
  return opened && 'secrets' in opened ? opened.secrets : []
}
