import { type SyntheticEvent, useState } from 'react'
import { Link } from 'react-router'
import { Icon } from '../../../ui/icon.tsx'
import { FIRST_STEPS, type FirstStep } from './first-step-list.ts'
import { CLOSED_STEPS_COOKIE, type FirstSteps as Steps } from '../writing.ts'
import styles from '../writing.module.css'

/** Lists the first steps of the owner of a new site. Each is ticked as soon as it is done. A button closes the list for good. */
export function FirstSteps({ steps }: { steps: Steps | undefined }) {
  const [isClosed, setIsClosed] = useState(false)
  // Without scripts the server sets the cookie. With them the text that is being written stays as it is.
  const close = (event: SyntheticEvent) => {
    event.preventDefault()
    document.cookie = CLOSED_STEPS_COOKIE
    setIsClosed(true)
  }
  if (!steps || isClosed) return null
  return (
    <section className={styles.steps} aria-labelledby="first-steps">
      <h2 id="first-steps">Your first steps</h2>
      <ol className={styles.firstSteps}>
        {FIRST_STEPS.map((step) => (
          <Step key={step.name} {...step} isDone={steps[step.name]} />
        ))}
      </ol>
      <form method="post" action="/publisher" onSubmit={close}>
        <button
          type="submit"
          name="intent"
          value="close-steps"
          aria-label="Close: Your first steps"
          title="Close"
        >
          <Icon name="close" />
        </button>
      </form>
    </section>
  )
}

const Step = ({ path, label, isDone }: FirstStep & { isDone: boolean }) => (
  <li data-done={isDone || undefined}>
    <Icon name={isDone ? 'check' : 'pen'} />
    <Link className="link is-alone" to={path}>
      {label}
    </Link>
    {isDone && <span className="sr-only">, done</span>}
  </li>
)
