import { Link } from 'react-router'
import { toShortDate } from '../../../shared/dates.ts'
import { toSchedulePath } from '../drafts/drafts.ts'
import type { EditableArticle } from '../writing.ts'

interface EditHeadProps {
  article: EditableArticle
  /** The next plan, as a sentence. */
  planned: string | undefined
}

/** The line above the form of an article, with its state and its last change. */
export function EditHead({ article, planned }: EditHeadProps) {
  const { id, url, state, publishedAt, updatedAt } = article
  return (
    <p className="mb-4 flex flex-wrap gap-x-4 gap-y-1 text-small text-muted">
      <Link className="link" to="/articles">
        All articles
      </Link>
      {publishedAt && <span>Published {toShortDate(publishedAt)}</span>}
      <span>
        {state === 'draft' ? 'Draft, changed' : 'Changed'} {toShortDate(updatedAt)}
      </span>
      {planned && (
        <Link className="link" to={toSchedulePath(id)}>
          {planned}
        </Link>
      )}
      {url && (
        <a className="link" href={url}>
          View it
        </a>
      )}
    </p>
  )
}
