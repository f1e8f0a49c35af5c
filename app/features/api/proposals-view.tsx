import type { ReactNode } from 'react'
import { Form, Link } from 'react-router'
import { toMoment } from '../../shared/dates.ts'
import { capitalise } from '../../shared/text.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Toast } from '../../ui/toast.tsx'
import type { ListedProposal, Proposal } from './proposals.ts'
import type { ProposedField } from './tools.ts'

/** Returns the name of a field as words: `siteIds` is 'Sites'. */
const toLabel = (name: string): string =>
  capitalise(
    name.replace(/Ids?$/, (end) => end.slice(2)).replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`),
  )

/** A proposal with what its operation does, in words. */
type Shown<Row> = Row & { summary: string }

const STATES = { waiting: 'Waits for a person', accepted: 'Accepted', refused: 'Refused' }

interface ProposalsViewProps {
  proposals: Shown<ListedProposal>[]
  toast: string | undefined
}

/** What agents have proposed, and what became of it. */
export const ProposalsView = ({ proposals, toast }: ProposalsViewProps) => (
  <section className="panel max-w-narrow" aria-labelledby="proposals">
    <h2 id="proposals">What agents propose</h2>
    {proposals.length === 0 ? (
      <p className="max-w-prose text-muted">
        No agent has proposed anything. An agent asks at /mcp with a token of Account → API access. It changes
        nothing before a person accepts it here.
      </p>
    ) : (
      <ul>
        {proposals.map(({ id, summary, agent, person, state, madeAt }) => (
          <li key={id} className="border-t border-rule py-4 first:border-0 first:pt-0">
            <Link className="link font-[550]" to={`/proposals/${id}`}>
              {summary}
            </Link>
            <p className="text-small wrap-anywhere text-muted">
              {STATES[state]} · {agent}, for {person} · {toMoment(madeAt)}
            </p>
          </li>
        ))}
      </ul>
    )}
    {toast && <Toast title={toast} tone="ok" />}
  </section>
)

interface ProposalViewProps {
  proposal: Shown<Proposal>
  /** The title or the name of what it is about; empty for a new thing. */
  subject: string
  fields: ProposedField[]
  /** Draws two texts side by side. */
  compare: (field: ProposedField) => ReactNode
  error: string | undefined
  busy: boolean
}

/** One proposal, with its difference to what is there now. */
export function ProposalView({ proposal, subject, fields, compare, error, busy }: ProposalViewProps) {
  const { summary, agent, person, why, state, problem, madeAt, request } = proposal
  return (
    <div className="grid gap-5">
      {error && <Notice>{error}</Notice>}
      <section className="panel" aria-labelledby="proposal">
        <h2 id="proposal" className="wrap-anywhere">
          {summary}
        </h2>
        {subject && <p className="mb-2 font-[550] wrap-anywhere">{subject}</p>}
        <p className="text-small wrap-anywhere text-muted">
          {STATES[state]} · {agent}, for {person} · {toMoment(madeAt)}
        </p>
        {why && <blockquote className="mt-3 max-w-prose wrap-anywhere">{why}</blockquote>}
        {problem && (
          <p className="mt-3 text-bad">
            {state === 'waiting' && 'The last attempt failed: '}
            {problem}
          </p>
        )}
        {fields.map((field) => (
          <div key={field.name} className="mt-5">
            <h3 className="font-[550]">{toLabel(field.name)}</h3>
            {compare(field)}
          </div>
        ))}
        {state !== 'waiting' && request.body === null && (
          <p className="mt-5 text-small text-muted">Its fields are kept only until somebody decides.</p>
        )}
        {state === 'waiting' && (
          <Form method="post" className="mt-5 flex gap-4">
            <Button isPrimary intent="accept" busy={busy} busyText="Accepting...">
              Accept
            </Button>
            <Button intent="refuse" busy={busy}>
              Refuse
            </Button>
          </Form>
        )}
      </section>
    </div>
  )
}
