import { Form, Link } from 'react-router'
import { toShortDate } from '../../../shared/dates.ts'
import { FilterField } from '../../../ui/filter-field.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Pagination } from '../../../ui/pagination.tsx'
import {
  type BrokenLink,
  linkFaults,
  type LinkReport,
  type ListedArticle,
  type Orphan,
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

const toAddress = (list: ReportList, query = '') =>
  `${REPORT_PATH}?${new URLSearchParams({ list, ...(query && { q: query }) })}`

/** Shows one list of a report, broken links or orphans, with a filter by title and pages. */
export function ReportLists({ report, listed }: ReportListsProps) {
  const { rows, query, page, pageCount } = listed
  const isEmpty = report[rows.list] === 0
  return (
    <section className="panel" id="lists" aria-label={LABELS[rows.list]}>
      <div className="filters">
        <nav aria-label="Lists">
          {(['broken', 'orphans'] as const).map((list) => (
            <Link
              key={list}
              to={toAddress(list)}
              preventScrollReset
              aria-current={list === rows.list ? 'true' : undefined}
            >
              {LABELS[list]} <b>{report[list].toLocaleString('en-US')}</b>
            </Link>
          ))}
        </nav>
        {(report[rows.list] > FEW || query) && <TitleFilter list={rows.list} query={query} />}
      </div>
      {isEmpty ? <NothingFound list={rows.list} /> : <Rows listed={listed} />}
      <div className="mt-5">
        <Pagination page={page} pageCount={pageCount} pathname={toAddress(rows.list, query)} hash="#lists" />
      </div>
    </section>
  )
}

const TitleFilter = ({ list, query }: { list: ReportList; query: string }) => (
  <search>
    <Form action={REPORT_PATH} preventScrollReset>
      <input type="hidden" name="list" value={list} />
      <FilterField label="Find a title" query={query} />
    </Form>
  </search>
)

const NothingFound = ({ list }: { list: ReportList }) => (
  <p className="all-well">
    <Icon name="check" />
    {list === 'broken' ? allThere : allLinked}
  </p>
)

function Rows({ listed: { rows, query, total } }: { listed: ReportPage }) {
  if (total === 0)
    return (
      <p className="none-yet">
        No title here has “{query}” in it.{' '}
        <Link className="link" to={toAddress(rows.list)} preventScrollReset>
          Show all
        </Link>
      </p>
    )
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
