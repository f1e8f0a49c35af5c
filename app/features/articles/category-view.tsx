import { capitalise } from '../../shared/text.ts'
import { Breadcrumb } from '../../ui/breadcrumb.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { type ArticlePage, categoryPath, isKnownCategory, toTagKey } from './articles.ts'
import { ArticleGrid } from './article-grid.tsx'
import { unread } from './messages.ts'

/** The articles of a category or any other tag (spec §2). */
export function CategoryView({ category, page }: { category: string; page: ArticlePage }) {
  const name = capitalise(category)
  const isKnown = isKnownCategory(category)
  return (
    <div className="wrap">
      <Breadcrumb
        items={[{ label: 'Home', href: '/' }, { label: 'Categories', href: '/#categories' }, { label: name }]}
      />
      <header className={isKnown ? `tint tint-${toTagKey(category)} banner` : 'tint banner'}>
        <h1 className="headline">{name}</h1>
        {!page.isUnread && (
          <p className="text-lead">
            Explore {page.total} articles in {category}
          </p>
        )}
      </header>
      <section aria-label="Articles">
        <h2 className="sr-only">Articles</h2>
        {page.articles.length > 0 ? (
          <ArticleGrid articles={page.articles} eagerCount={3} />
        ) : (
          <p className="py-gap text-center deck">
            {page.isUnread ? unread : 'No articles found in this category yet.'}
          </p>
        )}
      </section>
      <Pagination page={page.page} pageCount={page.pageCount} pathname={categoryPath(category)} />
    </div>
  )
}
