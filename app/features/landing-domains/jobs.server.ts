import { z } from 'zod'
import type { JobKind } from '../../platform/queue.server.ts'
import { CHECK_DOMAIN_JOB, checkDomain, checkDomains } from './commands.server.ts'

const payload = z.object({ accountId: z.uuid() })

/** Looks whether a domain leads here, one that was just set or one whose turn it is. */
export const checkDomainJob: JobKind = {
  name: CHECK_DOMAIN_JOB,
  batchSize: 20, // each may wait for its whole time limit: an hour is enough for 7,000 that do
  work: (data) => checkDomain(payload.parse(data).accountId),
}

/** Domains come and go without a word to us. */
export const checkDomainsJob: JobKind = {
  name: 'check-domains',
  cron: '23 * * * *',
  work: checkDomains,
}
