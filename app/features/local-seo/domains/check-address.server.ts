import { env } from '../../../platform/env.server.ts'
import { OutboundError, safeFetch } from '../../../platform/outbound.server.ts'
import { failed, type Finding, notChecked, ok } from '../../../platform/doctor/finding.ts'
import { PROOF_PATH } from './domains.ts'
import { toProof } from './queries.server.ts'

const ANSWER_MS = 3000

/** Checks whether SITE_URL leads to this installation, by an answer that only this one can give. */
export async function checkAddress(): Promise<Finding> {
  try {
    const { status, body } = await safeFetch(env.SITE_URL + PROOF_PATH, {
      timeoutMs: ANSWER_MS,
      isTrusted: true,
    })
    if (body.toString('utf8').trim() === toProof(new URL(env.SITE_URL).hostname))
      return ok(`${env.SITE_URL} leads to this installation.`)
    return failed(
      `${env.SITE_URL} does not lead to this installation: another answer came (status ${status}).`,
      'Correct SITE_URL, or the address of its name in DNS, or the proxy, which has to pass on Host.',
    )
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    return notChecked(
      `No answer came from ${env.SITE_URL} (${error.reason}).`,
      'Ask for it from another machine: some networks lead nobody to their own public address.',
    )
  }
}
