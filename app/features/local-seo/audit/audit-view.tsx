import { Form, Link } from 'react-router'
import { toMoment } from '../../../shared/dates.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyList } from '../../../ui/list.tsx'
import { RunFailures } from '../../../ui/run-failures.tsx'
import { RunProgress } from '../../../ui/run-progress.tsx'
import { hasEnded, type LiveRun } from '../../runs/runs.ts'
import { AuditFindings } from './audit-findings.tsx'
import { CountsChart } from './counts-chart.tsx'
import { AUDIT_PATH, type AuditScreen } from './audit.ts'

interface AuditViewProps extends AuditScreen {
  /** The newest state of the same run that this page has received. */
  live: LiveRun | undefined
  /** The reason why no audit was started. */
  refusal: string | undefined
  /** True if the form is being sent. */
  busy: boolean
}

/** Shows the findings of the last audit of the account's public pages, and the progress of the current one. */
export function AuditView({ run, live, refusal, busy, ...screen }: AuditViewProps) {
  const open = findOpen(run, live)
  const isBusy = busy || open !== undefined
  return (
    <div className="panels">
      {!isBusy && <RunFailures error={run?.error} refusal={refusal} />}
      {open && <AuditProgress {...open} />}
      {screen.audit && <Audit {...screen} audit={screen.audit} isBusy={isBusy} />}
      {!screen.audit && !open && <NoAudit hasPages={screen.hasPages} busy={busy} />}
      <CountsChart history={screen.history} />
    </div>
  )
}

const findOpen = (run: AuditScreen['run'], live: LiveRun | undefined) =>
  run && !hasEnded(run) ? (live ?? run) : undefined

const NoAudit = ({ hasPages, busy }: { hasPages: boolean; busy: boolean }) =>
  hasPages ? <NeverAudited busy={busy} /> : <NoPages />

interface AuditProps extends Pick<AuditScreen, 'linksCheckedAt' | 'listed'> {
  audit: NonNullable<AuditScreen['audit']>
  isBusy: boolean
}

function Audit({ audit, linksCheckedAt, listed, isBusy }: AuditProps) {
  return (
    <>
      <div className="report-head">
        <output>
          {audit.pages.toLocaleString('en-US')} {audit.pages === 1 ? 'page' : 'pages'}, as of{' '}
          {toMoment(audit.auditedAt)}
          {linksCheckedAt && `; links as of ${toMoment(linksCheckedAt)}`}
        </output>
        <AuditButton busy={isBusy} />
      </div>
      <AuditFindings counts={audit.counts} listed={listed} />
    </>
  )
}

const AuditButton = ({ busy, isPrimary = false }: { busy: boolean; isPrimary?: boolean }) => (
  <Form method="post" action={AUDIT_PATH} preventScrollReset>
    <Button isPrimary={isPrimary} busy={busy} busyText="Auditing Pages...">
      Audit Pages
    </Button>
  </Form>
)

const AuditProgress = ({ total, done }: { total: number; done: number }) => (
  <RunProgress
    title="Looking over your pages"
    {...{ done, total }}
    standing={`${done.toLocaleString('en-US')} of ${total.toLocaleString('en-US')} pages`}
    note="You may leave this page; the audit goes on."
    path={AUDIT_PATH}
  />
)

const NeverAudited = ({ busy }: { busy: boolean }) => (
  <EmptyList
    title="What could your pages do better?"
    lead="An audit reads all of your published articles and landing pages: titles and descriptions, pictures and their alternative texts, headings, links, and articles that no other one links to. It changes nothing, and has no part in the health score."
  >
    <AuditButton busy={busy} isPrimary />
  </EmptyList>
)

const NoPages = () => (
  <EmptyList
    title="No public pages yet"
    lead="Once you have published articles or landing pages, this page shows what they could do better."
  >
    <Link className="button is-primary" to="/publisher">
      Write the first article
    </Link>
  </EmptyList>
)
