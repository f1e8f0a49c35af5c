import { Link } from 'react-router'
import { Bar } from '../../../ui/bar.tsx'
import { Tiles } from '../../../ui/tiles.tsx'
import { FIXER_PATH } from '../fixer/fixer.ts'
import { type LinkReport, SPREAD } from './report.ts'
import styles from './report.module.css'
import { formatCount } from '../../../shared/text.ts'

/** Shows the numbers of a report as tiles, a chart and a list of the most linked articles. */
export const ReportFigures = ({ report }: { report: LinkReport }) => (
  <>
    <Tiles
      tiles={[
        { label: 'Articles', value: report.articles },
        { label: 'Links between them', value: report.links },
        { label: 'Orphans', value: report.orphans, tone: 'warn' },
        { label: 'Broken links', value: report.broken, tone: 'bad' },
      ]}
    />
    <div className={styles.pictures}>
      <Spread report={report} />
      <MostLinked report={report} />
    </div>
  </>
)

/** Shows the articles by their number of inbound links, and the shares of healthy, weak and orphaned ones. */
const Spread = ({ report }: { report: LinkReport }) => (
  <section className="panel" aria-labelledby="spread">
    <h2 id="spread">Links to each article</h2>
    <SpreadTable spread={report.spread} />
    <Health report={report} />
  </section>
)

function SpreadTable({ spread }: Pick<LinkReport, 'spread'>) {
  const most = Math.max(1, ...spread)
  return (
    <table className={styles.spread}>
      <caption className="sr-only">How many articles have how many links from others</caption>
      <thead>
        <tr>
          {SPREAD.map(({ label }) => (
            <th key={label} scope="col">
              {label}
              <span className="sr-only"> links</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        <tr>
          {spread.map((count, index) => (
            <td key={SPREAD[index]?.label}>
              {formatCount(count)}
              <Bar share={count / most} isUpright />
            </td>
          ))}
        </tr>
      </tbody>
    </table>
  )
}

function Health({ report: { articles, orphans, weak } }: { report: LinkReport }) {
  const parts = [
    { tone: undefined, fill: 'fill-ok', label: 'healthy', count: articles - orphans - weak },
    { tone: styles.isWeak, fill: 'fill-edge', label: 'weak', count: weak },
    { tone: styles.isWarn, fill: 'fill-warn', label: orphans === 1 ? 'orphan' : 'orphans', count: orphans },
  ]
  const toShare = (count: number) => `${(100 * count) / Math.max(1, articles)}%`
  return (
    <>
      <svg className="share-bar" aria-hidden="true">
        {parts.map(({ fill, count }, index) => {
          const before = parts.slice(0, index).reduce((sum, part) => sum + part.count, 0)
          return <rect key={fill} className={fill} x={toShare(before)} width={toShare(count)} height="100%" />
        })}
      </svg>
      <ul className={styles.health}>
        {parts.map(({ tone, fill, label, count }) => (
          <li key={fill} className={tone}>
            <b>{formatCount(count)}</b> {label}
          </li>
        ))}
      </ul>
      <p className="text-small text-muted">
        Healthy: at least three articles link to it, and it links to at least two. An orphan is linked by
        none.
      </p>
    </>
  )
}

function MostLinked({ report: { mostLinked } }: { report: LinkReport }) {
  const most = mostLinked[0]?.inbound ?? 1
  return (
    <section className="panel" aria-labelledby="most-linked">
      <h2 id="most-linked">Most linked</h2>
      {mostLinked.length === 0 ? (
        <p className="panel-lead">
          None of your articles links to another yet.{' '}
          <Link className="link" to={FIXER_PATH}>
            Fix All Backlinks
          </Link>{' '}
          does that for posts with a canonical URL.
        </p>
      ) : (
        <ol className={styles.mostLinked}>
          {mostLinked.map(({ id, title, inbound }) => (
            <li key={id}>
              <Link to={`/articles/${id}`}>{title}</Link>
              <span className={styles.mostLinkedCount}>
                {formatCount(inbound)}
                <span className="sr-only"> {inbound === 1 ? 'article links' : 'articles link'} to it</span>
              </span>
              <Bar share={inbound / most} />
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}
