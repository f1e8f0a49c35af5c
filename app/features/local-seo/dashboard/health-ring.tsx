import styles from './dashboard.module.css'

const RADIUS = 52
const AROUND = 2 * Math.PI * RADIUS

/** Shows a percentage as a part of a ring, with the number inside. */
export const HealthRing = ({ score }: { score: number }) => (
  <div className={styles.ring}>
    <svg viewBox="0 0 120 120" aria-hidden="true">
      <circle className={styles.ringRoom} cx="60" cy="60" r={RADIUS} />
      <circle
        className={score === 100 ? styles.isWhole : undefined}
        cx="60"
        cy="60"
        r={RADIUS}
        strokeDasharray={`${(score / 100) * AROUND} ${AROUND}`}
        transform="rotate(-90 60 60)"
      />
    </svg>
    <p>
      <b>{score}%</b>
      <span className="sr-only"> of the checks are passed</span>
    </p>
  </div>
)
