import { useRef, useState } from 'react'
import { useLookup } from '../../../ui/use-lookup.ts'
import {
  type ChoosablePicture,
  DRAWN,
  FIND_PICTURES_PATH,
  parseUploadPath,
  toVariantPath,
} from '../../articles/pictures/pictures.ts'
import styles from './cover-field.module.css'

interface CoverFieldProps {
  /** The initial choice. */
  cover: string
  /** The newest pictures of the account. */
  pictures: ChoosablePicture[]
  error: string | undefined
}

const SEARCH_DELAY_MS = 250

/** The choice of the cover of an article. With scripts the whole library can be searched. */
export function CoverField({ cover, pictures, error }: CoverFieldProps) {
  const found = useLookup<ChoosablePicture[]>()
  const [chosen, setChosen] = useState(cover)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const search = (q: string) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(
      () => void found.load(`${FIND_PICTURES_PATH}?${new URLSearchParams({ q })}`),
      SEARCH_DELAY_MS,
    )
  }
  const offered = withChosen(found.data ?? pictures, chosen)
  return (
    <details className={`${styles.cover} fold`} open={error ? true : undefined}>
      <summary>
        Cover: <span>{nameOf(chosen, offered)}</span>
      </summary>
      <fieldset
        className={styles.choices}
        onInput={({ target }) =>
          target instanceof HTMLInputElement && target.name === 'cover' && setChosen(target.value)
        }
      >
        <legend className="sr-only">Cover</legend>
        <Choice value="" label={FIRST_PICTURE} chosen={cover} />
        <Choice value={DRAWN} label={DRAWN_ART} chosen={cover} />
        {offered.map(({ path, label }) => (
          <Choice key={path} value={path} label={label} chosen={cover} />
        ))}
      </fieldset>
      <input
        className="input needs-scripts"
        type="search"
        aria-label="Search your images"
        placeholder="Search your images"
        onFocus={({ target }) => search(target.value)}
        onInput={({ currentTarget }) => search(currentTarget.value)}
        // It is not a field of the form.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      {found.data?.length === 0 && <output>No image matches.</output>}
      {error && (
        <p className="text-bad" data-answer>
          {error}
        </p>
      )}
    </details>
  )
}

const FIRST_PICTURE = 'First image'
const DRAWN_ART = 'Drawn art'
const CHOSEN = 'Chosen image'

const isPicture = (cover: string) => cover !== '' && cover !== DRAWN

// The chosen picture is always shown, with any search.
const withChosen = (pictures: ChoosablePicture[], chosen: string): ChoosablePicture[] =>
  isPicture(chosen) && pictures.every(({ path }) => path !== chosen)
    ? [{ path: chosen, label: CHOSEN }, ...pictures]
    : pictures

function nameOf(cover: string, offered: ChoosablePicture[]): string {
  if (!isPicture(cover)) return cover === DRAWN ? DRAWN_ART : FIRST_PICTURE
  return offered.find(({ path }) => path === cover)?.label ?? CHOSEN
}

interface ChoiceProps {
  value: string
  label: string
  /** The initial choice. */
  chosen: string
}

const Choice = ({ value, label, chosen }: ChoiceProps) => (
  <label>
    <input type="radio" name="cover" value={value} defaultChecked={value === chosen} />
    {isPicture(value) ? (
      <img src={toThumbnail(value)} alt="" width={160} height={100} loading="lazy" decoding="async" />
    ) : (
      <span aria-hidden="true" data-art={value || undefined} />
    )}
    <small>{label}</small>
  </label>
)

function toThumbnail(cover: string): string {
  const upload = parseUploadPath(cover)
  return upload ? toVariantPath(upload, 480) : cover
}
