import { toDir } from '../../../shared/directions.ts'
import { toLinkRel } from '../../../shared/link-rel.ts'
import { escapeHtml, toInitials } from '../../../shared/text.ts'
import { Breadcrumb } from '../../../ui/breadcrumb.tsx'
import { ProseSheet } from '../../../ui/prose-sheet.tsx'
import { toAuthorNames } from '../../../shared/author-names.ts'
import {
  type Article,
  type ArticleCard,
  type ArticleWithToc,
  articlePath,
  categoryOf,
  categoryPath,
  sayTag,
  type Translations,
} from '../../articles/articles.ts'
import { AuthorLinks } from './author-links.tsx'
import { ArticleGrid } from './article-grid.tsx'
import { Cover } from './cover.tsx'
import type { Ending } from './queries.server.ts'
import { ShareLinks } from './share-links.tsx'
import { directionOf, isLongTitle, opensPlainly, toTextAttributes } from './text-shape.ts'
import { Toc } from './toc.tsx'
import { LocalTime, ReadingTime } from './local-time.tsx'
import styles from './article-view.module.css'
import { useSay } from '../../../ui/language.ts'

interface ArticleViewProps {
  article: ArticleWithToc
  ending: Ending
  related: ArticleCard[]
  translations?: Translations | undefined
  /** The share links need the public origin. Only the main site has the link to the desk. */
  site: { origin: string; isMain: boolean }
}

/** Shows a whole article with its breadcrumb, its share links and its related articles (spec §2). */
export function ArticleView({ article, ending, related, translations, site }: ArticleViewProps) {
  const say = useSay()
  return (
    <div className="wrap">
      <Breadcrumb
        items={[
          { label: say('Home'), href: '/' },
          { label: say('Articles'), href: '/#latest' },
          { label: article.title },
        ]}
      />
      <article dir={directionOf(article, say.language)}>
        <ArticleHead article={article} />
        <Byline article={article} links={translations?.links} />
        {!isInText(article) && (
          <div className={styles.leadCover}>
            <Cover article={article} eager />
          </div>
        )}
        <div className={styles.body}>
          <ArticleBody article={article} />
          <ArticleEnding article={article} ending={ending} />
          <ArticleRail article={article} site={site} />
        </div>
      </article>
      {related.length > 0 && (
        <section className="print:hidden" aria-labelledby="related-title">
          <h2 id="related-title" className="section-title">
            {say('Related Articles')}
          </h2>
          <ArticleGrid articles={related} after={[article]} />
        </section>
      )}
    </div>
  )
}

// Otherwise readers would see the same picture twice.
const isInText = ({ imageUrl, contentHtml }: Article) =>
  imageUrl !== null && contentHtml.includes(`src="${escapeHtml(imageUrl)}"`)

/** Shows the head, the byline, the cover and the text of an article, for a preview. A new one has no id to draw a cover from. */
export function ArticleText({ article }: { article: ArticleWithToc }) {
  const say = useSay()
  return (
    <article dir={directionOf(article, say.language)}>
      <ArticleHead article={article} />
      <Byline article={article} />
      {(article.imageUrl !== null || article.id !== '') && !isInText(article) && (
        <div className={styles.leadCover}>
          <Cover article={article} eager />
        </div>
      )}
      <div className={styles.body}>
        <ArticleBody article={article} />
      </div>
    </article>
  )
}

function ArticleBody({ article }: { article: ArticleWithToc }) {
  const say = useSay()
  return (
    <>
      <ProseSheet html={article.contentHtml} />
      {article.toc.length > 0 && (
        <details className={`${styles.contents} fold`}>
          <summary>{say('In this article')}</summary>
          <Toc article={article} />
        </details>
      )}
      <div
        className={opensPlainly(article.contentHtml) ? 'prose has-drop-cap' : 'prose'}
        {...toTextAttributes(article, say.language)}
        // The renderer has sanitised it.
        dangerouslySetInnerHTML={{ __html: article.contentHtml }}
      />
    </>
  )
}

