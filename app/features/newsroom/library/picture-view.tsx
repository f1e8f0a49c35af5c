import type { ReactNode } from 'react'
import { Form, Link } from 'react-router'
import { toShortDate } from '../../../shared/dates.ts'
import { ConfirmPanel } from '../../../ui/confirm-panel.tsx'
import { Button } from '../../../ui/button.tsx'
import { Copyable } from '../../../ui/copyable.tsx'
import { Field, TextArea } from '../../../ui/field.tsx'
import { Toast } from '../../../ui/toast.tsx'
import type { LiveRun } from '../../runs/runs.ts'
import { useMay } from '../../../shell/use-may.ts'
import type { ReplaceSummary } from './library.ts'
import { countUses, placeNames, sayOtherUses } from './messages.ts'
import { FocusPoint } from './focus-point.tsx'
import { Replace, ReplaceProgress, Replaced } from './replace-view.tsx'
import {
  PICTURES_PATH,
  type PictureUse,
  toMarkdown,
  toPicturePath,
  uploadPath,
  type UsedPicture,
  WORDS_LIMIT,
} from '../../articles/pictures/pictures.ts'
import { toDraftPath, toSchedulePath } from '../../writing/drafts/drafts.ts'
import { ARTICLES_PATH } from '../../writing/writing.ts'
import type { LibraryOutcome } from './library-view.tsx'
import styles from './library.module.css'

interface PictureViewProps {
  picture: UsedPicture
  /** True if the screen asks before the picture is deleted. */
  isAsked: boolean
  /** The outcome of the replacement in the URL. */
  replaced: ReplaceSummary | undefined
  /** The run of the replacement while it continues in the background. */
  live: LiveRun | undefined
  outcome: LibraryOutcome | undefined
  busy: boolean
}

/** Shows a picture with its words, its focus and the places where it is used. */
export function PictureView({ picture, isAsked, replaced, live, outcome, busy }: PictureViewProps) {
  return (
    <div className={styles.picture}>
      <p className="text-small">
        <Link className="link" to={PICTURES_PATH}>
          All pictures
        </Link>
      </p>
      {replaced?.isOver && <Replaced replaced={replaced} busy={busy} />}
      {replaced && !replaced.isOver && <ReplaceProgress picture={picture} replaced={replaced} live={live} />}
      {isAsked && picture.uses === 0 && <AskDelete picture={picture} busy={busy} />}
      <div className={styles.columns}>
        <div className={styles.facts}>
          <FocusPoint picture={picture} busy={busy} />
          <MayReplace picture={picture} busy={busy} />
        </div>
        <div className={styles.facts}>
          <Words picture={picture} busy={busy} />
          <Uses picture={picture} />
        </div>
      </div>
      {!busy && outcome && <Toast {...outcome} />}
    </div>
  )
}

// A replacement changes the articles of everybody.
const MayReplace = ({ picture, busy }: Pick<PictureViewProps, 'picture' | 'busy'>) =>
  useMay('organise') && picture.uses > 0 && <Replace picture={picture} busy={busy} />

const nameOf = ({ alt, name }: UsedPicture) => alt || name || 'Untitled'

function Words({ picture, busy }: { picture: UsedPicture; busy: boolean }) {
  const { id, width, height, name, createdAt } = picture
  return (
    <section className="panel" aria-labelledby="words">
      <h2 id="words" className="wrap-anywhere">
        {nameOf(picture)}
      </h2>
      <p className="panel-lead wrap-anywhere">
        {[name, `${width} × ${height} pixels`, `added ${toShortDate(createdAt)}`].filter(Boolean).join(', ')}.{' '}
        <a className="link" href={uploadPath(id, picture)}>
          Open it
        </a>
      </p>
      <Form method="post">
        <Field
          label="Alt text"
          name="alt"
          defaultValue={picture.alt}
          maxLength={WORDS_LIMIT.alt}
          hint="What somebody should know who does not see the picture."
        />
        <TextArea
          label="Caption"
          name="caption"
          rows={2}
          defaultValue={picture.caption}
          maxLength={WORDS_LIMIT.caption}
          hint="Articles that show this picture already keep their own caption."
        />
        <Button isPrimary intent="words" busy={busy} busyText="Saving...">
          Save
        </Button>
      </Form>
      <div className="mt-5">
        <Copyable label="To put it into a text" value={toMarkdown(picture)} />
      </div>
    </section>
  )
}

function Uses({ picture }: { picture: UsedPicture }) {
  const { id, uses, otherUses, places } = picture
  return (
    <section className="panel" aria-labelledby="uses">
      <h2 id="uses">{countUses(uses, otherUses)}</h2>
      {otherUses > 0 && <p className="panel-lead">{sayOtherUses(otherUses)}</p>}
      {uses === 0 ? (
        <p className="text-small">
          <Link className="link" to={`${toPicturePath(id)}?ask=delete`} preventScrollReset>
            Delete it
          </Link>
        </p>
      ) : (
        <ul className={styles.uses}>
          {places.map((place) => (
            <li key={'id' in place ? place.place + place.id : place.place}>
              <Place place={place} />
            </li>
          ))}
          {uses > places.length && <li>and {uses - places.length} more</li>}
        </ul>
      )}
    </section>
  )
}

function Place({ place }: { place: PictureUse }): ReactNode {
  if (!('id' in place))
    return (
      <Link className="link" to={PLACE_PATHS[place.place]}>
        {placeNames[place.place]}
      </Link>
    )
  if (place.place === 'plan')
    return (
      <>
        <Link className="link" to={`${toSchedulePath(place.articleId)}#plan-${place.id}`}>
          {place.title.trim() || 'Untitled'}
        </Link>
        <small>Planned</small>
      </>
    )
  const { id, title, isLive, isBegun } = place
  return (
    <>
      <Link className="link" to={isBegun ? toDraftPath(id) : `${ARTICLES_PATH}/${id}`}>
        {title.trim() || 'Untitled'}
      </Link>
      <small>{toState({ isLive, isBegun, place: place.place })}</small>
    </>
  )
}

const PLACE_PATHS = {
  settings: '/seo-settings',
  template: '/seo-dashboard/pages/template',
  face: '/manage-sites',
}

function toState({ isLive, isBegun, place }: { isLive: boolean; isBegun: boolean; place: string }): string {
  if (isLive) return 'Live'
  return place === 'draft' && !isBegun ? 'Changes that are not published' : 'Draft'
}

const AskDelete = ({ picture, busy }: { picture: UsedPicture; busy: boolean }) => (
  <ConfirmPanel
    title={`Delete “${nameOf(picture)}”?`}
    text={[
      'No article, draft, plan or setting of yours shows it. Old revisions that show it will have a gap.',
      sayOtherUses(picture.otherUses),
      'There is no way back.',
    ]
      .filter(Boolean)
      .join(' ')}
    intent="delete"
    button={{ text: 'Delete', busyText: 'Deleting...' }}
    back={toPicturePath(picture.id)}
    busy={busy}
  />
)
