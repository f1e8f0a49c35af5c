import { Link } from 'react-router'
import { toShortDate } from '../../../shared/dates.ts'
import { toListUrl } from '../../../shared/page-list.ts'
import { FilterBar, FilterLinks } from '../../../ui/filter-bar.tsx'
import { AllWell, List, NoneFound } from '../../../ui/list.tsx'
import {
  type BrokenLink,
  linkFaults,
  type LinkReport,
  type ListedArticle,
  type Orphan,
  REPORT_LISTS,
  REPORT_PATH,
  type ReportList,
  type ReportPage,
} from './report.ts'
import { allLinked, allThere } from './messages.ts'
import styles from './report.module.css'

interface ReportListsProps {
  report: LinkReport
  listed: ReportPage
}

/** A list with at most this many rows needs no filter. */
const FEW = 5

const LABELS: Record<ReportList, string> = { broken: 'Broken links', orphans: 'Orphans' }

const toAddress = (list: ReportList, q = '') => toListUrl(REPORT_PATH, { list, q })

/** Shows one list of a report, broken links or orphans, with a filter by title and pages. */
export function ReportLists({ report, listed }: ReportListsProps) {
  const { query, rows } = listed
  const { list } = rows
  const links = REPORT_LISTS.map((one) => ({
    text: LABELS[one],
    count: report[one],
    to: toAddress(one),
    isCurrent: one === list,
  }))
  return (
    <List
      id="lists"
      title={LABELS[list]}
      head={
        <div className="filters">
          <FilterLinks label="Lists" links={links} />
          {(report[list] > FEW || query) && (
            <FilterBar path={REPORT_PATH} label="Find a title" query={query} kept={{ list }} />
          )}
        </div>
      }
      pages={{ ...listed, path: toAddress(list, query) }}
    >
      {report[list] === 0 ? (
        <AllWell>{list === 'broken' ? allThere : allLinked}</AllWell>
      ) : (
        <Rows listed={listed} />
      )}
    </List>
  )
}

function Rows({ listed: { rows, query, total } }: { listed: ReportPage }) {
  if (total === 0)
    return <NoneFound path={toAddress(rows.list)}>No title here has “{query}” in it.</NoneFound>
  return (
    <ul className="findings">
      {rows.list === 'broken'
        ? rows.links.map((link) => <BrokenRow key={`${link.id} ${link.place}`} link={link} />)
        : rows.orphans.map((orphan) => <OrphanRow key={orphan.id} orphan={orphan} />)}
    </ul>
  )
}

function BrokenRow({ link }: { link: BrokenLink }) {
  const { words, address, fault } = link
  return (
    <li>
      <p className={styles.brokenLink}>
        <span className={styles.brokenWords}>{words || 'A link without words'}</span>
        <code>{address}</code>
      </p>
      <p className="state text-bad">{linkFaults[fault]}</p>
      <p className="finding-in">
        in <Title article={link} />
      </p>
    </li>
  )
}

function OrphanRow({ orphan }: { orphan: Orphan }) {
  const { publishedAt, outbound } = orphan
  return (
    <li>
      <p className="font-semibold wrap-anywhere">
        <Title article={orphan} />
      </p>
      <p className="finding-in">
        {publishedAt && `Published ${toShortDate(publishedAt)} · `}
        {outbound === 0 ? 'links to no other' : `links to ${outbound} ${outbound === 1 ? 'other' : 'others'}`}
      </p>
    </li>
  )
}

const Title = ({ article: { id, title, isChanged } }: { article: ListedArticle }) => (
  <>
    <Link className="link" to={`/articles/${id}`}>
      {title}
    </Link>
    {isChanged && <span className="changed-since">Changed since</span>}
  </>
)
