import { Form, Link } from 'react-router'
import { toZoneHint } from '../../../shared/dates.ts'
import { Button } from '../../../ui/button.tsx'
import { Field, toMarks } from '../../../ui/field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { TickAll } from '../../../ui/tick-all.tsx'
import { listGroups, type TargetSite } from '../../delivery/target-sites/target-sites.ts'
import { PlanItem } from './plan-item.tsx'
import { PlanToast } from './plan-toast.tsx'
import {
  CALENDAR_PATH,
  type PlanErrors,
  type PlanKind,
  type PlanOutcome,
  type Schedule,
  type TypedPlan,
} from './schedule.ts'
import { TimeZoneNote } from './time-zone-note.tsx'
import { useTimeZone } from './use-time-zone.ts'
import styles from './schedule.module.css'

interface ScheduleViewProps {
  schedule: Schedule
  sites: TargetSite[]
  timeZones: string[]
  busy: boolean
  outcome: PlanOutcome | undefined
  /** The values of a form that was refused. */
  typed: TypedPlan | undefined
  errors: PlanErrors | undefined
}

/** The screen that schedules an article. */
export function ScheduleView({ schedule, timeZones, busy, outcome, ...form }: ScheduleViewProps) {
  useTimeZone()
  const { title, back, timeZone, plans } = schedule
  return (
    <>
      <p className="mb-4 flex flex-wrap gap-x-4 text-small">
        <Link className="link" to={back}>
          Back to the text
        </Link>
        <Link className="link" to={CALENDAR_PATH}>
          Calendar
        </Link>
      </p>
      <section className="panel max-w-narrow" aria-labelledby="schedule">
        <h2 id="schedule" className="wrap-anywhere">
          Schedule “{title.trim() || 'Untitled'}”
        </h2>
        <p className="panel-lead">
          At the time that you choose, the text goes out as it is saved now. What you write afterwards waits
          until you publish it, or give it to the plan.
        </p>
        <TimeZoneNote {...{ timeZone, timeZones }} />
        {schedule.missing.length > 0 ? (
          <Notice isStanding>
            The text cannot be published as it is. Go back to it, and fill in what is missing.
          </Notice>
        ) : (
          <PlanForm key={plans.length} {...{ schedule, busy }} {...form} />
        )}
      </section>
      {plans.length > 0 && (
        <section className="panel mt-5 max-w-narrow" aria-labelledby="plans">
          <h2 id="plans">Plans</h2>
          <ul className={styles.plans}>
            {plans.map((plan) => (
              <PlanItem key={plan.id} {...{ plan, timeZone, busy }} />
            ))}
          </ul>
        </section>
      )}
      {!busy && outcome && <PlanToast outcome={outcome} />}
    </>
  )
}

const noErrors: NonNullable<ScheduleViewProps['errors']> = {}

function PlanForm({
  schedule,
  sites,
  busy,
  typed,
  errors = noErrors,
}: Pick<ScheduleViewProps, 'schedule' | 'sites' | 'busy' | 'typed' | 'errors'>) {
  const { proposed, siteIds, generateVariations } = schedule
  const start = typed ?? { kind: 'publish', dueAt: proposed, siteIds, varies: generateVariations }
  // Removal needs an article that is published, or is about to be.
  const kinds = schedule.state === 'live' || schedule.plans.length > 0 ? KINDS : KINDS.slice(0, 1)
  return (
    <Form method="post" className={styles.form}>
      <fieldset className={styles.kinds}>
        <legend>What happens</legend>
        {kinds.map(([kind, text]) => (
          <label key={kind}>
            <input type="radio" name="kind" value={kind} defaultChecked={kind === start.kind} /> {text}
          </label>
        ))}
      </fieldset>
      <Field
        label="When"
        name="dueAt"
        type="datetime-local"
        required
        defaultValue={start.dueAt}
        error={errors.dueAt}
        hint={toZoneHint(schedule.timeZone)}
      />
      <input type="hidden" name="timeZone" value={schedule.timeZone} />
      <SiteChoices sites={sites} selected={start.siteIds} error={errors.siteIds} />
      {start.varies && (
        <label className="choice">
          <input type="checkbox" name="varies" defaultChecked />
          <span>With a variation for each site</span>
        </label>
      )}
      <p>
        <Button isPrimary intent="plan" busy={busy} busyText="Planning...">
          Schedule
        </Button>
      </p>
    </Form>
  )
}

const KINDS: [PlanKind, string][] = [
  ['publish', 'Publish it on the selected sites'],
  ['take-off', 'Take it off the selected sites'],
  ['unpublish', 'Unpublish it everywhere'],
]

interface SiteChoicesProps {
  sites: TargetSite[]
  selected: string[]
  error: string | undefined
}

const SiteChoices = ({ sites, selected, error }: SiteChoicesProps) => (
  <fieldset>
    <legend>Target Sites</legend>
    {error && (
      <p id="error-siteIds" className="mb-2 text-small text-bad" data-answer>
        {error}
      </p>
    )}
    <TickAll count={sites.length} groups={listGroups(sites)} />
    <ul className={styles.sites}>
      {sites.map(({ id, name }) => (
        <li key={id}>
          <label className="choice">
            <input
              type="checkbox"
              name="siteIds"
              value={id}
              defaultChecked={selected.includes(id)}
              {...(error && toMarks('siteIds'))}
            />
            <span className="wrap-anywhere">{name}</span>
          </label>
        </li>
      ))}
    </ul>
  </fieldset>
)
