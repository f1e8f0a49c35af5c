import { Link } from 'react-router'
import { ARTICLES_PATH } from '../../writing/writing.ts'
import type { ChangeSummary } from './board.ts'
import { sayRefusal } from './messages.ts'
import styles from './board.module.css'

/** Names the articles that a change of several refused, or did not make as asked. The toast says why, and not which. */
export function RefusedArticles({ summary: { refused, total } }: { summary: ChangeSummary }) {
  if (refused.length === 0 || total < 2) return null
  return (
    <details className={`${styles.refused} fold`} open={refused.length <= 5}>
      <summary>
        {refused.length === 1
          ? '1 article was not changed as asked'
          : `${refused.length} articles were not changed as asked`}
      </summary>
      <ul>
        {refused.map(({ articleId, title, reason }) => (
          <li key={articleId}>
            {title && (
              <Link className="link" to={`${ARTICLES_PATH}/${articleId}`}>
                {title}
              </Link>
            )}{' '}
            <span className="text-muted">{sayRefusal(reason)}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}
