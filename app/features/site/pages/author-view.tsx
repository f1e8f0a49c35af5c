import { toLinkRel } from '../../../shared/link-rel.ts'
import { toInitials } from '../../../shared/text.ts'
import { Breadcrumb } from '../../../ui/breadcrumb.tsx'
import { Pagination } from '../../../ui/pagination.tsx'
import { type ArticlePage, authorPath } from '../../articles/articles.ts'
import { listSizes, parseUploadPath, uploadPath } from '../../articles/pictures/pictures.ts'
import { type ShownProfile, toLinkText } from '../../newsroom/authors/authors.ts'
import { ArticleGrid } from './article-grid.tsx'
import { BeyondLastPage } from './beyond-last-page.tsx'
import { pageUnavailable } from './messages.ts'
import styles from './author-view.module.css'
import { useSay } from '../../../ui/language.ts'

interface AuthorViewProps {
  author: string
  page: ArticlePage
  /** The profile of the author, if there is one. */
  profile: ShownProfile | undefined
}

/** Shows the articles and the profile of one author (spec §2). */
export function AuthorView({ author, page, profile }: AuthorViewProps) {
  const say = useSay()
  return (
    <div className="wrap">
      <Breadcrumb items={[{ label: say('Home'), href: '/' }, { label: say('Authors') }, { label: author }]} />
      <header className={`${styles.head} ${profile?.biography ? 'items-start' : 'items-center'}`}>
        <span className="avatar is-large" aria-hidden="true">
          <Portrait picture={profile?.picture} author={author} />
        </span>
        <div className="min-w-0 flex-1">
          <h1 className="headline text-headline">{author}</h1>
          {!page.isUnavailable && (
            <p className="mt-2 text-muted">{say('{n} article(s) published', { n: page.total })}</p>
          )}
          {profile && <About profile={profile} />}
        </div>
      </header>
      <section aria-label={say('Articles')}>
        <h2 className="sr-only">{say('Articles')}</h2>
        {page.articles.length > 0 ? (
          <ArticleGrid articles={page.articles} eagerCount={3} />
        ) : (
          <NoArticles page={page} pathname={authorPath(author)} />
        )}
      </section>
      <Pagination page={page.page} pageCount={page.pageCount} pathname={authorPath(author)} />
    </div>
  )
}

function Portrait({ picture, author }: { picture: string | null | undefined; author: string }) {
  const upload = picture ? parseUploadPath(picture) : undefined
  const [smallest] = upload ? listSizes(upload) : []
  if (!upload || !smallest) return toInitials(author)
  return <img src={uploadPath(upload.id, smallest)} alt="" {...smallest} />
}

function About({ profile: { biography, links, isByOwner } }: { profile: ShownProfile }) {
  const say = useSay()
  return (
    <>
      {biography && <p className={styles.biography}>{biography}</p>}
      {links.length > 0 && (
        <ul className={styles.links} aria-label={say('Links')}>
          {links.map((link) => (
            <li key={link}>
              <a className="link" href={link} rel={`me ${toLinkRel(isByOwner)}`}>
                {toLinkText(link)}
              </a>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function NoArticles({ page, pathname }: { page: ArticlePage; pathname: string }) {
  const say = useSay()
  if (page.total > 0 && !page.isUnavailable)
    return <BeyondLastPage pathname={pathname} pageCount={page.pageCount} />
  return (
    <p className="py-gap text-center deck">
      {say(page.isUnavailable ? pageUnavailable : 'No articles found for this author yet.')}
    </p>
  )
}
