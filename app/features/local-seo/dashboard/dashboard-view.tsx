import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Icon } from '../../../ui/icon.tsx'
import { HealthRing } from './health-ring.tsx'
import { type DashboardFacts, type HealthCheck, QUICK_LINKS, SEO_FILES, toHealth } from './dashboard.ts'
import styles from './dashboard.module.css'

interface DashboardViewProps {
  facts: DashboardFacts
  /** The panels with actions. */
  children: ReactNode
}

/** The SEO dashboard (spec §2). Shows how far the account's local SEO is set up, and links to its screens. */
export function DashboardView({ facts, children }: DashboardViewProps) {
  const { score, checks } = toHealth(facts)
  return (
    <div className={`panels ${styles.page}`}>
      <section className={`panel ${styles.health}`} aria-labelledby="health">
        <div className={styles.score}>
          <h2 id="health">Health score</h2>
          <HealthRing score={score} />
          <p className="text-small text-muted">{VERDICTS[Math.floor(score / 50)]}</p>
        </div>
        <ul className={styles.checks} aria-label="Health checks">
          {checks.map((check) => (
            <Check key={check.path} check={check} />
          ))}
        </ul>
      </section>
      {children}
      <section className={`panel ${styles.files}`} aria-labelledby="seo-files">
        <h2 id="seo-files">SEO files</h2>
        <ul className={`${styles.links} ${styles.isWide}`}>
          {SEO_FILES.map(({ path, note }) => (
            <li key={path}>
              {/* These files are no screens of the desk: the browser loads them itself. */}
              <a href={path}>
                <b>{path.slice(1)}</b>
                <span>{note}</span>
              </a>
            </li>
          ))}
        </ul>
      </section>
      <nav className="panel" aria-labelledby="quick-links">
        <h2 id="quick-links">Quick links</h2>
        <ul className={`${styles.links} ${styles.isWide}`}>
          {QUICK_LINKS.map(({ label, path, note }) => (
            <li key={path}>
              <Link to={path}>
                <b>{label}</b>
                <span>{note}</span>
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  )
}

const VERDICTS = [
  'The foundations are still missing.',
  'On the way: see what is left.',
  'Everything is in place.',
]

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
