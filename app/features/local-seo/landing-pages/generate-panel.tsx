import { Form } from 'react-router'
import { toMoment } from '../../../shared/dates.ts'
import { AccountField } from '../../../shell/account-field.tsx'
import { Button } from '../../../ui/button.tsx'
import { findOpen, GenerationNews, type GenerationNewsProps } from './generation-news.tsx'
import { toTallyMessage } from './messages.ts'
import type { GenerationRun } from './queries.server.ts'

interface GeneratePanelProps extends GenerationNewsProps {
  /** True if the form is being sent. */
  busy: boolean
}

/** The panel of the dashboard that generates landing pages (spec §2), with the result of the last run. */
export const GeneratePanel = ({ busy, ...news }: GeneratePanelProps) => (
  <>
    <section className="panel" aria-labelledby="generate">
      <h2 id="generate">Landing pages</h2>
      <p className="panel-lead">{toStanding(news.run)}</p>
      <Form method="post" preventScrollReset>
        <AccountField />
        <Button isPrimary busy={busy || findOpen(news) !== undefined} busyText="Generating...">
          Generate Landing Pages
        </Button>
      </Form>
    </section>
    <GenerationNews {...news} />
  </>
)

const toStanding = (run: GenerationRun | undefined): string =>
  run?.finishedAt && run.tally
    ? `Made ${toMoment(run.finishedAt)}: ${toTallyMessage(run.tally)}`
    : 'One page for each service in each city, with what you know about the place.'
