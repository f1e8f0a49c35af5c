import { type Refusal, refuse } from '../../shared/refusal.ts'
import { ConnectorError } from '../connector-error.ts'
import { askComputer } from '../sites/ask-site.server.ts'

/** The bytes of a picture of another site, or a refusal: `problem` is a sentence, like the `detail` of ConnectorError. */
export type FetchedPicture =
  | { ok: true; bytes: Buffer }
  /** `isSilent` is true if the host did not answer at all. */
  | Refusal<'not-fetched', { problem: string; isSilent: boolean }>

const TIMEOUT_MS = 20_000

/**
 * Fetches a file of at most `maxBytes` at a web URL that an account names. An http URL is asked for over https, unless
 * the settings exempt its host. Redirects are not followed (decision 17).
 */
export async function fetchPicture(url: string, maxBytes: number): Promise<FetchedPicture> {
  try {
    const { status, body } = await askSecurely(url, maxBytes)
    if (status === 200) return { ok: true, bytes: body }
    return refuse('not-fetched', { problem: toProblem(status), isSilent: false })
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error
    const isSilent = error.reason === 'unreachable' || error.reason === 'timeout'
    return refuse('not-fetched', { problem: error.detail ?? 'It cannot be fetched.', isSilent })
  }
}

async function askSecurely(url: string, maxBytes: number) {
  const request = { headers: { accept: 'image/*' }, timeoutMs: TIMEOUT_MS, maxBytes }
  try {
    return await askComputer('pictures', url, request)
  } catch (error) {
    const isRefused = error instanceof ConnectorError && error.reason === 'address-forbidden'
    if (!isRefused || !url.startsWith('http:')) throw error
    return askComputer('pictures', url.replace('http:', 'https:'), request)
  }
}

function toProblem(status: number): string {
  if (status >= 300 && status < 400) return 'Its site leads to another address.'
  if (status === 404 || status === 410) return 'It is not there any more.'
  if (status === 401 || status === 403) return 'Its site does not give it out.'
  if (status === 429) return 'Its site asked us to wait.'
  return `Its site answered with status ${status}.`
}
