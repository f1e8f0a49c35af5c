import type { ReactNode } from 'react'
import { Link } from 'react-router'
import {
  countArticles,
  type CurrentImport,
  type ImportedArticle,
  type LostPictures,
  type MovedPictures,
  type RefusedItem,
  toFoundPath,
  type WordlessArticle,
} from './imports.ts'
import styles from './imports.module.css'

interface ArticleLinesProps {
  title: string
  hint?: string
  articles: ImportedArticle[]
}

/** Lists articles of a file. Each leads to the article, or to its preview if it is not imported yet. */
export function ArticleLines({ title, hint, articles }: ArticleLinesProps) {
  if (articles.length === 0) return null
  return (
    <section className="panel" aria-labelledby="articles">
      <h2 id="articles">{title}</h2>
      {hint && <p className="panel-lead">{hint}</p>}
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

const ArticleTitle = ({ article: { position, title, articleId } }: { article: Titled }) =>
  articleId ? (
    <Link className="link font-[550] wrap-anywhere" to={`/articles/${articleId}`}>
      {title}
    </Link>
  ) : (
    // The preview has no scripts, so the router must not draw it.
    <a className="link font-[550] wrap-anywhere" href={toFoundPath(position)}>
      {title}
    </a>
  )

type Titled = Pick<ImportedArticle, 'position' | 'title' | 'articleId'>

function toKind({ isChange, isPublic, plannedFor }: ImportedArticle): string {
  if (isChange) return 'Changed'
  if (plannedFor !== null) return `Planned for ${plannedFor}`
  return isPublic ? 'Public' : 'Draft'
}

interface RefusedLinesProps {
  title?: string
  refused: RefusedItem[]
  count: number
  isOpen?: boolean
}

/** Lists the items that are not imported, or not planned, each with its position in the file and the reason. */
export function RefusedLines({ title = 'Refused', refused, count, isOpen = false }: RefusedLinesProps) {
  if (count === 0) return null
  return (
    <details className="panel fold" open={isOpen}>
      <summary className="font-semibold">
        {title}: {count.toLocaleString('en-US')}
      </summary>
      <ul className={`${styles.lines} ${styles.isRefused}`}>
        {refused.map(({ position, place, title: name, problem }) => (
          <li key={position}>
            <span className="text-muted wrap-anywhere">{place}</span>
            {name && <span className="font-[550] wrap-anywhere">{name}</span>}
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

/** Lists the articles that lose words, each with these words. */
export function WordLines({ wordless, count }: { wordless: WordlessArticle[]; count: number }) {
  if (count === 0) return null
  return (
    <details className="panel fold" open>
      <summary className="font-semibold">Words that readers do not find: {countArticles(count)}</summary>
      <ul className={`${styles.lines} ${styles.isRefused}`}>
        {wordless.map((article) => (
          <li key={article.position}>
            <ArticleTitle article={article} />
            <span className="wrap-anywhere">{article.words.map((part) => `“${part}”`).join(', ')}</span>
          </li>
        ))}
      </ul>
      {count > wordless.length && (
        <p className="text-small text-muted">and {(count - wordless.length).toLocaleString('en-US')} more</p>
      )}
    </details>
  )
}

/** Lists the articles whose pictures do not all come in, each with these pictures. */
export function LostPictureLines({ lost: { count, articles } }: { lost: LostPictures }) {
  if (count === 0) return null
  return (
    <details className="panel fold" open>
      <summary className="font-semibold">Images that do not come in: {countArticles(count)}</summary>
      <ul className={`${styles.lines} ${styles.isRefused}`}>
        {articles.map((article) => (
          <li key={article.position}>
            <ArticleTitle article={article} />
            {article.pictures.map(({ address, problem }) => (
              <span key={address} className="wrap-anywhere">{`${address}: ${problem}`}</span>
            ))}
          </li>
        ))}
      </ul>
      {count > articles.length && (
        <p className="text-small text-muted">and {(count - articles.length).toLocaleString('en-US')} more</p>
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

/** Lists the pictures that were fetched, and those that stay where they are, each with the reason. */
export const PictureLines = ({ pictures: { fetched, left, lines } }: { pictures: MovedPictures }) => (
  <>
    {left > 0 && (
      <details className="panel fold" open>
        <summary className="font-semibold">
          Images that stay where they are: {left.toLocaleString('en-US')}
        </summary>
        <ul className={`${styles.lines} ${styles.isRefused}`}>
          {lines.flatMap(({ address, problem }) =>
            problem === null ? [] : <PictureLine key={address} address={address} note={problem} />,
          )}
        </ul>
      </details>
    )}
    {fetched > 0 && (
      <details className="panel fold">
        <summary className="font-semibold">Images fetched: {fetched.toLocaleString('en-US')}</summary>
        <ul className={`${styles.lines} ${styles.isRefused}`}>
          {lines.flatMap(({ address, path }) =>
            path === null ? (
              []
            ) : (
              <PictureLine key={address} address={address} note={<PictureLink path={path} />} />
            ),
          )}
        </ul>
      </details>
    )}
  </>
)

const PictureLine = ({ address, note }: { address: string; note: ReactNode }) => (
  <li>
    <span className="text-muted wrap-anywhere">{address}</span>
    <span className="wrap-anywhere">{note}</span>
  </li>
)

// The picture is no screen, so the router must not draw it.
const PictureLink = ({ path }: { path: string }) => (
  <a className="link wrap-anywhere" href={path}>
    {path}
  </a>
)
