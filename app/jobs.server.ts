import { deleteAccountsJob } from './features/account-settings/jobs.server.ts'
import { mailAccountJob } from './features/accounts/jobs.server.ts'
import { fixBacklinksJob } from './features/backlink-fixer/jobs.server.ts'
import { renderOutdatedJob } from './features/articles/jobs.server.ts'
import { generatePagesJob } from './features/landing-pages/jobs.server.ts'
import { checkDomainJob, checkDomainsJob } from './features/landing-domains/jobs.server.ts'
import { pruneCatalogueJob } from './features/catalogue/jobs.server.ts'
import { checkLinksJob } from './features/link-report/jobs.server.ts'
import { deliverJob, publishRunJob, tendDeliveriesJob } from './features/publishing/jobs.server.ts'
import { auditJob, notePageCountsJob } from './features/site-audit/jobs.server.ts'
import { pruneRunsJob, resumeRunsJob } from './features/runs/jobs.server.ts'
import { noticeRunJob, notifyEnginesJob, pruneNoticesJob } from './features/search-engines/jobs.server.ts'
import { tendTokensJob } from './features/tokens/jobs.server.ts'
import { prunePageDrops } from './platform/page-drops.server.ts'
import type { JobKind } from './platform/queue.server.ts'
import { pruneRateLimits } from './platform/rate-limits.server.ts'
import { snapshotStore } from './platform/snapshots.server.ts'
import { tidyStore } from './platform/store.server.ts'

/** Every background job of the product, with its schedule where it runs by itself. */
export const jobs: JobKind[] = [
  deliverJob,
  publishRunJob,
  tendDeliveriesJob,
  fixBacklinksJob,
  checkLinksJob,
  generatePagesJob,
  checkDomainJob,
  checkDomainsJob,
  auditJob,
  notePageCountsJob,
  noticeRunJob,
  notifyEnginesJob,
  pruneNoticesJob,
  renderOutdatedJob,
  deleteAccountsJob,
  mailAccountJob,
  tendTokensJob,
  pruneRunsJob,
  resumeRunsJob,
  pruneCatalogueJob,
  { name: 'snapshot-store', cron: '*/5 * * * *', work: snapshotStore },
  { name: 'tidy-store', cron: '41 */6 * * *', work: tidyStore },
  { name: 'prune-rate-limits', cron: '27 * * * *', work: pruneRateLimits },
  { name: 'prune-page-drops', cron: '17 * * * *', work: prunePageDrops },
]
