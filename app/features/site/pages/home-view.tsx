import { toDir } from '../../../shared/directions.ts'
import { Pagination } from '../../../ui/pagination.tsx'
import {
  type ArticleCard,
  type ArticlePage,
  CATEGORIES,
  categoryPath,
  articlePath,
  sayTag,
  TRENDING_CATEGORIES,
} from '../../articles/articles.ts'
import { ArticleGrid } from './article-grid.tsx'
import { AuthorLinks } from './author-links.tsx'
import { BeyondLastPage } from './beyond-last-page.tsx'
import { FeaturedArticle } from './featured-article.tsx'
import { arrange, type ShownFront } from './front.ts'
import { LocalTime } from './local-time.tsx'
import { pageUnavailable } from './messages.ts'
import { NewsStrip } from './news-strip.tsx'
import styles from './home-view.module.css'
import { Kept } from '../../../ui/kept-markup.tsx'
import { useSay } from '../../../ui/language.ts'

interface HomeViewProps {
  page: ArticlePage
  /** What the page shows; unless given, it edits itself. */
  front?: ShownFront | undefined
  siteName: string
  /** A line about the site; empty for none. */
  tagline?: string
  /** The names of its categories; unless given, the eight. */
  categories?: string[] | undefined
  /** The first steps of the owner of a new site. Scripts show them to the owner only, and tick the finished ones. Only the main site has sessions. */
  firstSteps: { name: string; path: string; label: string }[]
}

/** Shows the home page of a site: its newest articles, the first of them as the lead story, unless its owner chose others. */
export function HomeView({ page, front: chosen, siteName, tagline, categories, firstSteps }: HomeViewProps) {
  const front = chosen ?? arrange(page, { newest: page.articles })
  return (
    <>
      {front.news.length > 0 && <NewsStrip articles={front.news} />}
      <div className="wrap">
        <h1 className="sr-only">{siteName}</h1>
        {tagline && (
          <p className="tagline" dir={toDir(tagline)}>
            {tagline}
          </p>
        )}
        {front.lead && <FeaturedArticle article={front.lead} />}
        {page.articles.length === 0 && <NoArticles {...{ page, siteName, firstSteps }} />}
        <TrendingTopics topics={front.topics} />
        <Sections front={front} />
        {front.latest.length > 0 && <Latest front={front} />}
        <Pagination page={page.page} pageCount={page.pageCount} pathname="/" />
        <BrowseByCategory categories={categories} />
      </div>
    </>
  )
}

const coversOf = ({ lead, sections }: ShownFront) =>
  [lead ?? [], sections.map(({ articles }) => articles)].flat(2)

function Sections({ front }: { front: ShownFront }) {
  const say = useSay()
  return front.sections.map(({ title, tag, articles }, index) => (
    <section
      key={`${title} ${tag ?? articles.map(({ id }) => id).join(' ')}`}
      aria-labelledby={`section-${index + 1}`}
    >
      <h2 id={`section-${index + 1}`} className="section-title" dir={toDir(title)}>
        {tag === null ? title : <a href={categoryPath(tag)}>{sayTag(say, title)}</a>}
      </h2>
      <ArticleGrid
        articles={articles}
        after={coversOf({ ...front, sections: front.sections.slice(0, index) })}
      />
    </section>
  ))
}

function Latest({ front }: { front: ShownFront }) {
  const say = useSay()
  const { latest, lead, sections, areHeadlines } = front
  const isFirst = !lead && sections.length === 0
  return (
    <section id="latest" aria-labelledby="latest-title">
      <h2 id="latest-title" className="section-title">
        {say('Latest News')}
      </h2>
      {areHeadlines ? (
        <Headlines articles={latest} />
      ) : (
        <ArticleGrid
          articles={latest}
          after={coversOf(front)}
          eagerCount={isFirst ? 3 : 0}
          isDense={!isFirst}
        />
      )}
    </section>
  )
}

// Cards without pictures need no styles of their own.
const Headlines = ({ articles }: { articles: ArticleCard[] }) =>
  articles.map((article) => (
    <article key={article.id} className="card mt-3">
      <h3 dir={toDir(article.title)}>
        <a href={articlePath(article)}>{article.title}</a>
      </h3>
      <p className="meta">
        <AuthorLinks author={article.author} />
        <LocalTime date={article.publishedAt} length="short" />
      </p>
    </article>
  ))

function NoArticles({ page, siteName, firstSteps }: Pick<HomeViewProps, 'page' | 'siteName' | 'firstSteps'>) {
  const say = useSay()
  if (page.isUnavailable)
    return <p className="py-[clamp(3rem,10vh,7rem)] text-center deck">{say(pageUnavailable)}</p>
  if (page.total > 0) return <BeyondLastPage pathname="/" pageCount={page.pageCount} />
  return (
    <div className="py-[clamp(3rem,10vh,7rem)] text-center">
      <p className="headline text-headline">{siteName}</p>
      <p className="mt-3 text-muted">{say('No articles yet.')}</p>
      {firstSteps.length > 0 && <Steps firstSteps={firstSteps} />}
    </div>
  )
}

const Steps = ({ firstSteps }: Pick<HomeViewProps, 'firstSteps'>) => (
  <ol className={styles.steps} data-first-steps aria-label="Your first steps" hidden>
    {firstSteps.map(({ name, path, label }) => (
      <li key={name} data-step={name}>
        <a className="link is-alone" href={path}>
          {label}
        </a>
      </li>
    ))}
  </ol>
)

function TrendingTopics({ topics = TRENDING_CATEGORIES }: { topics?: readonly string[] | undefined }) {
  const say = useSay()
  return (
    <Kept
      as="section"
      className={styles.topics}
      aria-labelledby="trending-title"
      name={`topics ${topics.join(' ')}`}
      data={topics}
    >
      <h2 id="trending-title" className="kicker">
        {say('Trending Topics')}
      </h2>
      <TagLinks tags={topics} />
    </Kept>
  )
}

function BrowseByCategory({ categories = CATEGORIES }: { categories?: readonly string[] | undefined }) {
  const say = useSay()
  return (
    <Kept
      as="section"
      id="categories"
      aria-labelledby="categories-title"
      name={`categories ${categories.join(' ')}`}
      data={categories}
    >
      <h2 id="categories-title" className="section-title">
        {say('Browse by Category')}
      </h2>
      <TagLinks tags={categories} className={styles.tiles} />
    </Kept>
  )
}

function TagLinks({ tags, className }: { tags: readonly string[]; className?: string | undefined }) {
  const say = useSay()
  return (
    <ul className={className}>
      {tags.map((tag) => (
        <li key={tag}>
          <a href={categoryPath(tag)}>{sayTag(say, tag)}</a>
        </li>
      ))}
    </ul>
  )
}
