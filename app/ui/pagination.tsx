import { toPageList, toPageUrl } from '../shared/page-list.ts'
import { useSay } from './language.ts'

interface PaginationProps {
  page: number
  pageCount: number
  /** URL of the first page; the others add `?page=`. */
  pathname: string
  /** Position of the list on the page, such as `#list`; without it, links lead to the top of the page. */
  hash?: string
}

/** The links to the other pages of a list (spec §2). A list of one page has none. */
export function Pagination({ page, pageCount, pathname, hash = '' }: PaginationProps) {
  const say = useSay()
  if (pageCount <= 1) return null
  const address = (number: number) => toPageUrl(pathname, number) + hash
  return (
    <nav aria-label={say('Pagination')}>
      <ul className="pager">
        <li>
          <Step label={say('Previous')} rel="prev" href={page > 1 ? address(page - 1) : undefined} />
        </li>
        {toPageList(page, pageCount).map((item, index) => (
          // There may be two gaps, and a gap has no number that could be its key.
          <li key={item === 'ellipsis' ? `gap-${index}` : item}>
            {item === 'ellipsis' ? (
              <span>…</span>
            ) : (
              <a
                href={address(item)}
                aria-label={say('Page {n}', { n: item })}
                aria-current={item === page ? 'page' : undefined}
              >
                {item}
              </a>
            )}
          </li>
        ))}
        <li>
          <Step label={say('Next')} rel="next" href={page < pageCount ? address(page + 1) : undefined} />
        </li>
      </ul>
    </nav>
  )
}

function Step({ label, rel, href }: { label: string; rel: string; href: string | undefined }) {
  if (!href) return <span aria-disabled="true">{label}</span>
  return (
    <a href={href} rel={rel}>
      {label}
    </a>
  )
}
