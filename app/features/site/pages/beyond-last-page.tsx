import { toPageUrl } from '../../../shared/page-list.ts'

interface BeyondLastPageProps {
  /** The path of the list. */
  pathname: string
  pageCount: number
}

/** Says that a list has no such page, and leads to its last one. */
export const BeyondLastPage = ({ pathname, pageCount }: BeyondLastPageProps) => (
  <div className="py-gap text-center">
    <p className="headline text-headline">This page does not exist.</p>
    <p className="mt-3 text-muted">
      The list ends before it.{' '}
      <a className="link" href={toPageUrl(pathname, pageCount)}>
        Go to its last page
      </a>
    </p>
  </div>
)
