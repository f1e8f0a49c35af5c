import { toDir } from '../../../shared/directions.ts'
import { type ArticleCard, articlePath } from '../../articles/articles.ts'
import { LocalTime } from './local-time.tsx'
import styles from './news-strip.module.css'
import { Kept } from '../../../ui/kept-markup.tsx'
import { useSay } from '../../../ui/language.ts'

const HEADLINES = 6

interface NewsStripProps {
  /** The newest articles of the site, or chosen ones. */
  articles: ArticleCard[]
}

/**
 * Shows the moving breaking-news strip with the newest headlines. It stops on hover, on focus and by its checkbox. The
 * page is kept in memory, so it says what stays true: 'Latest', and the day. A script of the page turns a fresh day into
 * hours, and 'Latest' into 'Breaking' (after-load-script.js).
 */
export function NewsStrip({ articles }: NewsStripProps) {
  const say = useSay()
  const headlines = articles.slice(0, HEADLINES)
  return (
    <Kept
      as="aside"
      className={styles.strip}
      aria-label={say('Breaking news')}
      name={`news ${headlines[0]?.id ?? ''}`}
      data={headlines}
    >
      <div className="wrap flex items-center gap-4">
        <strong data-news>{say('Latest')}</strong>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- without motion it is scrolled, also by keys */}
        <div className={styles.window} tabIndex={0}>
          <Headlines headlines={headlines} />
          <Headlines headlines={headlines} isCopy />
        </div>
        <label className={styles.pause}>
          <input type="checkbox" className="sr-only" />
          {say('Pause')}
        </label>
      </div>
    </Kept>
  )
}

// The copy fills the gap behind the end of the moving text. No reader hears it, and no key reaches it.
function Headlines({ headlines, isCopy = false }: { headlines: ArticleCard[]; isCopy?: boolean }) {
  return (
    <ul className={styles.text} aria-hidden={isCopy || undefined} inert={isCopy}>
      {headlines.map((article) => (
        <li key={article.id}>
          <a href={articlePath(article)} dir={toDir(article.title)}>
            {article.title}
          </a>{' '}
          <LocalTime date={article.publishedAt} length="day" />
        </li>
      ))}
    </ul>
  )
}
