import { Breadcrumb } from '../../../ui/breadcrumb.tsx'
import { Pagination } from '../../../ui/pagination.tsx'
import { type ArticlePage, categoryPath, sayTag } from '../../articles/articles.ts'
import { ArticleGrid } from './article-grid.tsx'
import { BeyondLastPage } from './beyond-last-page.tsx'
import { pageUnavailable } from './messages.ts'
import { toTint } from './category-tint.ts'
import styles from './category-view.module.css'
import { useSay } from '../../../ui/language.ts'

interface CategoryViewProps {
  category: string
  /** Its name over the list. */
  name: string
  page: ArticlePage
  /** The description of the tag; undefined or empty if there is none. */
  description: string | undefined
}

/** Shows the articles of a category or any other tag (spec §2). */
export function CategoryView({ category, name: written, page, description }: CategoryViewProps) {
  const say = useSay()
  const name = sayTag(say, written)
  return (
    <div className="wrap">
      <Breadcrumb
        items={[
          { label: say('Home'), href: '/' },
          { label: say('Categories'), href: '/#categories' },
          { label: name },
        ]}
      />
      <header className={`${toTint(category)} ${styles.banner}`}>
        <h1 className="headline">{name}</h1>
        {!page.isUnavailable && (
          <p className="text-lead">
            {say('Explore {n} articles in {category}', { n: page.total, category: sayTag(say, category) })}
          </p>
        )}
        {description && <p className={styles.about}>{description}</p>}
      </header>
      <section aria-label={say('Articles')}>
        <h2 className="sr-only">{say('Articles')}</h2>
        {page.articles.length > 0 ? (
          <ArticleGrid articles={page.articles} eagerCount={3} />
        ) : (
          <NoArticles page={page} pathname={categoryPath(category)} />
        )}
      </section>
      <Pagination page={page.page} pageCount={page.pageCount} pathname={categoryPath(category)} />
    </div>
  )
}

function NoArticles({ page, pathname }: { page: ArticlePage; pathname: string }) {
  const say = useSay()
  if (page.total > 0 && !page.isUnavailable)
    return <BeyondLastPage pathname={pathname} pageCount={page.pageCount} />
  return (
    <p className="py-gap text-center deck">
      {say(page.isUnavailable ? pageUnavailable : 'No articles found in this category yet.')}
    </p>
  )
}
