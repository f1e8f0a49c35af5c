import type { ReactNode } from 'react'
import { Form, Link } from 'react-router'
import { countFound, toListUrl } from '../../../shared/page-list.ts'
import { countOf, toExcerpt } from '../../../shared/text.ts'
import { Button } from '../../../ui/button.tsx'
import { TextArea } from '../../../ui/field.tsx'
import { FileField } from '../../../ui/file-field.tsx'
import { FindBar } from '../../../ui/filter-bar.tsx'
import { EmptyList, List, NoneFound } from '../../../ui/list.tsx'
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
export function AuthorsView({ list, query, open, outcome, busy }: AuthorsViewProps) {
  // A form stands in its row, or above a page of the list that does not have the row.
  const isListed = list.rows.some(({ name }) => name === open?.name)
  const form = open && <ProfileForm key={open.name} author={open} query={query} busy={busy} />
  return (
    <div className="panels">
      {!isListed && form}
      {list.total === 0 ? <NoAuthors /> : <Authors {...{ list, query, open, form }} />}
      {!busy && outcome && <Toast {...outcome} />}
    </div>
  )
}

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
            <FileField
              label="Picture"
              name="picture"
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
        <div className="mt-4 flex items-center gap-4">
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

type AuthorsProps = Pick<AuthorsViewProps, 'list' | 'query' | 'open'> & { form: ReactNode }

const Authors = ({ list, query, open, form }: AuthorsProps) => (
  <List
    title={countFound(list, countAuthors, query !== '')}
    filter={<FindBar path={AUTHORS_PATH} label="Find an author" query={query} />}
    pages={{ ...list, path: toAuthorsPath(query) }}
  >
    {list.found === 0 && <NoneFound>No author has this in the name.</NoneFound>}
    <ul className="rows">
      {list.rows.map(({ name, articles, biography }) => (
        <li key={name}>
          <div className="min-w-0 wrap-anywhere">
            <Link className="link" to={`${toAuthorsPath(query, name)}#open-author`}>
              {name}
            </Link>
            <p className="text-small text-muted">{toExcerpt(biography, EXCERPT) || 'No biography yet.'}</p>
          </div>
          <Link className="text-small" to={toListUrl('/articles', { author: name })}>
            {countOf(articles, 'article', 'articles')}
          </Link>
          {name === open?.name && <div className={styles.form}>{form}</div>}
        </li>
      ))}
    </ul>
  </List>
)

const countAuthors = (count: number) => countOf(count, 'author', 'authors')

const NoAuthors = () => (
  <EmptyList
    title="No authors yet"
    lead="The authors of your articles show up here. Each has a page with the articles, and you can say who they are."
  >
    <Link className="button is-primary" to="/publisher">
      Write an article
    </Link>
  </EmptyList>
)
