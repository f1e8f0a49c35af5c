import { OutboundError, safeFetch } from '../../platform/outbound.server.ts'

const TIMEOUT_MS = 10_000
const MAX_BYTES = 1024

/** What is to be read at a web address; undefined where nobody answers, or with anything but a short text. */
export async function askDomain(url: string): Promise<string | undefined> {
  try {
    const { status, body } = await safeFetch(url, { timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES })
    return status === 200 ? body.toString('utf8').trim() : undefined
  } catch (error) {
    if (error instanceof OutboundError) return undefined
    throw error
  }
}
