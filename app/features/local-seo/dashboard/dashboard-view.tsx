import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Icon } from '../../../ui/icon.tsx'
import { HealthRing } from './health-ring.tsx'
import {
  type DashboardFacts,
  type HealthCheck,
  type OpenTask,
  QUICK_LINKS,
  SEO_FILES,
  toHealth,
} from './dashboard.ts'
import styles from './dashboard.module.css'

interface DashboardViewProps {
  facts: DashboardFacts
  tasks: OpenTask[]
  /** The panels with actions. */
  children: ReactNode
}

/** The SEO dashboard (spec §2). Shows how far the account's local SEO is set up, and links to its screens. */
export function DashboardView({ facts, tasks, children }: DashboardViewProps) {
  const { score, checks } = toHealth(facts)
  return (
    <div className={`panels ${styles.page}`}>
      <section className={`panel ${styles.health}`} aria-labelledby="health">
        <div className={styles.score}>
          <h2 id="health">Health score</h2>
          <HealthRing score={score} />
          <p className="text-small text-muted">{toVerdict(score, tasks)}</p>
        </div>
        <ul className={styles.checks} aria-label="Health checks">
          {checks.map((check) => (
            <Check key={check.path} check={check} />
          ))}
        </ul>
        <Tasks tasks={tasks} />
      </section>
      {children}
      <div className={styles.quiet}>
        <h2 id="seo-files">SEO files</h2>
        <ul aria-labelledby="seo-files">
          {SEO_FILES.map(({ path, note }) => (
            <li key={path}>
              {/* These files are no screens of the desk, so the browser loads them itself. */}
              <a className="link" href={path} title={note}>
                {path.slice(1)}
              </a>
            </li>
          ))}
        </ul>
        <h2 id="quick-links">Quick links</h2>
        <ul aria-labelledby="quick-links">
          {QUICK_LINKS.map(({ label, path, note }) => (
            <li key={path}>
              <Link className="link" to={path} title={note}>
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}

function toVerdict(score: number, tasks: OpenTask[]): string {
  if (score < 50) return 'The foundations are still missing.'
  if (score < 100) return 'On the way: see what is left.'
  return tasks.length > 0 ? 'The foundations are in place. See what to do next.' : 'Everything is in place.'
}

const Tasks = ({ tasks }: { tasks: OpenTask[] }) =>
  tasks.length > 0 && (
    <nav className={styles.tasks} aria-labelledby="tasks">
      <h3 id="tasks">What to do next</h3>
      <ul>
        {tasks.map(({ text, path }) => (
          <li key={text}>
            <Link className="link" to={path}>
              {text}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )

function Check({ check: { label, isPassed, finding, advice, path } }: { check: HealthCheck }) {
  return (
    <li className={isPassed ? styles.isPassed : undefined}>
      <Icon name={isPassed ? 'check' : 'clock'} />
      <div className="min-w-0">
        <p className="font-semibold">
          <Link className="link" to={path}>
            {label}
          </Link>
          <span className="sr-only">{isPassed ? ': passed' : ': not passed'}</span>
        </p>
        {!isPassed && <p className="text-small text-muted">{advice}</p>}
      </div>
      <p className={styles.finding}>{finding}</p>
    </li>
  )
}
