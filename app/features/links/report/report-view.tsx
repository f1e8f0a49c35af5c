import { Form, Link } from 'react-router'
import { toMoment } from '../../../shared/dates.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyList } from '../../../ui/list.tsx'
import { RunFailures } from '../../../ui/run-failures.tsx'
import { RunProgress } from '../../../ui/run-progress.tsx'
import { hasEnded } from '../../runs/runs.ts'
import { type LinkReportScreen, type LinkRun, REPORT_PATH } from './report.ts'
import { ReportFigures } from './report-figures.tsx'
import { ReportLists } from './report-lists.tsx'
import styles from './report.module.css'

interface ReportViewProps extends LinkReportScreen {
  /** The latest state of the same check, received while it works. */
  live: LinkRun | undefined
  /** The reason why no check was started, as a sentence. */
  refusal: string | undefined
  /** True while the sent form is not answered yet. */
  busy: boolean
}

/** The screen of the link report: the results of the last check, and the progress of the next one. */
export function ReportView({ run, live, refusal, busy, ...screen }: ReportViewProps) {
  const checking = findOpen(run, live)
  const isBusy = busy || checking !== undefined
  return (
    <div className={`panels ${styles.page}`}>
      {!isBusy && <RunFailures error={run?.error} refusal={refusal} />}
      {checking && <CheckProgress run={checking} />}
      {screen.report && <Report {...screen} busy={isBusy} />}
      {!screen.report && !checking && <NoReport {...screen} busy={busy} />}
    </div>
  )
}

const findOpen = (run: LinkRun | undefined, live: LinkRun | undefined) =>
  run && !hasEnded(run) ? (live ?? run) : undefined

const Report = ({ report, listed, busy }: Pick<ReportViewProps, 'report' | 'listed' | 'busy'>) =>
  report && (
    <>
      <div className="report-head">
        <output>As of {toMoment(report.checkedAt)}</output>
        <CheckButton busy={busy} />
      </div>
      <ReportFigures report={report} />
      {listed && <ReportLists report={report} listed={listed} />}
    </>
  )

const NoReport = ({ hasArticles, busy }: Pick<ReportViewProps, 'hasArticles' | 'busy'>) =>
  hasArticles ? <NeverChecked busy={busy} /> : <NoArticles />

const CheckButton = ({ busy, isPrimary = false }: { busy: boolean; isPrimary?: boolean }) => (
  <Form method="post" action={REPORT_PATH} preventScrollReset>
    <Button isPrimary={isPrimary} busy={busy} busyText="Checking Links...">
      Check Links
    </Button>
  </Form>
)

const CheckProgress = ({ run: { total, done } }: { run: LinkRun }) => (
  <RunProgress
    title="Checking links"
    {...{ done, total }}
    standing={`${done.toLocaleString('en-US')} of ${total.toLocaleString('en-US')} articles read`}
    note="You may leave this page; the check goes on."
    path={REPORT_PATH}
  />
)

const NeverChecked = ({ busy }: { busy: boolean }) => (
  <section className={`panel ${styles.neverChecked}`}>
    <div>
      <h2>How do your articles hang together?</h2>
      <p className="panel-lead">
        A check reads all of your published articles and says which of them no other one links to, which are
        linked most, and which links lead nowhere. It changes nothing.
      </p>
      <CheckButton busy={busy} isPrimary />
    </div>
    <WebPicture />
  </section>
)

/** A drawing of linked articles, an orphan and a broken link. */
const WebPicture = () => (
  <svg className={styles.webPicture} viewBox="0 0 260 150" aria-hidden="true">
    <path d="M60 40 130 78M130 78 205 44M130 78 84 120M60 40 84 120M205 44 60 40" />
    <path className={styles.isBroken} d="M205 44 236 104" />
    <circle cx="130" cy="78" r="15" />
    <circle cx="60" cy="40" r="10" />
    <circle cx="205" cy="44" r="10" />
    <circle cx="84" cy="120" r="8" />
    <circle className={styles.isOrphan} cx="172" cy="124" r="9" />
    <path className={styles.isBroken} d="m231 104 10 10m0-10-10 10" />
  </svg>
)

const NoArticles = () => (
  <EmptyList
    title="No published articles yet"
    lead="Once you have some, this page shows how they link to each other."
  >
    <Link className="button is-primary" to="/publisher">
      Write the first one
    </Link>
  </EmptyList>
)
