import { Link } from 'react-router'
import { Bar } from '../../../ui/bar.tsx'
import { BAND_WIDTH, PAGES_PATH } from './landing-pages.ts'
import { GATE } from './score.ts'
import styles from './landing-pages.module.css'

const toLast = (band: number) => (band === 9 ? 100 : band * BAND_WIDTH + 9)

/** Marks the bands below the gate, and the first one above it. */
function toClass(from: number): string | undefined {
  if (from < GATE) return styles.isBelow
  return from - BAND_WIDTH < GATE ? styles.isGate : undefined
}

/** Shows the number of pages with a score of each band. */
export function ScoreHistogram({ bands }: { bands: number[] }) {
  const most = Math.max(1, ...bands)
  return (
    <section className="panel" aria-labelledby="scores">
      <h2 id="scores">Scores</h2>
      <table className={styles.scoreBands}>
        <caption className="sr-only">How many pages have which score</caption>
        <thead>
          <tr>
            {bands.map((_, band) => (
              <th key={toLast(band)} scope="col">
                {band * BAND_WIDTH}
                <span className={styles.bandEnd}>–{toLast(band)}</span>
                <span className="sr-only"> points</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr>
            {bands.map((count, band) => (
              <td key={toLast(band)} className={toClass(band * BAND_WIDTH)}>
                {count > 0 ? (
                  <Link to={`${PAGES_PATH}?band=${band}#pages`}>{count.toLocaleString('en-US')}</Link>
                ) : (
                  0
                )}
                <Bar share={count / most} isUpright />
              </td>
            ))}
          </tr>
        </tbody>
      </table>
      <p className="text-small text-muted">
        45 points for being unlike the other pages of the service, 35 for what is local, 20 for not being
        thin. Pages with fewer than {GATE} are below the gate, which is the dotted line.
      </p>
    </section>
  )
}
