import { z } from 'zod'
import type { JobKind } from '../../../platform/work/queue.server.ts'
import { CHECK_DOMAIN_JOB, checkDomain, checkDomains } from './commands.server.ts'

const payload = z.object({ accountId: z.uuid() })

/** Checks whether one domain leads here. */
export const checkDomainJob: JobKind = {
  name: CHECK_DOMAIN_JOB,
  batchSize: 20, // even if each check takes its whole time limit, an hour is enough for 7,000
  work: (data) => checkDomain(payload.parse(data).accountId),
}

/** Enqueues a check of all domains each hour, because their DNS may change at any time. */
export const checkDomainsJob: JobKind = {
  name: 'check-domains',
  cron: '23 * * * *',
  work: checkDomains,
}
