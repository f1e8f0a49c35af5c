import { Link } from 'react-router'
import { Icon } from '../../../ui/icon.tsx'
import { NEW_SITE_PATH } from '../target-sites/target-sites.ts'
import type { FirstSteps as Steps } from './writing.ts'
import styles from './writing.module.css'

const STEPS: { name: keyof Steps; path: string; label: string; hint: string }[] = [
  { name: 'isNamed', path: '/seo-settings', label: 'Name your site', hint: 'The name is on every page.' },
  { name: 'hasSite', path: NEW_SITE_PATH, label: 'Add a site', hint: 'Articles are published to it.' },
  { name: 'hasWritten', path: '#main', label: 'Write', hint: 'The form is below.' },
  {
    name: 'hasImported',
    path: '/import',
    label: 'Bring old posts',
    hint: 'From WordPress, Ghost, Markdown and others.',
  },
]

/** What the owner of a new site does first. Each step is ticked as soon as it is done. */
export const FirstSteps = ({ steps }: { steps: Steps | undefined }) =>
  steps && (
    <section className="panel mb-5" aria-labelledby="first-steps">
      <h2 id="first-steps">Your first steps</h2>
      <ol className={styles.firstSteps}>
        {STEPS.map((step) => (
          <Step key={step.name} {...step} isDone={steps[step.name]} />
        ))}
      </ol>
    </section>
  )

const Step = ({ path, label, hint, isDone }: (typeof STEPS)[number] & { isDone: boolean }) => (
  <li data-done={isDone || undefined}>
    <Icon name={isDone ? 'check' : 'pen'} />
    <span>
      <Link className="link" to={path}>
        {label}
      </Link>
      {isDone && <span className="sr-only">, done</span>}
      <small>{hint}</small>
    </span>
  </li>
)
