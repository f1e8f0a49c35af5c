import { Form, Link } from 'react-router'
import { Button } from '../../../ui/button.tsx'
import { toReviewPath } from '../approval/approval.ts'
import { planNotes, waitsForReview } from './messages.ts'
import { MovePlan } from './move-plan.tsx'
import type { Plan, PlanKind, PlannedText } from './schedule.ts'
import styles from './schedule.module.css'

/** The label of each kind of plan in lists. */
const KINDS: Record<PlanKind, string> = {
  publish: 'Publish',
  'take-off': 'Take it off',
  unpublish: 'Unpublish everywhere',
}

/** Shows one plan of an article, with the forms that move it, cancel it, and update its text. */
export function PlanItem({ plan, timeZone, busy }: { plan: Plan; timeZone: string; busy: boolean }) {
  const { id, kind, due, siteNames, madeBy, revision, result, text } = plan
  return (
    <li id={`plan-${id}`} className={styles.plan} data-result={result ?? 'waiting'}>
      <p className={styles.when}>{due}</p>
      <div>
        <p>
          <strong>{KINDS[kind]}</strong>
          {siteNames.length > 0 && `: ${siteNames.join(', ')}`}
        </p>
        <p className="text-small text-muted">
          {[revision !== null && `Revision ${revision}`, madeBy && `planned by ${madeBy}`]
            .filter(Boolean)
            .join(', ')}
        </p>
        {text && <TextToPublish title={plan.title} text={text} />}
        <PlanResult plan={plan} />
      </div>
      {plan.isRestorable && (
        <Form method="post" className={styles.planForms} preventScrollReset>
          <input type="hidden" name="planId" value={id} />
          <Button intent="restore" busy={busy}>
            Plan it again
          </Button>
        </Form>
      )}
      {result === null && (
        <div className={styles.planForms}>
          <MovePlan {...{ plan, timeZone, busy }} />
          <Form method="post" className="flex flex-wrap gap-2" preventScrollReset>
            <input type="hidden" name="planId" value={id} />
            {kind === 'publish' && (
              <Button intent="renew" busy={busy}>
                Use the newest text
              </Button>
            )}
            <Button intent="cancel" busy={busy}>
              Cancel it
            </Button>
          </Form>
        </div>
      )}
    </li>
  )
}

const TextToPublish = ({ title, text: { content, tags, isOlder } }: { title: string; text: PlannedText }) => (
  <>
    <details className={styles.text}>
      <summary>The text it will publish: “{title.trim() || 'Untitled'}”</summary>
      {tags !== '' && <p className="text-muted">Tags: {tags}</p>}
      <pre dir="auto">{content}</pre>
    </details>
    {isOlder && <p className="text-small">What is saved now is another text.</p>}
  </>
)

const Waiting = ({ articleId, revision }: Plan) => (
  <p className="text-small text-warn">
    {waitsForReview}{' '}
    <Link className="link is-alone" to={`${toReviewPath(articleId)}?planned=${revision}`}>
      Read it
    </Link>
  </p>
)

const RESULTS = { done: 'Done', refused: 'Not done', cancelled: 'Cancelled' }

function PlanResult({ plan }: { plan: Plan }) {
  const { result, notes, lateMin } = plan
  if (result === null) return plan.lacksApproval && <Waiting {...plan} />
  const late = lateMin > 1 ? [`It came ${lateMin} minutes late, because the server was not running.`] : []
  return (
    <p className={result === 'refused' ? 'text-small text-bad' : 'text-small'}>
      {[`${RESULTS[result]}.`, ...late, ...notes.map((note) => planNotes[note])].join(' ')}
    </p>
  )
}
