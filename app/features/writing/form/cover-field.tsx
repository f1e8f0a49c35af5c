import { type RefObject, useEffect, useRef, useState } from 'react'
import { useLookup } from '../../../ui/use-lookup.ts'
import {
  type ChoosablePicture,
  DRAWN,
  FIND_PICTURES_PATH,
  parseUploadPath,
  toVariantPath,
  UPLOAD_TYPES,
} from '../../articles/pictures/pictures.ts'
import { pictureNotAdded, sayUploadFailure, uploadPicture } from '../editor/editor.ts'
import type { TextFacts } from './use-text-facts.ts'
import styles from './cover-field.module.css'

interface CoverFieldProps {
  /** The initial choice. */
  cover: string
  /** The newest pictures of the account. */
  pictures: ChoosablePicture[]
  facts: TextFacts
  /** The path of the cover that is drawn for the article. */
  drawing: string
  error: string | undefined
}

const SEARCH_DELAY_MS = 250

/**
 * The cover of an article as readers will see it, and its choice. One that is drawn without a choice is small, so that
 * the text begins at once. With scripts the whole library can be searched, and a picture be added to it.
 */
export function CoverField({ cover, pictures, facts, drawing, error }: CoverFieldProps) {
  const field = useRef<HTMLDivElement>(null)
  const [chosen, setChosen] = useState(cover)
  const { found, search } = useSearch()
  const upload = useCoverUpload(field)
  const offered = withChosen([...upload.added, ...(found.data ?? pictures)], chosen)
  const first = facts.firstPicture
  const shown = isPicture(chosen) ? chosen : (chosen === '' && first) || drawing
  return (
    <div ref={field} className={styles.cover} data-cover data-large={shown !== drawing || chosen === DRAWN || undefined}>
      <img className={styles.art} src={shown} alt="" width={800} height={500} />
      <details open={error ? true : undefined}>
        <summary className="button">
          Cover: <span>{nameOf(chosen, offered, first)}</span>
        </summary>
        <fieldset
          className={styles.choices}
          onInput={({ target }) =>
            target instanceof HTMLInputElement && target.name === 'cover' && setChosen(target.value)
          }
        >
          <legend className="sr-only">Cover</legend>
          <Choice value="" label={FIRST_PICTURE} chosen={cover} art={first ?? drawing} />
          <Choice value={DRAWN} label={DRAWN_ART} chosen={cover} art={drawing} />
          {offered.map(({ path, label }) => (
            <Choice key={path} value={path} label={label} chosen={cover} art={path} />
          ))}
        </fieldset>
        <div className={`${styles.more} needs-scripts`}>
          <input
            className="input"
            type="search"
            aria-label="Search your images"
            placeholder="Search your images"
            onFocus={({ target }) => search(target.value)}
            onInput={({ currentTarget }) => search(currentTarget.value)}
            // It is not a field of the form.
            onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
          />
          <label className={`button ${styles.upload}`}>
            {upload.isBusy ? 'Adding an image...' : 'Upload'}
            <input
              type="file"
              aria-label="Image for the cover"
              accept={UPLOAD_TYPES.join(',')}
              disabled={upload.isBusy}
              onChange={({ currentTarget }) => upload.add(currentTarget)}
            />
          </label>
        </div>
        {found.data?.length === 0 && <output>No image matches.</output>}
        {(upload.failure ?? error) && (
          <p className="text-bad" role={upload.failure && 'alert'} data-answer>
            {upload.failure ?? error}
          </p>
        )}
      </details>
    </div>
  )
}

function useSearch() {
  const found = useLookup<ChoosablePicture[]>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const search = (q: string) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(
      () => void found.load(`${FIND_PICTURES_PATH}?${new URLSearchParams({ q })}`),
      SEARCH_DELAY_MS,
    )
  }
  return { found, search }
}

/** Adds a picture to the library, and chooses it as the cover. */
function useCoverUpload(field: RefObject<HTMLElement | null>) {
  const [added, setAdded] = useState<ChoosablePicture[]>([])
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const [newest] = added
  useEffect(() => {
    const radios = field.current?.querySelectorAll<HTMLInputElement>('[name=cover]') ?? []
    const radio = [...radios].find(({ value }) => value === newest?.path)
    if (!radio) return
    radio.checked = true
    radio.dispatchEvent(new Event('input', { bubbles: true })) // the same event as for a click
  }, [field, newest])
  const add = async (input: HTMLInputElement) => {
    const [file] = input.files ?? []
    if (!file) return
    setIsBusy(true)
    setFailure(undefined)
    const stored = await uploadPicture(file)
    input.value = '' // so that the same file can be chosen again
    setIsBusy(false)
    if (!stored.ok) return setFailure(pictureNotAdded(file.name, sayUploadFailure(stored)))
    const { path } = stored
    setAdded((others) => [{ path, label: file.name }, ...others.filter((other) => other.path !== path)])
  }
  return { added, isBusy, failure, add: (input: HTMLInputElement) => void add(input) }
}

const FIRST_PICTURE = 'First image'
const DRAWN_ART = 'Drawn art'
const CHOSEN = 'Chosen image'

const isPicture = (cover: string) => cover !== '' && cover !== DRAWN

// The chosen picture is always shown, with any search.
function withChosen(pictures: ChoosablePicture[], chosen: string): ChoosablePicture[] {
  const unique = pictures.filter((one, index) => pictures.findIndex(({ path }) => path === one.path) === index)
  return isPicture(chosen) && unique.every(({ path }) => path !== chosen)
    ? [{ path: chosen, label: CHOSEN }, ...unique]
    : unique
}

function nameOf(cover: string, offered: ChoosablePicture[], first: string | undefined): string {
  if (isPicture(cover)) return offered.find(({ path }) => path === cover)?.label ?? CHOSEN
  if (cover === DRAWN) return DRAWN_ART
  return first ? FIRST_PICTURE : 'Drawn, until the text has an image'
}

interface ChoiceProps {
  value: string
  label: string
  /** The initial choice. */
  chosen: string
  /** The path of the picture that it stands for. */
  art: string
}

const Choice = ({ value, label, chosen, art }: ChoiceProps) => (
  <label>
    <input type="radio" name="cover" value={value} defaultChecked={value === chosen} />
    <img src={toThumbnail(art)} alt="" width={160} height={100} loading="lazy" decoding="async" />
    <small>{label}</small>
  </label>
)

function toThumbnail(cover: string): string {
  const upload = parseUploadPath(cover)
  return upload ? toVariantPath(upload, 480) : cover
}
