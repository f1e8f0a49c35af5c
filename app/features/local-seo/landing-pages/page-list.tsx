import { Form, Link } from 'react-router'
import { FilterField } from '../../../ui/filter-field.tsx'
import { Pagination } from '../../../ui/pagination.tsx'
import { AdviceList } from './advice-list.tsx'
import {
  landingPagePath,
  type ListedPage,
  PAGE_STATES,
  type PageFilter,
  type PageState,
  PAGES_PATH,
  type PagesScreen,
} from './landing-pages.ts'
import { listAdvice, STATE_LABELS } from './messages.ts'
import styles from './landing-pages.module.css'

interface PageListProps {
  listed: PagesScreen['listed']
  filter: PageFilter
}

/** The list of an account's pages, those with the fewest points first. */
export function PageList({ listed: { rows, total, page, pageCount }, filter }: PageListProps) {
  return (
    <section className="panel" id="pages" aria-labelledby="pages-title">
      <h2 id="pages-title">Pages</h2>
      <Filters filter={filter} />
      {total === 0 ? (
        <p className="none-yet">
          No page is like that.{' '}
          <Link className="link" to={PAGES_PATH} preventScrollReset>
            Show all
          </Link>
        </p>
      ) : (
        <div className={styles.table}>
          <table>
            <caption className="sr-only">Landing pages</caption>
            <thead>
              <tr>
                <th scope="col">Page</th>
                <th scope="col">Score and hints</th>
                <th scope="col">State</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <Row key={row.id} row={row} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      <div className="mt-5">
        <Pagination page={page} pageCount={pageCount} pathname={toAddress(filter)} hash="#pages" />
      </div>
    </section>
  )
}

const toAddress = ({ state, band, query }: PageFilter) => {
  const search = new URLSearchParams({
    ...(state && { state }),
    ...(band !== undefined && { band: String(band) }),
    ...(query && { q: query }),
  }).toString()
  return search ? `${PAGES_PATH}?${search}` : PAGES_PATH
}

const Filters = ({ filter: { state, band, query } }: Pick<PageListProps, 'filter'>) => (
  <search>
    <Form action={PAGES_PATH} preventScrollReset className={styles.filters}>
      {band !== undefined && <input type="hidden" name="band" value={band} />}
      <FilterField label="City or service" query={query} />
      <select key={state} className="input" name="state" defaultValue={state ?? ''} aria-label="State">
        <option value="">All states</option>
        {PAGE_STATES.map((one) => (
          <option key={one} value={one}>
            {STATE_LABELS[one]}
          </option>
        ))}
      </select>
      <button className="button" type="submit">
        Filter
      </button>
    </Form>
  </search>
)

// Readers see the pages of the first two states.
const STATE_TONES: Record<PageState, string> = {
  published: 'text-ok',
  noindex: 'text-warn',
  unpublished: 'text-warn',
  retired: 'text-muted',
}

function Row({ row }: { row: ListedPage }) {
  const { slug, metaTitle, state } = row
  const isShown = state === 'published' || state === 'noindex'
  return (
    <tr>
      <td className={styles.name}>
        {isShown ? (
          <a className="link" href={landingPagePath({ slug })}>
            {metaTitle}
          </a>
        ) : (
          metaTitle
        )}
        {state === 'unpublished' && (
          <Link className="link" to={`${PAGES_PATH}/${row.id}`}>
            Preview
          </Link>
        )}
        <code>/{slug}</code>
      </td>
      <td className={styles.score}>
        <Score page={row} />
      </td>
      <td className={styles.state}>
        <span className={`state ${STATE_TONES[state]}`}>{STATE_LABELS[state]}</span>
      </td>
    </tr>
  )
}

function Score({ page }: { page: ListedPage }) {
  const { score, parts } = page
  if (!parts) return '–'
  const { length } = listAdvice(page)
  return (
    <details className="fold">
      <summary>
        {score}
        {length > 0 && <span className="text-muted"> · {length === 1 ? '1 hint' : `${length} hints`}</span>}
      </summary>
      <dl>
        <dt>Unlike others</dt>
        <dd>{parts.similarity} of 45</dd>
        <dt>Local</dt>
        <dd>{parts.local} of 35</dd>
        <dt>Not thin</dt>
        <dd>{parts.thin} of 20</dd>
      </dl>
      <AdviceList page={page} />
    </details>
  )
}
