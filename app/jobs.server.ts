import { openBackupPlace } from './connectors/backups/open-backup-place.server.ts'
import { toDeleteAccountsJob } from './features/accounts/settings/jobs.server.ts'
import { mailInvitationJob } from './features/accounts/members/jobs.server.ts'
import { pruneRecord } from './features/accounts/record/commands.server.ts'
import { mailAccountJob } from './features/accounts/sign-in/jobs.server.ts'
import { checkProvenDomains } from './features/accounts/single-sign-on/prove-domains.server.ts'
import { fixRun } from './features/links/fixer/work-on-fix.server.ts'
import { purgeDeletedJob, renderOutdatedJob } from './features/articles/jobs.server.ts'
import { recordArticlesRemoval } from './features/articles/page-changes.server.ts'
import { recordPagesRemoval } from './features/local-seo/landing-pages/record-removal.server.ts'
import { generationRun } from './features/local-seo/landing-pages/work-on-generation.server.ts'
import { checkDomainJob, checkDomainsJob } from './features/local-seo/domains/jobs.server.ts'
import { pruneCatalogueJob } from './features/local-seo/cities-services/jobs.server.ts'
import { checkRun } from './features/links/report/work-on-check.server.ts'
import { pruneImportsJob } from './features/moving-in/imports/jobs.server.ts'
import { importRun } from './features/moving-in/imports/work-on-import.server.ts'
import { picturesRun } from './features/moving-in/imports/work-on-pictures.server.ts'
import { readRun } from './features/moving-in/imports/work-on-reading.server.ts'
import { takeBackRun } from './features/moving-in/imports/work-on-take-back.server.ts'
import { pruneRevisions } from './features/articles/revisions/commands.server.ts'
import { deliverJob, tendDeliveriesJob } from './features/delivery/deliveries/jobs.server.ts'
import { notePageCountsJob } from './features/local-seo/audit/jobs.server.ts'
import { auditRun } from './features/local-seo/audit/work-on-audit.server.ts'
import { noticeRun } from './features/local-seo/search-engines/work-on-notice.server.ts'
import { pruneRunsJob, resumeRunsJob } from './features/runs/jobs.server.ts'
import { notifyEnginesJob, pruneNoticesJob } from './features/local-seo/search-engines/jobs.server.ts'
import { messagesWork, pruneMessagesJob } from './features/accounts/webhooks/jobs.server.ts'
import { tendTokensJob } from './features/accounts/tokens/jobs.server.ts'
import { dropEveryPage, pruneInvalidations } from './platform/web/page-invalidation.server.ts'
import type { JobKind } from './platform/work/queue.server.ts'
import type { PolledWork } from './platform/work/polling.server.ts'
import { pruneRateLimits } from './platform/rate-limits.server.ts'
import { pruneKeys } from './features/api/commands.server.ts'
import { pruneProposals } from './features/api/proposals.server.ts'
import { backUpOnSchedule } from './platform/backup/scheduled-backup.server.ts'
import { snapshotStore } from './platform/backup/snapshots.server.ts'
import { changeRun } from './features/newsroom/board/work-on-change.server.ts'
import { replacementRun } from './features/newsroom/library/work-on-replacement.server.ts'
import { tidyChangedTables } from './platform/store/store.server.ts'
import { enqueuePlansJob, toPlanJob } from './features/writing/schedule/jobs.server.ts'
import { mailReviewJob, pruneReviewsJob } from './features/writing/review/jobs.server.ts'
import { insertBacklinks } from './features/links/insertion/commands.server.ts'
import { publishRun } from './features/writing/publish/publish-run.server.ts'

/** All background jobs of the product. A job with a `cron` line starts automatically. */
export const jobs: JobKind[] = [
  deliverJob,
  publishRun.job,
  changeRun.job,
  replacementRun.job,
  tendDeliveriesJob,
  toPlanJob(insertBacklinks),
  enqueuePlansJob,
  readRun.job,
  importRun.job,
  takeBackRun.job,
  picturesRun.job,
  fixRun.job,
  checkRun.job,
  generationRun.job,
  checkDomainJob,
  checkDomainsJob,
  auditRun.job,
  notePageCountsJob,
  noticeRun.job,
  notifyEnginesJob,
  pruneNoticesJob,
  renderOutdatedJob,
  purgeDeletedJob,
  toDeleteAccountsJob(async (trx, { id, keepsArticles }) => {
    if (!keepsArticles) await recordArticlesRemoval(trx, id)
    await recordPagesRemoval(trx, id)
  }),
  mailAccountJob,
  mailInvitationJob,
  mailReviewJob,
  pruneReviewsJob,
  tendTokensJob,
  pruneMessagesJob,
  pruneRunsJob,
  resumeRunsJob,
  pruneCatalogueJob,
  pruneImportsJob,
  { name: 'snapshot-store', cron: '*/5 * * * *', work: snapshotStore },
  {
    name: 'back-up-store',
    cron: '*/5 * * * *',
    isSingle: true,
    work: () => backUpOnSchedule(openBackupPlace),
  },
  { name: 'tidy-store', cron: '* * * * *', work: tidyChangedTables },
  { name: 'check-company-domains', cron: '41 3 * * *', work: () => checkProvenDomains() },
  { name: 'prune-record', cron: '23 4 * * *', work: pruneRecord },
  { name: 'prune-revisions', cron: '52 4 * * *', work: pruneRevisions },
  { name: 'prune-idempotency-keys', cron: '37 * * * *', work: pruneKeys },
  { name: 'prune-proposals', cron: '41 4 * * *', work: pruneProposals },
  { name: 'prune-rate-limits', cron: '27 * * * *', work: pruneRateLimits },
  { name: 'prune-page-drops', cron: '17 * * * *', work: pruneInvalidations },
  // Pages show the year in UTC. A minute later, because the clocks of processes differ.
  { name: 'drop-pages-of-last-year', cron: '1 0 1 1 *', work: dropEveryPage },
]

/** All work that waits in a table of its own. */
export const polledWorks: PolledWork[] = [messagesWork]