function ArticleHead({ article }: { article: Article }) {
  const say = useSay()
  const category = categoryOf(article)
  return (
    <header className={styles.head} {...toTextAttributes(article, say.language)}>
      {category && (
        <a className="kicker" href={categoryPath(category)}>
          {say(category)}
        </a>
      )}
      <h1
        className={isLongTitle(article.title) ? `headline ${styles.isLong}` : 'headline'}
        dir={toDir(article.title)}
      >
        {article.title}
      </h1>
      {article.metaDescription && (
        <p className="deck" dir={toDir(article.metaDescription)}>
          {article.metaDescription}
        </p>
      )}
    </header>
  )
}

const AVATAR_LIMIT = 3

function Byline({ article, links }: { article: Article; links?: Translations['links'] | undefined }) {
  const say = useSay()
  const { publishedAt, updatedAt } = article
  return (
    <div className={styles.byline}>
      <div className={styles.avatars} aria-hidden="true">
        {toAuthorNames(article.author)
          .slice(0, AVATAR_LIMIT)
          .map((name) => (
            <span key={name} className="avatar">
              {toInitials(name)}
            </span>
          ))}
      </div>
      <div className="min-w-0">
        <AuthorLinks author={article.author} className={styles.author} rel="author" />
        <p className="meta">
          <LocalTime date={publishedAt} length="long" />
          {updatedAt > publishedAt && (
            <span>
              {say('Updated')} <LocalTime date={updatedAt} length="long" />
            </span>
          )}
          <ReadingTime minutes={article.readingMinutes} />
        </p>
        {links && links.length > 0 && (
          <nav className="meta" aria-label={say('This article in other languages')}>
            {links.map(({ lang, href, name }) => (
              <a key={lang} className="link" {...{ href, lang }} hrefLang={lang} rel="alternate">
                {name}
              </a>
            ))}
          </nav>
        )}
      </div>
    </div>
  )
}

// The links to share it stand beside it, or below it on a phone.
function ArticleEnding({ article, ending }: Pick<ArticleViewProps, 'article' | 'ending'>) {
  const say = useSay()
  const { aboutAuthor, next } = ending
  return (
    <aside
      className={styles.ending}
      aria-label={say('After this article')}
      {...toTextAttributes(article, say.language)}
    >
      <p>
        {say('Written by')} <AuthorLinks author={article.author} className={styles.author} />
        {aboutAuthor && <span>{aboutAuthor}</span>}
      </p>
      {next && (
        <p>
          <span className="kicker">{say('Next in {topic}', { topic: sayTag(say, next.topic) })}</span>
          <a className={styles.next} href={articlePath(next)}>
            {next.title}
          </a>
        </p>
      )}
    </aside>
  )
}

function ArticleRail({ article, site }: Pick<ArticleViewProps, 'article' | 'site'>) {
  const say = useSay()
  return (
    <footer className={styles.rail}>
      {article.toc.length > 0 && <Toc article={article} />}
      {article.tags.length > 0 && (
        <ul aria-label={say('Tags')} className="flex flex-wrap gap-2">
          {article.tags.map((tag) => (
            <li key={tag}>
              <a className="badge" href={categoryPath(tag)}>
                {sayTag(say, tag)}
              </a>
            </li>
          ))}
        </ul>
      )}
      <ShareLinks article={article} origin={site.origin} />
      {site.isMain && (
        // The cached page is the same for everyone: its script shows the link to the owner of the article.
        <a className="link is-alone" href={`/articles/${article.id}`} data-edit={article.id} hidden>
          {say('Edit this')}
        </a>
      )}
      {article.canonicalUrl && (
        <p>
          <a className="link is-alone" href={article.canonicalUrl} rel={toLinkRel(article.isByOwner)}>
            {say('Original Source')}
          </a>
        </p>
      )}
    </footer>
  )
}
