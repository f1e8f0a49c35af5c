import { toShortDate } from '../../../shared/dates.ts'
import { countLabels } from './messages.ts'
import type { PageCount } from './audit.ts'
import styles from './audit.module.css'
import { formatCount } from '../../../shared/text.ts'

type Series = keyof typeof countLabels

const SERIES = Object.keys(countLabels) as Series[]
const WIDTH = 1000
const HEIGHT = 100

const toDay = (day: string) => toShortDate(new Date(day))

/**
 * Shows the number of the account's pages in each state, for each day. It draws lines, and has a table for screen
 * readers.
 */
export function CountsChart({ history }: { history: PageCount[] }) {
  const [first, last] = [history[0], history.at(-1)]
  if (!first || !last) return null
  const most = Math.max(1, ...history.flatMap((count) => SERIES.map((series) => count[series])))
  const scale = { from: Date.parse(first.day), to: Date.parse(last.day), most }
  const shown = SERIES.filter((series) => history.some((count) => count[series] > 0))
  return (
    <section className="panel" aria-labelledby="counts">
      <h2 id="counts">Pages over time</h2>
      <ul className={styles.legend}>
        {shown.map((series) => (
          <li key={series}>
            <svg viewBox="0 0 24 4" aria-hidden="true">
              <path className={styles[series]} d="M0 2h24" />
            </svg>
            {countLabels[series]} <b>{formatCount(last[series])}</b>
          </li>
        ))}
      </ul>
      <div className={styles.plot}>
        <span className={styles.most} aria-hidden="true">
          {formatCount(most)}
        </span>
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
          <path className={styles.grid} d={`M0 0H${WIDTH}M0 ${HEIGHT / 2}H${WIDTH}M0 ${HEIGHT}H${WIDTH}`} />
          {shown.map((series) => (
            <path key={series} className={styles[series]} d={toLine(history, series, scale)} />
          ))}
        </svg>
        <p className={styles.days} aria-hidden="true">
          <span>{toDay(first.day)}</span>
          <span>{history.length === 1 ? 'A day is added every night.' : toDay(last.day)}</span>
        </p>
      </div>
      {/* The block is hidden, not the table: a table stays as wide as its content. */}
      <div className="sr-only">
        <CountsTable history={history} shown={shown} />
      </div>
    </section>
  )
}

/** The first and the last day in milliseconds, and the highest count. */
interface Scale {
  from: number
  to: number
  most: number
}

// A single day is a line across the whole chart.
function toLine(history: PageCount[], series: Series, { from, to, most }: Scale): string {
  const points = history.map((count) => {
    const x = to === from ? 0 : ((Date.parse(count.day) - from) / (to - from)) * WIDTH
    return `${round(x)} ${round(HEIGHT * (1 - count[series] / most))}`
  })
  return `M${points.join('L')}${to === from ? `H${WIDTH}` : ''}`
}

const round = (value: number) => Math.round(value * 10) / 10

const CountsTable = ({ history, shown }: { history: PageCount[]; shown: Series[] }) => (
  <table>
    <caption>Pages by day and state</caption>
    <thead>
      <tr>
        <th scope="col">Day</th>
        {shown.map((series) => (
          <th key={series} scope="col">
            {countLabels[series]}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {history.map((count) => (
        <tr key={count.day}>
          <th scope="row">{toDay(count.day)}</th>
          {shown.map((series) => (
            <td key={series}>{formatCount(count[series])}</td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)
