import { Form, Link } from 'react-router'
import { toShortDate } from '../../shared/dates.ts'
import { AskFirst } from '../../ui/ask-first.tsx'
import { Button } from '../../ui/button.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { Toast } from '../../ui/toast.tsx'
import { DeliveryList } from './delivery-list.tsx'
import { publishedDescription } from './messages.ts'
import {
  ARTICLES_PATH as PATH,
  type EditableArticle,
  type OwnArticle,
  type OwnArticleList,
  toUnpublishPath,
} from './publishing.ts'

interface ArticlesViewProps {
  list: OwnArticleList
  /** Of the article that is being sent to its sites again. */
  busyId: string | undefined
  /** The article that is about to be taken off its sites, if that is being asked. */
  asked: EditableArticle | undefined
  outcome: ArticleOutcome | undefined
}

/** What was just done, on how many sites it failed, and how it is undone. */
export interface ArticleOutcome {
  title: string
  failed: number
  undo?: { articleId: string; title: string; publishedAt: Date } | undefined
}

/** The account's own articles: where each of them is, and what to do about where it is not. */
export function ArticlesView({ list, busyId, asked, outcome }: ArticlesViewProps) {
  return (
    <>
      {asked && <AskUnpublish article={asked} busy={busyId !== undefined} />}
      {!busyId && outcome?.undo && <Undo {...outcome.undo} />}
      {list.total === 0 ? <NoArticles /> : <ArticleList list={list} busyId={busyId} />}
      {!busyId && outcome && <Outcome {...outcome} />}
    </>
  )
}

function AskUnpublish({
  article: { id, title, deliveries, publishedAt },
  busy,
}: {
  article: EditableArticle
  busy: boolean
}) {
  const places = deliveries.filter(({ state }) => state !== 'removed').map(({ siteName }) => siteName)
  return (
    <div className="mb-5">
      <AskFirst
        title={`Unpublish “${title}”?`}
        text={`Readers do not find it any more, here${places.length > 0 ? ` and on ${places.join(', ')}` : ''}. It stays among your articles as a draft.`}
        action={PATH}
        intent="unpublish"
        fields={{ articleId: id, publishedAt: publishedAt?.toISOString() ?? '' }}
        button={{ text: 'Unpublish', busyText: 'Unpublishing...' }}
        back={PATH}
        backText="Keep it published"
        busy={busy}
      />
    </div>
  )
}

const Undo = ({ articleId, title, publishedAt }: NonNullable<ArticleOutcome['undo']>) => (
  <Form method="post" action={PATH} className="put-back mb-4">
    <input type="hidden" name="articleId" value={articleId} />
    <input type="hidden" name="publishedAt" value={publishedAt.toISOString()} />
    <p>“{title}” is a draft now.</p>
    <Button intent="publish" busy={false}>
      Undo
    </Button>
  </Form>
)

function ArticleList({ list, busyId }: Pick<ArticlesViewProps, 'list' | 'busyId'>) {
  const { articles, total, page, pageCount } = list
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
    </>
  )
}

const Outcome = ({ title, failed }: ArticleOutcome) => (
  <Toast
    title={title}
    description={
      failed > 0 && title !== publishedDescription(failed) ? publishedDescription(failed) : undefined
    }
    tone={failed > 0 ? 'bad' : 'ok'}
  />
)

function NoArticles() {
  return (
    <section className="panel max-w-narrow">
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

const STATES: Record<OwnArticle['state'], string> = {
  published: 'text-ok',
  draft: 'text-muted',
  deleting: 'text-warn',
}

function toStateText({ state, publishedAt, updatedAt }: OwnArticle): string {
  if (state === 'deleting') return 'Being deleted'
  return publishedAt ? `Published ${toShortDate(publishedAt)}` : `Draft, changed ${toShortDate(updatedAt)}`
}

function ArticlePanel({ article, busy }: { article: OwnArticle; busy: boolean }) {
  const { id, title, url, state, deliveries } = article
  const isOwed = deliveries.some((delivery) => delivery.state === 'failed' || delivery.state === 'pending')
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
        <span className={`state ${STATES[state]}`}>{toStateText(article)}</span>
      </div>
      <DeliveryList deliveries={deliveries} />
      <Form method="post" action={PATH} className="mt-3 flex flex-wrap items-center gap-3">
        <input type="hidden" name="articleId" value={id} />
        <Link className="button" to={`${PATH}/${id}`}>
          {state === 'deleting' ? 'See' : 'Edit'}
          <span className="sr-only">: {title}</span>
        </Link>
        {state === 'draft' && (
          <Button intent="publish" busy={busy} busyText="Publishing...">
            Publish<span className="sr-only">: {title}</span>
          </Button>
        )}
        {state === 'published' && (
          <Link className="button" to={toUnpublishPath(id)}>
            Unpublish<span className="sr-only">: {title}</span>
          </Link>
        )}
        {isOwed && (
          <Button intent="redeliver" busy={busy} busyText="Sending...">
            Try again now<span className="sr-only">: {title}</span>
          </Button>
        )}
      </Form>
    </li>
  )
}
