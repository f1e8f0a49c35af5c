import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { PageRange } from '../shared/page-list.ts'
import { Icon } from './icon.tsx'
import { Pagination } from './pagination.tsx'

interface ListProps {
  title: string
  /** Instead of the title with `actions` beside it. */
  head?: ReactNode
  actions?: ReactNode
  filter?: ReactNode
  /** The shown page, with the URL of the first one; undefined if the list has one page. */
  pages?: PageRange & { path: string }
  /** Its position on the screen, which the links to its pages lead to. */
  id?: string
  /** The rows, or a sentence that there are none. */
  children: ReactNode
}

/** The panel of a list: its title, its filter, its rows and its pages. */
export const List = ({ title, head, actions, filter, pages, id = 'list', children }: ListProps) => (
  <section className="panel" id={id} aria-label={title}>
    {head ?? (
      <div className="results-head">
        <h2>{title}</h2>
        {actions}
      </div>
    )}
    {filter}
    {children}
    {pages && pages.pageCount > 1 && (
      <div className="mt-5">
        <Pagination page={pages.page} pageCount={pages.pageCount} pathname={pages.path} hash={`#${id}`} />
      </div>
    )}
  </section>
)

interface NoneFoundProps {
  /** Path of the whole list, if no filter bar links to it. */
  path?: string
  children: ReactNode
}

/** The sentence instead of the rows if the filter finds none. */
export const NoneFound = ({ path, children }: NoneFoundProps) => (
  <p className="none-yet">
    {children}
    {path !== undefined && (
      <>
        {' '}
        <Link className="link" to={path} preventScrollReset>
          Show all
        </Link>
      </>
    )}
  </p>
)

/** The sentence instead of the rows of a list of faults that has none. */
export const AllWell = ({ children }: { children: ReactNode }) => (
  <p className="all-well">
    <Icon name="check" />
    {children}
  </p>
)

interface EmptyListProps {
  /** Above the title. */
  picture?: ReactNode
  title: string
  lead: ReactNode
  /** The first steps. */
  children?: ReactNode
}

/** The panel instead of a list that has nothing yet. */
export const EmptyList = ({ picture, title, lead, children }: EmptyListProps) => (
  <section className="panel max-w-narrow">
    {picture}
    <h2>{title}</h2>
    <p className="panel-lead">{lead}</p>
    {children}
  </section>
)
