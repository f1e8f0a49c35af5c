import { toInitials } from '../../shared/text.ts'
import { Breadcrumb } from '../../ui/breadcrumb.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { type ArticlePage, authorPath } from './articles.ts'
import { ArticleGrid } from './article-grid.tsx'
import { unread } from './messages.ts'

/** The articles of one author (spec §2). */
export function AuthorView({ author, page }: { author: string; page: ArticlePage }) {
  return (
    <div className="wrap">
      <Breadcrumb items={[{ label: 'Home', href: '/' }, { label: 'Authors' }, { label: author }]} />
      <header className="mb-gap flex flex-wrap items-center gap-6 border-y border-rule py-gap">
        <span className="avatar is-large" aria-hidden="true">
          {toInitials(author)}
        </span>
        <div className="min-w-0">
          <h1 className="headline text-headline">{author}</h1>
          {!page.isUnread && <p className="mt-2 text-muted">{page.total} article(s) published</p>}
        </div>
      </header>
      <section aria-label="Articles">
        <h2 className="sr-only">Articles</h2>
        {page.articles.length > 0 ? (
          <ArticleGrid articles={page.articles} eagerCount={3} />
        ) : (
          <p className="py-gap text-center deck">
            {page.isUnread ? unread : 'No articles found for this author yet.'}
          </p>
        )}
      </section>
      <Pagination page={page.page} pageCount={page.pageCount} pathname={authorPath(author)} />
    </div>
  )
}
