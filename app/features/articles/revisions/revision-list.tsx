import { Form, Link } from 'react-router'
import { toMoment } from '../../../shared/dates.ts'
import { Button } from '../../../ui/button.tsx'
import { causeSentences, sayPeople, textNames } from './messages.ts'
import { type Revision, type RevisionKey, toKeyText, toRevisionsPath } from './revisions.ts'
import styles from './revisions.module.css'

/** A revision, as the list shows it. */
export interface ListedRevision {
  revision: Revision
  key: RevisionKey
  /** Its name in buttons and links. */
  name: string
  /** The sites that have it now. */
  places: string[]
  /** The revision that it is compared with first; undefined if there is none. */
  before: RevisionKey | undefined
  /** True if it is the present state, which needs no restoring. */
  isNewest: boolean
}

interface RevisionListProps {
  /** The id of the article. */
  id: string
  revisions: ListedRevision[]
  /** The key of the revision whose changes are shown. */
  current: string | undefined
  busy: boolean
}

/** The revisions of an article, or of its variation for a site. */
export const RevisionList = ({ revisions, ...props }: RevisionListProps) => (
  <ol className={styles.list}>
    {revisions.map((listed) => (
      <RevisionItem key={listed.revision.number} listed={listed} {...props} />
    ))}
  </ol>
)

type RevisionItemProps = Omit<RevisionListProps, 'revisions'> & { listed: ListedRevision }

function RevisionItem({ id, listed, current, busy }: RevisionItemProps) {
  const { revision, key, name, before, isNewest } = listed
  const { number, kind, madeAt, madeBy } = revision
  const who = madeBy ?? (key.siteId === null ? undefined : 'Language model')
  return (
    <li>
      <p className={styles.head}>
        <strong>{number}</strong>
        <span className={`state ${kind === 'published' ? 'text-ok' : 'text-muted'}`}>
          {kind === 'published' ? 'Published' : 'Saved'}
        </span>
        <time dateTime={madeAt.toISOString()}>{toMoment(madeAt)}</time>
        {who && <span className="wrap-anywhere">{who}</span>}
      </p>
      <p className={styles.detail}>{toDetail(listed)}</p>
      <div className={styles.actions}>
        {before && (
          <Link
            className={`link text-small ${styles.whole}`}
            preventScrollReset
            aria-current={toKeyText(key) === current || undefined}
            to={`${toRevisionsPath(id)}?from=${toKeyText(before)}&to=${toKeyText(key)}#compare`}
            aria-label={`Show what changed in ${name}`}
          >
            What changed
          </Link>
        )}
        {!isNewest && (
          <Form method="post">
            <input type="hidden" name="revision" value={toKeyText(key)} />
            <Button busy={busy}>
              Restore<span className="sr-only"> {name}</span>
            </Button>
          </Form>
        )}
      </div>
    </li>
  )
}

function toDetail({ revision, places }: ListedRevision): string {
  const { restoredFrom, changed, cause } = revision
  const sentences = [
    causeSentences[cause] ?? false,
    ...sayPeople(revision),
    restoredFrom !== null && `Number ${restoredFrom} again.`,
    changed.length > 0 && `Changed: ${changed.map((name) => textNames[name]).join(', ')}.`,
    places.length > 0 && `On ${places.join(', ')}.`,
  ]
  return sentences.filter((sentence) => sentence !== false).join(' ')
}
