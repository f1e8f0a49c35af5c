import { toLongDate } from '../../shared/dates.ts'
import { toInitials } from '../../shared/text.ts'
import { Breadcrumb } from '../../ui/breadcrumb.tsx'
import {
  type Article,
  type ArticleCard,
  type ArticleWithToc,
  authorPath,
  categoryOf,
  categoryPath,
} from './articles.ts'
import { ArticleGrid } from './article-grid.tsx'
import { Cover } from './cover.tsx'
import { ShareLinks } from './share-links.tsx'
import { directionOf, isLongTitle, opensPlainly, toTextAttributes } from './text-shape.ts'
import { Toc } from './toc.tsx'

interface ArticleViewProps {
  article: ArticleWithToc
  related: ArticleCard[]
  /** The site: its public origin is in the addresses that are shared, and the desk is on the main one. */
  site: { origin: string; isMain: boolean }
}

/** A whole article with its surroundings (spec §2). */
export function ArticleView({ article, related, site }: ArticleViewProps) {
  return (
    <div className="wrap">
      <Breadcrumb
        items={[
          { label: 'Home', href: '/' },
          { label: 'Articles', href: '/#latest' },
          { label: article.title },
        ]}
      />
      <article dir={directionOf(article.lang)}>
        <ArticleHead article={article} />
        <Byline article={article} />
        <div className="article-cover">
          <Cover article={article} eager />
        </div>
        <div className="read">
          <ArticleBody article={article} />
          <ArticleRail article={article} site={site} />
        </div>
      </article>
      {related.length > 0 && (
        <section className="related" aria-labelledby="related-title">
          <h2 id="related-title" className="section-title">
            Related Articles
          </h2>
          <ArticleGrid articles={related} />
        </section>
      )}
    </div>
  )
}

/** What its author wrote of an article, as its page shows it. */
export function ArticleText({ article }: { article: ArticleWithToc }) {
  return (
    <article dir={directionOf(article.lang)}>
      <ArticleHead article={article} />
      <Byline article={article} />
      <div className="read">
        <ArticleBody article={article} />
      </div>
    </article>
  )
}

function ArticleBody({ article }: { article: ArticleWithToc }) {
  return (
    <>
      {article.toc.length > 0 && (
        <details className="toc-fold fold">
          <summary>In this article</summary>
          <Toc article={article} />
        </details>
      )}
      <div
        className={opensPlainly(article.contentHtml) ? 'prose has-drop-cap' : 'prose'}
        {...toTextAttributes(article.lang)}
        // Sanitised when it was rendered from Markdown.
        dangerouslySetInnerHTML={{ __html: article.contentHtml }}
      />
    </>
  )
}

function ArticleHead({ article }: { article: Article }) {
  const category = categoryOf(article)
  return (
    <header className="article-head" {...toTextAttributes(article.lang)}>
      {category && (
        <a className="kicker" href={categoryPath(category)}>
          {category}
        </a>
      )}
      <h1 className={isLongTitle(article.title) ? 'headline is-long' : 'headline'}>{article.title}</h1>
      {article.metaDescription && <p className="deck">{article.metaDescription}</p>}
    </header>
  )
}

function Byline({ article }: { article: Article }) {
  const { publishedAt, updatedAt } = article
  return (
    <div className="byline">
      <span className="avatar" aria-hidden="true">
        {toInitials(article.author)}
      </span>
      <div className="min-w-0">
        <a className="font-semibold hover:text-accent" rel="author" href={authorPath(article.author)}>
          {article.author}
        </a>
        <p className="meta">
          <time dateTime={publishedAt.toISOString()}>{toLongDate(publishedAt)}</time>
          {updatedAt.getTime() !== publishedAt.getTime() && (
            <span>
              Updated <time dateTime={updatedAt.toISOString()}>{toLongDate(updatedAt)}</time>
            </span>
          )}
          <span>{article.readingMinutes} min read</span>
        </p>
      </div>
    </div>
  )
}

function ArticleRail({ article, site }: Omit<ArticleViewProps, 'related'>) {
  return (
    <footer className="article-rail">
      {article.toc.length > 0 && <Toc article={article} />}
      {article.tags.length > 0 && (
        <ul aria-label="Tags" className="flex flex-wrap gap-2">
          {article.tags.map((tag) => (
            <li key={tag}>
              <a className="badge" href={categoryPath(tag)}>
                {tag}
              </a>
            </li>
          ))}
        </ul>
      )}
      <ShareLinks article={article} origin={site.origin} />
      {site.isMain && (
        // Shown to whose article it is: the page is the same for everyone, and its script asks.
        <a className="link" href={`/articles/${article.id}`} data-edit={article.id} hidden>
          Edit this
        </a>
      )}
      {article.canonicalUrl && (
        <p>
          <a className="link" href={article.canonicalUrl} rel="noopener">
            Original Source
          </a>
        </p>
      )}
    </footer>
  )
}
