import { Form, Link } from 'react-router'
import { countOf, toExcerpt } from '../../../shared/text.ts'
import { Button } from '../../../ui/button.tsx'
import { Field, TextArea } from '../../../ui/field.tsx'
import { FilterForm } from '../../../ui/filter-form.tsx'
import { Pagination } from '../../../ui/pagination.tsx'
import { Toast } from '../../../ui/toast.tsx'
import { authorPath } from '../../articles/articles.ts'
import { UPLOAD_TYPES } from '../../articles/pictures/pictures.ts'
import {
  type Author,
  type AuthorList,
  AUTHORS_PATH,
  BIOGRAPHY_LIMIT,
  LINKS_LIMIT,
  toAuthorsPath,
  type TypedProfile,
} from './authors.ts'
import styles from './authors.module.css'

interface AuthorsViewProps {
  list: AuthorList
  query: string
  /** The author whose form is open. */
  open: OpenAuthor | undefined
  outcome: { title: string; description?: string | undefined; tone: 'ok' | 'bad' } | undefined
  busy: boolean
}

interface OpenAuthor extends Author {
  /** The typed values and the reason, if they were refused. */
  typed?: TypedProfile | undefined
  errors?: { biography?: string; links?: string; picture?: string } | undefined
}

/** The screen of the authors of the account's articles, with their profiles. */
export const AuthorsView = ({ list, query, open, outcome, busy }: AuthorsViewProps) => (
  <div className={styles.authors}>
    {open && <ProfileForm key={open.name} author={open} query={query} busy={busy} />}
    {list.total === 0 ? <NoAuthors /> : <List list={list} query={query} />}
    {!busy && outcome && <Toast {...outcome} />}
  </div>
)

function ProfileForm({ author, query, busy }: { author: OpenAuthor; query: string; busy: boolean }) {
  const { name, picture, errors = {} } = author
  const { biography, links } = author.typed ?? { ...author, links: author.links.join('\n') }
  return (
    <section className="panel" aria-labelledby="open-author">
      <h2 id="open-author" className="wrap-anywhere">
        {name}
      </h2>
      <p className="panel-lead">
        Readers see this on{' '}
        <a className="link" href={authorPath(name)}>
          the author’s page
        </a>
        , unless the owner of the site has written another profile.
      </p>
      {/* Sent to the address of the form: after a failure it is still open. */}
      <Form method="post" encType="multipart/form-data">
        <input type="hidden" name="author" value={name} />
        <TextArea
          label="Biography"
          name="biography"
          rows={4}
          defaultValue={biography}
          maxLength={BIOGRAPHY_LIMIT}
          error={errors.biography}
        />
        <div className={styles.picture}>
          {picture && <img src={picture} alt="The present one" width={72} height={72} />}
          <div className="min-w-0">
            <Field
              label="Picture"
              name="picture"
              type="file"
              accept={UPLOAD_TYPES.join(',')}
              error={errors.picture}
              hint="JPEG, PNG, WebP, AVIF or GIF of 10 MB at most. The page shows its middle in a circle."
            />
            {picture && (
              <label className={styles.remove}>
                <input type="checkbox" name="removePicture" /> Remove the picture
              </label>
            )}
          </div>
        </div>
        <TextArea
          label="Links"
          name="links"
          rows={3}
          defaultValue={links}
          error={errors.links}
          hint={`One address a line, ${LINKS_LIMIT} at most: a site, a profile in a network.`}
        />
        <div className={styles.buttons}>
          <Button isPrimary intent="save" busy={busy} busyText="Saving...">
            Save
          </Button>
          <Link className="link text-small" to={toAuthorsPath(query)}>
            Cancel
          </Link>
        </div>
      </Form>
    </section>
  )
}

const EXCERPT = 140

function List({ list, query }: Pick<AuthorsViewProps, 'list' | 'query'>) {
  const { authors, found, total, page, pageCount } = list
  return (
    <section className="panel" id="list" aria-labelledby="listed">
      <div className="results-head">
        <h2 id="listed">
          {query === '' ? countAuthors(total) : `${found.toLocaleString('en-US')} of ${countAuthors(total)}`}
        </h2>
      </div>
      <FilterForm path={AUTHORS_PATH} label="Find an author" query={query} />
      {found === 0 && <p className="text-small text-muted">No author has this in the name.</p>}
      <ul className="rows">
        {authors.map(({ name, articles, biography }) => (
          <li key={name}>
            <div className="min-w-0 wrap-anywhere">
              <Link className="link" to={toAuthorsPath(query, name)}>
                {name}
              </Link>
              <p className="text-small text-muted">{toExcerpt(biography, EXCERPT) || 'No biography yet.'}</p>
            </div>
            <Link className="text-small" to={`/articles?${new URLSearchParams({ author: name })}`}>
              {articles.toLocaleString('en-US')} {articles === 1 ? 'article' : 'articles'}
            </Link>
          </li>
        ))}
      </ul>
      <div className="mt-5">
        <Pagination page={page} pageCount={pageCount} pathname={toAuthorsPath(query)} hash="#list" />
      </div>
    </section>
  )
}

const countAuthors = (count: number) => countOf(count, 'author', 'authors')

const NoAuthors = () => (
  <section className="panel max-w-narrow">
    <h2>No authors yet</h2>
    <p className="panel-lead">
      The authors of your articles show up here. Each has a page with the articles, and you can say who they
      are.
    </p>
    <Link className="button is-primary" to="/publisher">
      Write an article
    </Link>
  </section>
)
