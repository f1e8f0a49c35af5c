import { Link } from 'react-router'
import { Icon } from '../../../ui/icon.tsx'
import { FIRST_STEPS, type FirstStep } from './first-step-list.ts'
import type { FirstSteps as Steps } from '../writing.ts'
import styles from '../writing.module.css'

/** Lists the first steps of the owner of a new site. Each step is ticked as soon as it is done. */
export const FirstSteps = ({ steps }: { steps: Steps | undefined }) =>
  steps && (
    <section className="panel mb-5" aria-labelledby="first-steps">
      <h2 id="first-steps">Your first steps</h2>
      <ol className={styles.firstSteps}>
        {FIRST_STEPS.map((step) => (
          <Step key={step.name} {...step} isDone={steps[step.name]} />
        ))}
      </ol>
    </section>
  )

const Step = ({ path, label, hint, isDone }: FirstStep & { isDone: boolean }) => (
  <li data-done={isDone || undefined}>
    <Icon name={isDone ? 'check' : 'pen'} />
    <span>
      <Link className="link is-alone" to={path}>
        {label}
      </Link>
      {isDone && <span className="sr-only">, done</span>}
      <small>{hint}</small>
    </span>
  </li>
)
