import { toShortDate } from '../../shared/dates.ts'
import { countLabels } from './messages.ts'
import type { PageCount } from './site-audit.ts'

type Series = keyof typeof countLabels

const SERIES = Object.keys(countLabels) as Series[]
const WIDTH = 1000
const HEIGHT = 100
const DAY_MS = 86_400_000

const toText = (count: number) => count.toLocaleString('en-US')
const toDay = (day: string) => toShortDate(new Date(day))

/** The account's pages by state over time: a line each, drawn for the eye, and a table for everybody else. */
export function CountsChart({ history }: { history: PageCount[] }) {
  const [first, last] = [history[0], history.at(-1)]
  if (!first || !last) return null
  const most = Math.max(1, ...history.flatMap((count) => SERIES.map((series) => count[series])))
  const shown = SERIES.filter((series) => history.some((count) => count[series] > 0))
  return (
    <section className="panel" aria-labelledby="counts">
      <h2 id="counts">Pages over time</h2>
      <ul className="counts-legend">
        {shown.map((series) => (
          <li key={series}>
            <svg viewBox="0 0 24 4" aria-hidden="true">
              <path className={`line-${series}`} d="M0 2h24" />
            </svg>
            {countLabels[series]} <b>{toText(last[series])}</b>
          </li>
        ))}
      </ul>
      <div className="counts-plot">
        <span className="counts-most" aria-hidden="true">
          {toText(most)}
        </span>
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
          <path className="counts-grid" d={`M0 0H${WIDTH}M0 ${HEIGHT / 2}H${WIDTH}M0 ${HEIGHT}H${WIDTH}`} />
          {shown.map((series) => (
            <path key={series} className={`line-${series}`} d={toLine(history, series, most)} />
          ))}
        </svg>
        <p className="counts-days" aria-hidden="true">
          <span>{toDay(first.day)}</span>
          <span>{history.length === 1 ? 'A day is added every night.' : toDay(last.day)}</span>
        </p>
      </div>
      {/* Hidden as a block: a table is as wide as what is in it. */}
      <div className="sr-only">
        <CountsTable history={history} shown={shown} />
      </div>
    </section>
  )
}

// One day alone is a line as long as the chart.
function toLine(history: PageCount[], series: Series, most: number): string {
  const start = Date.parse(history[0]?.day ?? '')
  const days = (Date.parse(history.at(-1)?.day ?? '') - start) / DAY_MS
  const points = history.map((count) => {
    const x = days === 0 ? 0 : ((Date.parse(count.day) - start) / DAY_MS / days) * WIDTH
    return `${round(x)} ${round(HEIGHT * (1 - count[series] / most))}`
  })
  return `M${points.join('L')}${days === 0 ? `H${WIDTH}` : ''}`
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
            <td key={series}>{toText(count[series])}</td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)
