import { countOf } from '../../../shared/text.ts'
import { Form, Link } from 'react-router'
import { toMoment } from '../../../shared/dates.ts'
import { AccountField } from '../../../shell/account-field.tsx'
import { Button } from '../../../ui/button.tsx'
import { IgnoreEnter } from '../../../ui/ignore-enter.tsx'
import { EmptyList } from '../../../ui/list.tsx'
import { Tiles } from '../../../ui/tiles.tsx'
import { Toast } from '../../../ui/toast.tsx'
import { findOpen, GenerationNews, type GenerationNewsProps } from './generation-news.tsx'
import {
  type Contact,
  type PageFilter,
  PAGES_PATH,
  type PagesScreen,
  TEMPLATE_PATH,
} from './landing-pages.ts'
import { generationFailed, toTallyMessage } from './messages.ts'
import { MissingContact } from './missing-contact.tsx'
import { PageList } from './page-list.tsx'
import type { GenerationRun } from './queries.server.ts'
import { ScoreHistogram } from './score-histogram.tsx'
import styles from './landing-pages.module.css'

interface PagesViewProps extends PagesScreen, GenerationNewsProps {
  filter: PageFilter
  /** The number of pairs of a service and a city. */
  pairs: number
  /** What the pages say about their business. */
  contact: Contact
  /** True if a language model is configured. */
  canWrite: boolean
  /** True if the form is being sent. */
  busy: boolean
}

/** The screen of an account's landing pages, with their counts, their scores, and advice. */
export function PagesView({ run, live, refusal, isAwaited, busy, ...shown }: PagesViewProps) {
  const { pairs, filter, canWrite, contact, ...screen } = shown
  const isOpen = findOpen({ run, live }) !== undefined
  const hasPages = Object.values(screen.counts).some((count) => count > 0)
  if (!hasPages && pairs === 0) return <NothingYet refusal={refusal} />
  return (
    <div className="panels">
      <Head standing={toStanding(run, pairs)} busy={busy || isOpen} canWrite={canWrite} />
      <GenerationNews {...{ run, live, refusal, isAwaited }} />
      {hasPages && <MissingContact contact={contact} />}
      {hasPages && <Pages screen={screen} filter={filter} />}
    </div>
  )
}

const Head = ({ standing, busy, canWrite }: { standing: string; busy: boolean; canWrite: boolean }) => (
  <div className="report-head">
    <output>{standing}</output>
    <div className={styles.actions}>
      <Link className="button" to={TEMPLATE_PATH}>
        Edit Template
      </Link>
      <Form method="post" action={PAGES_PATH} preventScrollReset className={styles.actions}>
        <IgnoreEnter />
        <AccountField />
        {canWrite && (
          <label className={styles.choice}>
            <input type="checkbox" name="usesModel" value="yes" /> Have a language model write a paragraph for
            each
          </label>
        )}
        <Button isPrimary busy={busy} busyText="Generating...">
          Generate Landing Pages
        </Button>
      </Form>
    </div>
  </div>
)

const Pages = ({
  screen: { counts, bands, listed },
  filter,
}: {
  screen: PagesScreen
  filter: PageFilter
}) => (
  <>
    <Tiles
      tiles={[
        { label: 'Generated', value: counts.published + counts.noindex + counts.unpublished },
        { label: 'Published', value: counts.published, tone: 'ok' },
        { label: 'Below the gate', value: counts.noindex + counts.unpublished, tone: 'warn' },
        { label: 'Retired', value: counts.retired },
      ]}
    />
    <ScoreHistogram bands={bands} />
    <PageList listed={listed} filter={filter} />
  </>
)

function toStanding(run: GenerationRun | undefined, pairs: number): string {
  if (run?.state === 'done' && run.finishedAt && run.tally)
    return `Made ${toMoment(run.finishedAt)}: ${toTallyMessage(run.tally)}`
  return `Your cities and services make ${countOf(pairs, 'page', 'pages')}.`
}

const NothingYet = ({ refusal }: { refusal: string | undefined }) => (
  <EmptyList
    title="No landing pages yet"
    lead="Each of your services in each of your cities becomes a page of its own, with what you know about the place. Add a city and a service first."
  >
    {refusal && <Toast title={generationFailed} description={refusal} tone="bad" />}
    <p className={styles.actions}>
      <a className="button is-primary" href="/manage-cities">
        Add Cities
      </a>
      <a className="button" href="/manage-services">
        Add Services
      </a>
    </p>
  </EmptyList>
)
