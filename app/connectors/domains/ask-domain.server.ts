import { OutboundError, safeFetch } from '../../platform/outbound.server.ts'

const TIMEOUT_MS = 10_000
const MAX_BYTES = 1024

/** Returns the text at a web URL; undefined without a response, for another status than 200 and for more than 1 kB. */
export async function askDomain(url: string): Promise<string | undefined> {
  try {
    const { status, body } = await safeFetch(url, { timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES })
    return status === 200 ? body.toString('utf8').trim() : undefined
  } catch (error) {
    if (error instanceof OutboundError) return undefined
    throw error
  }
}
