import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatCount } from '../../../shared/text.ts'
import {
  countArticles,
  type CurrentImport,
  type ImportedArticle,
  type LostPictures,
  type KeptArticle,
  type LossyArticle,
  type MovedPictures,
  type RefusedItem,
  toFoundPath,
} from './imports.ts'
import { keptReasons } from './messages.ts'
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

function ArticleTitle({ article: { position, title, articleId, isWaiting } }: { article: Titled }) {
  if (articleId) return <ArticleLink id={articleId} title={title} />
  if (!isWaiting) return <span className="font-[550] wrap-anywhere">{title}</span>
  return (
    // The preview has no scripts, so the router must not draw it.
    <a className="link font-[550] wrap-anywhere" href={toFoundPath(position)}>
      {title}
    </a>
  )
}

const ArticleLink = ({ id, title }: { id: string; title: string }) => (
  <Link className="link font-[550] wrap-anywhere" to={`/articles/${id}`}>
    {title}
  </Link>
)

type Titled = Pick<ImportedArticle, 'position' | 'title' | 'articleId' | 'isWaiting'>

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
      <MoreLines count={count - refused.length} />
    </details>
  )
}

/** Lists the articles that stay if an import is taken back, each with the reason. */
export function KeptLines({ kept, count }: { kept: KeptArticle[]; count: number }) {
  if (kept.length === 0) return null
  return (
    <details className="panel fold" open>
      <summary className="font-semibold">
        Changed since the import: {countArticles(Math.max(count, kept.length))}
      </summary>
      <ul className={`${styles.lines} ${styles.isRefused}`}>
        {kept.map(({ id, title, reason }) => (
          <li key={id}>
            <ArticleLink id={id} title={title} />
            <span>{keptReasons[reason]}</span>
          </li>
        ))}
      </ul>
      <MoreLines count={count - kept.length} />
    </details>
  )
}

/** Lists the articles whose pictures do not all come in, each with these pictures. */
export const LostPictureLines = ({ lost: { count, articles } }: { lost: LostPictures }) => (
  <LossyLines
    title="Pictures that do not come in"
    count={count}
    articles={articles.map(({ pictures, ...article }) => ({
      ...article,
      lost: pictures.map(({ address, problem }) => `${address}: ${problem}`),
    }))}
  />
)

type LossesProps = Pick<CurrentImport, 'losses' | 'lossy' | 'wordless' | 'counts'>

/** Lists what articles lose: things by kind, then things and words with their articles. */
export const Losses = ({ losses, lossy, wordless, counts }: LossesProps) => (
  <>
    {losses.length > 0 && (
      <details className="panel fold" open>
        <summary className="font-semibold">What the articles of this file lose</summary>
        <CountedLines lines={losses.map(({ kind, count }) => ({ text: kind, count }))} />
      </details>
    )}
    <LossyLines title="Articles that lose something" articles={lossy} count={counts.lossy} />
    <LossyLines
      title="Words that readers do not find"
      articles={wordless}
      count={counts.wordless}
      areQuotes
    />
  </>
)

interface LossyLinesProps {
  title: string
  articles: LossyArticle[]
  count: number
  /** True for words of the article itself. */
  areQuotes?: boolean
}

function LossyLines({ title, articles, count, areQuotes = false }: LossyLinesProps) {
  if (count === 0) return null
  return (
    <details className="panel fold" open>
      <summary className="font-semibold">{`${title}: ${countArticles(count)}`}</summary>
      <ul className={`${styles.lines} ${styles.isRefused}`}>
        {articles.map((article) => (
          <li key={article.position}>
            <ArticleTitle article={article} />
            <span className="wrap-anywhere">
              {article.lost.map((part) => (areQuotes ? `“${part}”` : part)).join(', ')}
            </span>
          </li>
        ))}
      </ul>
      <MoreLines count={count - articles.length} />
    </details>
  )
}

const MoreLines = ({ count }: { count: number }) =>
  count > 0 && <p className="text-small text-muted">and {formatCount(count)} more</p>

const CountedLines = ({ lines }: { lines: { text: string; count: number }[] }) => (
  <ul className={styles.lines}>
    {lines.map(({ text, count }) => (
      <li key={text}>
        <span className="wrap-anywhere">{text}</span>
        <span className="text-muted">{formatCount(count)}</span>
      </li>
    ))}
  </ul>
)

/** Lists the items that are not articles, by kind. */
export function LeftOutLines({ leftOut, count }: { leftOut: CurrentImport['leftOut']; count: number }) {
  if (count === 0) return null
  return (
    <details className="panel fold">
      <summary className="font-semibold">Left out: {formatCount(count)}</summary>
      <CountedLines lines={leftOut.map(({ problem, count: times }) => ({ text: problem, count: times }))} />
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
        <summary className="font-semibold">Pictures fetched: {fetched.toLocaleString('en-US')}</summary>
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
