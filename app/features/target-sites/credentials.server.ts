import { randomBytes } from 'node:crypto'
import {
  type Credentials,
  type RemoteKind,
  type RemoteSite,
  siteCredentials,
} from '../../connectors/sites/site-connector.ts'
import { seal, unseal } from '../../platform/seal.server.ts'

const placeOf = (siteId: string) => ({ table: 'target_sites', rowId: siteId })

/** What the row of a site keeps of its credentials. */
export const sealCredentials = (siteId: string, credentials: Credentials<RemoteKind>): string =>
  seal(JSON.stringify(credentials), placeOf(siteId))

interface SealedSite {
  id: string
  kind: RemoteKind
  url: string
  credentials: string | null
}

/** A site that is another computer, with what opens it. */
type OpenedSite = RemoteSite & { kind: RemoteKind }

/** A site as its connector sees it; undefined where its credentials do not open, as after APP_SECRET was changed. */
export function openSite({ id, kind, url, credentials }: SealedSite): OpenedSite | undefined {
  try {
    return {
      kind,
      url,
      credentials: siteCredentials[kind].parse(JSON.parse(unseal(credentials ?? '', placeOf(id)))),
    }
  } catch {
    return undefined
  }
}

/** A secret of a webhook (Standard Webhooks 1.0.0): 32 random bytes. */
export const makeWebhookSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`

/** The secrets that a webhook is signed with: the present one, then one that is being retired; none that do not open. */
export function readSecrets(site: Omit<SealedSite, 'kind'>): string[] {
  const opened = openSite({ ...site, kind: 'webhook' })?.credentials
  return opened && 'secrets' in opened ? opened.secrets : []
}
