import { Form, Link, useSubmit } from 'react-router'
import { countFound } from '../../../shared/page-list.ts'
import { ConfirmPanel } from '../../../ui/confirm-panel.tsx'
import { Button } from '../../../ui/button.tsx'
import { Choice, FilterBar } from '../../../ui/filter-bar.tsx'
import { EmptyList, NoneFound } from '../../../ui/list.tsx'
import { Pagination } from '../../../ui/pagination.tsx'
import { Toast } from '../../../ui/toast.tsx'
import { AccountField } from '../../../shell/account-field.tsx'
import { useAccountId } from '../../../shell/use-account-id.ts'
import { useMay } from '../../../shell/use-may.ts'
import { countPictures, countUses, picturesAdded, sayShownElsewhere } from './messages.ts'
import { type UploadFile, useDroppedPictures } from './use-dropped-pictures.ts'
import {
  type LibraryPicture,
  type PictureChoice,
  type PictureFilter,
  type PictureList,
  PICTURES_PATH,
  toLibraryPath,
  toPicturePath,
  toVariantPath,
  type UnusedCount,
  UPLOAD_TYPES,
} from '../../articles/pictures/pictures.ts'
import styles from './library.module.css'

interface LibraryViewProps {
  list: PictureList
  filter: PictureFilter
  /** The pictures to delete. The screen asks first. */
  asked: UnusedCount | undefined
  /** True if articles are only published if each image has a text alternative. */
  needsAlt: boolean
  outcome: LibraryOutcome | undefined
  busy: boolean
  upload: UploadFile
}

/** The result of the last form. */
export interface LibraryOutcome {
  title: string
  description?: string
  tone: 'ok' | 'warn' | 'bad'
}

/**
 * Shows the pictures of the account with their words and the number of their uses. Pictures are added by a drop anywhere
 * on it, or chosen; without scripts by a form.
 */
export function LibraryView({ list, filter, asked, needsAlt, outcome, busy, upload }: LibraryViewProps) {
  const { isOver, zone, ...adding } = useDroppedPictures(upload)
  return (
    <div className={styles.library} data-over={isOver || undefined} {...zone}>
      {asked !== undefined && <AskDelete asked={asked} filter={filter} busy={busy} />}
      <div className={styles.head}>
        {list.total > 0 && <Filter filter={filter} />}
        <AddPictures onChoose={adding.add} busy={busy} />
      </div>
      <Adding {...adding} />
      {list.total === 0 ? (
        <NoPictures />
      ) : (
        <>
          <p className={styles.count}>
            {countFound(list, countPictures)}
            {filter.show === 'unused' && list.found > 0 && <DeleteLink filter={filter} />}
          </p>
          <Pictures list={list} filter={filter} />
        </>
      )}
      <AltRule key={useAccountId()} isOn={needsAlt} busy={busy} />
      {!busy && outcome && <Toast {...outcome} />}
    </div>
  )
}

const CHOICES: Record<PictureChoice, string> = {
  unused: 'Not used',
  'no-alt': 'Without alt text',
}

const Filter = ({ filter: { q, show } }: { filter: PictureFilter }) => (
  <FilterBar path={PICTURES_PATH} label="Search names, alt texts and captions" query={q}>
    <Choice name="show" label="Show" value={show} options={CHOICES} all="All" isInstant />
    <button type="submit" className="button without-scripts">
      Filter
    </button>
  </FilterBar>
)

interface AddPicturesProps {
  onChoose: (files: File[]) => void
  busy: boolean
}

const AddPictures = ({ onChoose, busy }: AddPicturesProps) => (
  <>
    <label className={`button is-primary needs-scripts ${styles.choose}`}>
      <input
        type="file"
        multiple
        accept={UPLOAD_TYPES.join(',')}
        className="sr-only"
        onChange={({ currentTarget }) => {
          onChoose([...(currentTarget.files ?? [])])
          currentTarget.value = '' // the same file may be chosen again
        }}
      />
      Add pictures
    </label>
    <div className="without-scripts">
      <Form method="post" action={PICTURES_PATH} encType="multipart/form-data" className={styles.add}>
        <label>
          <span className="sr-only">Picture file</span>
          <input className="input" type="file" name="file" accept={UPLOAD_TYPES.join(',')} required />
        </label>
        <Button isPrimary intent="add" busy={busy} busyText="Adding it...">
          Add picture
        </Button>
      </Form>
    </div>
  </>
)

