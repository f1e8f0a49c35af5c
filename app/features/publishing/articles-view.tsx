import { Form, Link } from 'react-router'
import { toShortDate } from '../../shared/dates.ts'
import { Button } from '../../ui/button.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { Toast } from '../../ui/toast.tsx'
import { DeliveryList } from './delivery-list.tsx'
import { publishedDescription } from './messages.ts'
import type { OwnArticle, OwnArticleList } from './publishing.ts'

const PATH = '/articles'

interface ArticlesViewProps {
  list: OwnArticleList
  /** Of the article that is being sent to its sites again. */
  busyId: string | undefined
  /** How many sites still lack the article that was just sent again. */
  failed: number | undefined
}

/** The account's own articles: where each of them is, and what to do about where it is not. */
export function ArticlesView({ list, busyId, failed }: ArticlesViewProps) {
  const { articles, total, page, pageCount } = list
  if (total === 0) return <NoArticles />
  return (
    <>
      <p className="mb-4 text-small text-muted">
        {total.toLocaleString('en-US')} {total === 1 ? 'article' : 'articles'}, the last changed first
      </p>
      <ul className="grid gap-3">
        {articles.map((article) => (
          <ArticlePanel key={article.id} article={article} busy={article.id === busyId} />
        ))}
      </ul>
      <div className="mt-6">
        <Pagination page={page} pageCount={pageCount} pathname={PATH} />
      </div>
      {!busyId && failed !== undefined && (
        <Toast title={publishedDescription(failed)} tone={failed > 0 ? 'bad' : 'ok'} />
      )}
    </>
  )
}

function NoArticles() {
  return (
    <section className="panel max-w-xl">
      <h2>No articles yet</h2>
      <p className="panel-lead">
        What you publish shows up here, with every site that it went to and how it fared there.
      </p>
      <Link className="button is-primary" to="/publisher">
        Write the first one
      </Link>
    </section>
  )
}

function ArticlePanel({ article, busy }: { article: OwnArticle; busy: boolean }) {
  const { id, title, url, publishedAt, updatedAt, deliveries } = article
  const isOwed = deliveries.some(({ state }) => state !== 'delivered')
  return (
    <li className="panel">
      <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <h2 className="min-w-0 flex-1 basis-80 font-semibold wrap-anywhere">
          {url ? (
            <a className="link" href={url}>
              {title}
            </a>
          ) : (
            title
          )}
        </h2>
        <span className={`state ${publishedAt ? 'text-ok' : 'text-muted'}`}>
          {publishedAt ? `Published ${toShortDate(publishedAt)}` : `Draft, changed ${toShortDate(updatedAt)}`}
        </span>
      </div>
      <DeliveryList deliveries={deliveries} />
      {isOwed && (
        <Form method="post" action={PATH} className="mt-3">
          <input type="hidden" name="intent" value="redeliver" />
          <input type="hidden" name="articleId" value={id} />
          <Button busy={busy} busyText="Sending...">
            Try again now<span className="sr-only">: {title}</span>
          </Button>
        </Form>
      )}
    </li>
  )
}
