import { toPageUrl } from '../../../shared/page-list.ts'
import { useSay } from '../../../ui/language.ts'

interface BeyondLastPageProps {
  /** The path of the list. */
  pathname: string
  pageCount: number
}

/** Says that a list has no such page, and leads to its last one. */
export function BeyondLastPage({ pathname, pageCount }: BeyondLastPageProps) {
  const say = useSay()
  return (
    <div className="py-gap text-center">
      <p className="headline text-headline">{say('This page does not exist.')}</p>
      <p className="mt-3 text-muted">
        {say('The list ends before it.')}{' '}
        <a className="link" href={toPageUrl(pathname, pageCount)}>
          {say('Go to its last page')}
        </a>
      </p>
    </div>
  )
}