type AddingProps = Pick<ReturnType<typeof useDroppedPictures>, 'left' | 'added' | 'failures'>

const Adding = ({ left, added, failures }: AddingProps) => (
  <>
    {left > 0 && <output>Adding {countPictures(left)} ...</output>}
    {failures.map((failure) => (
      <p key={failure} role="alert" className="wrap-anywhere text-bad">
        {failure}
      </p>
    ))}
    {left === 0 && added > 0 && <Toast key={added} title={picturesAdded(added)} tone="ok" />}
  </>
)

function Pictures({ list, filter }: { list: PictureList; filter: PictureFilter }) {
  if (list.pictures.length === 0) return <NoneFound path={PICTURES_PATH}>No picture matches.</NoneFound>
  return (
    <>
      <ul className={styles.grid}>
        {list.pictures.map((picture) => (
          <li key={picture.id}>
            <PictureCard picture={picture} />
          </li>
        ))}
      </ul>
      <Pagination
        page={list.page}
        pageCount={list.pageCount}
        pathname={toLibraryPath({ ...filter, page: 1 })}
      />
    </>
  )
}

function PictureCard({ picture }: { picture: LibraryPicture }) {
  const { id, alt, name, uses, otherUses, focus } = picture
  return (
    <Link to={toPicturePath(id)} className={styles.card}>
      <img
        src={toVariantPath(picture, 480)}
        alt=""
        width={480}
        height={360}
        loading="lazy"
        decoding="async"
        data-focus={focus ?? undefined}
      />
      <strong>{alt || name || 'Untitled'}</strong>
      <small>
        <span>{countUses(uses, otherUses)}</span>
        {!alt && <span className="text-warn">No alt text</span>}
      </small>
    </Link>
  )
}

interface AskDeleteProps {
  asked: UnusedCount
  filter: PictureFilter
  busy: boolean
}

const AskDelete = ({ asked: { count, shownElsewhere }, filter, busy }: AskDeleteProps) => (
  <ConfirmPanel
    title={count === 0 ? 'There is nothing to delete' : `Delete ${countPictures(count)}?`}
    text={
      count === 0
        ? 'Pictures that were added within the last day are kept: they may be in a text that is not saved yet.'
        : [
            'No article, draft, plan or setting of yours shows them. Old revisions that show them will have a gap.',
            sayShownElsewhere(shownElsewhere),
            'Pictures of the last day are kept. There is no way back.',
          ]
            .filter(Boolean)
            .join(' ')
    }
    intent="delete-unused"
    button={{ text: 'Delete', busyText: 'Deleting...' }}
    back={toLibraryPath(filter)}
    backText="Keep them"
    busy={busy || count === 0}
  >
    <AccountField />
  </ConfirmPanel>
)

const NoPictures = () => (
  <EmptyList
    title="No pictures yet"
    lead="Drop pictures here, or paste one into a text. Each picture that you use in an article shows up here, with all places where it is used."
  />
)

const DeleteLink = ({ filter }: { filter: PictureFilter }) =>
  useMay('organise') && (
    <Link className="link" to={`${toLibraryPath(filter)}&ask=delete`} preventScrollReset>
      Delete those that you do not use
    </Link>
  )

function AltRule({ isOn, busy }: { isOn: boolean; busy: boolean }) {
  const submit = useSubmit()
  if (!useMay('organise')) return null
  return (
    <Form method="post" action={PICTURES_PATH} className={styles.rule}>
      <AccountField />
      <input type="hidden" name="intent" value="alt-rule" />
      <label>
        <input
          type="checkbox"
          name="needsAlt"
          defaultChecked={isOn}
          onChange={({ currentTarget }) => void submit(currentTarget.form, { preventScrollReset: true })}
        />
        Do not publish an article while a picture in it has no alt text
      </label>
      <div className="without-scripts">
        <Button intent="alt-rule" busy={busy}>
          Save
        </Button>
      </div>
    </Form>
  )
}
