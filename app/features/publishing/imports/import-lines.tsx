import { Link } from 'react-router'
import { type CurrentImport, type ImportedArticle, type RefusedItem } from './imports.ts'
import styles from './imports.module.css'

/** Lists articles of a file; imported ones are links. */
export function ArticleLines({ title, articles }: { title: string; articles: ImportedArticle[] }) {
  if (articles.length === 0) return null
  return (
    <section className="panel" aria-labelledby="articles">
      <h2 id="articles">{title}</h2>
      <ul className={styles.lines}>
        {articles.map((article) => (
          <li key={article.position}>
            <ArticleTitle article={article} />
            <span className="text-muted">{toKind(article)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

const ArticleTitle = ({ article: { title, articleId } }: { article: ImportedArticle }) =>
  articleId ? (
    <Link className="link font-[550] wrap-anywhere" to={`/articles/${articleId}`}>
      {title}
    </Link>
  ) : (
    <span className="font-[550] wrap-anywhere">{title}</span>
  )

function toKind({ isChange, isPublic }: ImportedArticle): string {
  if (isChange) return 'Changed'
  return isPublic ? 'Public' : 'Draft'
}

interface RefusedLinesProps {
  refused: RefusedItem[]
  count: number
  isOpen?: boolean
}

/** Lists the items that cannot be imported, each with its position in the file and the reason. */
export function RefusedLines({ refused, count, isOpen = false }: RefusedLinesProps) {
  if (count === 0) return null
  return (
    <details className="panel fold" open={isOpen}>
      <summary className="font-semibold">Refused: {count.toLocaleString('en-US')}</summary>
      <ul className={`${styles.lines} ${styles.isRefused}`}>
        {refused.map(({ position, place, title, problem }) => (
          <li key={position}>
            <span className="text-muted wrap-anywhere">{place}</span>
            {title && <span className="font-[550] wrap-anywhere">{title}</span>}
            <span className="wrap-anywhere">{problem}</span>
          </li>
        ))}
      </ul>
      {count > refused.length && (
        <p className="text-small text-muted">and {(count - refused.length).toLocaleString('en-US')} more</p>
      )}
    </details>
  )
}

/** Lists the items that are not articles, by kind. */
export function LeftOutLines({ leftOut, count }: { leftOut: CurrentImport['leftOut']; count: number }) {
  if (count === 0) return null
  return (
    <details className="panel fold">
      <summary className="font-semibold">Left out: {count.toLocaleString('en-US')}</summary>
      <ul className={styles.lines}>
        {leftOut.map(({ problem, count: times }) => (
          <li key={problem}>
            <span className="wrap-anywhere">{problem}</span>
            <span className="text-muted">{times.toLocaleString('en-US')}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}
