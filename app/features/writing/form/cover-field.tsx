import { type RefObject, useEffect, useRef, useState } from 'react'
import { v4 as uuidv4 } from 'uuid'
import { Icon } from '../../../ui/icon.tsx'
import { useLookup } from '../../../ui/use-lookup.ts'
import {
  type ChoosablePicture,
  DRAWN,
  FIND_PICTURES_PATH,
  isDrawn,
  parseUploadPath,
  readSeed,
  toRedrawn,
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
  /** Returns the path of the cover that is drawn for the article with a choice. */
  toDrawing: (cover: string) => string
  error: string | undefined
}

const SEARCH_DELAY_MS = 250

/**
 * The cover of an article as readers will see it, and its choice. One that is drawn without a choice is small, so that
 * the text begins at once. With scripts the whole library can be searched, and a picture be added to it.
 */
export function CoverField({ cover, error, ...of }: CoverFieldProps) {
  const { facts, toDrawing } = of
  const field = useRef<HTMLDivElement>(null)
  const [chosen, setChosen] = useState(cover)
  const [wanted, choose] = useChoice(field)
  const upload = useCoverUpload(choose)
  useOffered(field, chosen)
  const first = facts.firstPicture
  const picture = isPicture(chosen) ? chosen : chosen === '' && first
  return (
    <div
      ref={field}
      className={styles.cover}
      data-cover
      data-large={chosen !== '' || first !== undefined || undefined}
    >
      <img className={styles.art} src={picture || toDrawing(chosen)} alt="" width={800} height={500} />
      <button
        type="button"
        className={`button ${styles.again} needs-scripts`}
        onClick={() => choose(toRedrawn(uuidv4().slice(0, 8)))}
      >
        Draw another
      </button>
      <CoverChooser {...of} {...{ cover, chosen, wanted, upload, error }} onChoose={setChosen} />
    </div>
  )
}

interface CoverChooserProps extends CoverFieldProps {
  /** The present choice. */
  chosen: string
  /** A cover that a script wants, and that must be offered for this. */
  wanted: string | undefined
  upload: ReturnType<typeof useCoverUpload>
  onChoose: (cover: string) => void
}

/** The choice, which opens below the cover. */
function CoverChooser({ cover, chosen, wanted, upload, onChoose, ...of }: CoverChooserProps) {
  const { found, search } = useSearch()
  const first = of.facts.firstPicture
  const offered = withChosen([...upload.added, ...(found.data ?? of.pictures)], chosen)
  const redrawn = [wanted, chosen, cover].find((each) => readSeed(each) !== undefined)
  const choices = listChoices(of, redrawn, offered)
  const problem = upload.failure ?? of.error
  return (
    <details open={of.error ? true : undefined}>
      <summary className="button">
        Cover: <span>{nameOf(chosen, offered, first)}</span>
        <Icon name="chevron" />
      </summary>
      <fieldset
        className={styles.choices}
        onInput={({ target }) =>
          target instanceof HTMLInputElement && target.name === 'cover' && onChoose(target.value)
        }
      >
        <legend className="sr-only">Cover</legend>
        {choices.map((choice) => (
          <Choice key={choice.value} chosen={cover} {...choice} />
        ))}
      </fieldset>
      <div className={`${styles.more} needs-scripts`}>
        <input
          className="input"
          type="search"
          aria-label="Search your pictures"
          placeholder="Search your pictures"
          onFocus={({ target }) => search(target.value)}
          onInput={({ currentTarget }) => search(currentTarget.value)}
          // It is not a field of the form.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
        <label className={`button ${styles.upload}`}>
          {upload.isBusy ? 'Adding a picture...' : 'Upload'}
          <input
            type="file"
            aria-label="Picture for the cover"
            accept={UPLOAD_TYPES.join(',')}
            disabled={upload.isBusy}
            onChange={({ currentTarget }) => upload.add(currentTarget)}
          />
        </label>
      </div>
      {found.data?.length === 0 && <output>No picture matches.</output>}
      {problem && (
        <p className="text-bad" role="alert" data-answer>
          {problem}
        </p>
      )}
    </details>
  )
}

function listChoices(
  { facts: { firstPicture }, toDrawing }: Pick<CoverFieldProps, 'facts' | 'toDrawing'>,
  redrawn: string | undefined,
  offered: ChoosablePicture[],
) {
  const first = firstPicture
    ? { value: '', label: FIRST_PICTURE, art: firstPicture }
    : { value: '', label: `${FIRST_PICTURE}, or drawn`, art: toDrawing('') }
  const drawn = { value: DRAWN, label: DRAWN_ART, art: toDrawing(DRAWN) }
  const again = redrawn ? [{ value: redrawn, label: REDRAWN_ART, art: toDrawing(redrawn) }] : []
  return [first, drawn, ...again, ...offered.map(({ path, label }) => ({ value: path, label, art: path }))]
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

/** Checks the present choice in place of the hidden radio as soon as it is offered. */
function useOffered(field: RefObject<HTMLElement | null>, chosen: string): void {
  useEffect(() => {
    const radios = [...(field.current?.querySelectorAll<HTMLInputElement>('[name=cover]') ?? [])]
    const offered = radios.find(({ hidden, value }) => !hidden && value === chosen)
    if (offered && radios.some(({ hidden, checked }) => hidden && checked)) offered.checked = true
  }, [field, chosen])
}

/** Returns the cover that a script wants, and the callback that chooses it as soon as it is offered. */
function useChoice(field: RefObject<HTMLElement | null>) {
  const [wanted, setWanted] = useState<string>()
  useEffect(() => {
    const radios = field.current?.querySelectorAll<HTMLInputElement>('[name=cover]') ?? []
    const radio = [...radios].find(({ value }) => value === wanted)
    if (!radio) return
    radio.checked = true
    radio.dispatchEvent(new Event('input', { bubbles: true })) // the same event as for a click
  }, [field, wanted])
  return [wanted, setWanted] as const
}

/** Adds a picture to the library, and chooses it as the cover. */
function useCoverUpload(choose: (cover: string) => void) {
  const [added, setAdded] = useState<ChoosablePicture[]>([])
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
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
    choose(path)
  }
  return { added, isBusy, failure, add: (input: HTMLInputElement) => void add(input) }
}

const FIRST_PICTURE = 'First picture'
const DRAWN_ART = 'Drawn art'
const REDRAWN_ART = 'Drawn again'
const CHOSEN = 'Chosen picture'

const isPicture = (cover: string) => cover !== '' && !isDrawn(cover)

// The chosen picture is always shown, with any search.
function withChosen(pictures: ChoosablePicture[], chosen: string): ChoosablePicture[] {
  const unique = pictures.filter(
    (one, index) => pictures.findIndex(({ path }) => path === one.path) === index,
  )
  return isPicture(chosen) && unique.every(({ path }) => path !== chosen)
    ? [{ path: chosen, label: CHOSEN }, ...unique]
    : unique
}

function nameOf(cover: string, offered: ChoosablePicture[], first: string | undefined): string {
  if (isPicture(cover)) return offered.find(({ path }) => path === cover)?.label ?? CHOSEN
  if (cover !== '') return cover === DRAWN ? DRAWN_ART : REDRAWN_ART
  return first ? FIRST_PICTURE : 'Drawn'
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
