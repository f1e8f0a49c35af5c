import {
  type FormEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react'
import { Form } from 'react-router'
import { v4 as uuidv4 } from 'uuid'
import { isOfInputMethod } from '../../../shared/keys.ts'
import { IgnoreEnter } from '../../../ui/ignore-enter.tsx'
import type { ChoosablePicture } from '../../articles/pictures/pictures.ts'
import type { TargetSite } from '../../delivery/target-sites/target-sites.ts'
import type { DeliveryOutcome } from '../../delivery/deliveries/deliveries.ts'
import { ArticleDetails, ArticlePaper } from './article-details.tsx'
import { type EditorSlots, withoutMarks } from '../editor/editor.ts'
import { picturesUnderWay } from '../messages.ts'
import { PreviewPane } from '../preview/preview-pane.tsx'
import { type DraftText, readDraftForm, toDraftText } from '../drafts/drafts.ts'
import type { DraftErrors } from '../writing.ts'
import { SiteChips } from './site-chips.tsx'
import { TargetSites } from './target-sites.tsx'
import { DetailsHead, RoomHead } from './room-head.tsx'
import { usePreview } from '../preview/use-preview.ts'
import { useScrollTogether } from '../preview/use-scroll-together.ts'
import { type Side, useSides } from './use-sides.ts'
import { useTextFacts } from './use-text-facts.ts'
import { useWrongField } from './use-wrong-field.ts'
import { VariationsSwitch } from './variations-switch.tsx'
import styles from '../writing.module.css'

interface WritingFormProps {
  form: RefObject<HTMLFormElement | null>
  /** The id of the draft, or of the article that is edited. */
  id: string
  draft: DraftText
  /** The slug of an existing article; undefined for a new one. */
  slug?: string | undefined
  sites: TargetSite[]
  /** The newest pictures of the account. */
  pictures: ChoosablePicture[]
  errors: DraftErrors | undefined
  /** The reason why there can be no variations, as a sentence. */
  unavailableReason: string | undefined
  isBusy: boolean
  /** The path that the form is sent to; that of the screen unless given. */
  action?: string
  /** More hidden fields. */
  hidden?: ReactNode
  onChange: (form: HTMLFormElement) => void
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  /** The state of an existing article on its sites. */
  deliveries?: DeliveryOutcome[]
  /** The path of the cover that is drawn for an article with these tags. */
  toDrawing: (tags: string[]) => string
  /** The state of the text, for the line above it. */
  state: ReactNode
  /** Draws the bar with the buttons. */
  renderBar: (parts: BarParts) => ReactNode
}

/** What the form gives to its bar. */
export interface BarParts {
  /** The reason why the form was not sent, as a sentence. */
  blockedReason: string | undefined
  /** The selected sites. */
  chips: ReactNode
  /** The place of the length of the text. */
  length: ReactNode
}

/** The form for an article and its sites. It works without scripts. */
export function WritingForm(props: WritingFormProps) {
  const { form, id, draft, sites, errors, deliveries = [] } = props
  const frame = useRef<HTMLIFrameElement>(null)
  const room = useSides(draft.author.trim() === '' || draft.siteIds.length === 0)
  const [isFocused, setIsFocused] = useState(false)
  const { problem, refresh } = usePreview(form, frame)
  const { follow, watch } = useScrollTogether(form, frame)
  const text = useTextFacts(form, draft)
  const [slots, setSlots] = useState<EditorSlots>({ tools: null, length: null })
  const [tools, length] = [useSlot('tools', setSlots), useSlot('length', setSlots)]
  useShortcut(form, props.isBusy)
  useShownRefusal(errors, room.close)
  useWrongField(form, errors, () => room.open('details'))
  const { preview, details } = room.sides
  useEffect(() => refresh(0), [refresh, preview]) // a hidden preview is not refreshed
  const [selected, setSelected] = useState(draft.siteIds)
  const fields = { draft, slug: props.slug, errors: errors ?? noErrors, facts: text.facts }
  const [isTooEarly, setIsTooEarly] = useState(false)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    setRunId(event.currentTarget)
    if (!isAwaitingPictures(event.currentTarget)) return props.onSubmit(event)
    event.preventDefault()
    setIsTooEarly(true)
  }
  const toggleFocus = () => setIsFocused((before) => !before)
  return (
    // The other encoding needs three bytes for most characters, and a long text would be refused as too large.
    <Form
      ref={form}
      method="post"
      action={props.action}
      encType="multipart/form-data"
      noValidate
      aria-labelledby="article-details"
      className={styles.publisher}
      data-preview={preview}
      data-sheet={details}
      data-focus={isFocused || undefined}
      data-keeps-itself // as a draft
      onKeyDown={(event) => event.key === 'Escape' && !event.defaultPrevented && setIsFocused(false)}
      onInput={({ currentTarget, target }) => {
        setIsTooEarly(false)
        if (target instanceof Element && target.closest('fieldset')) setSelected(readSelected(currentTarget))
        props.onChange(currentTarget)
        refresh()
        text.refresh()
      }}
      onSubmit={submit}
    >
      <IgnoreEnter />
      <h2 id="article-details" className="sr-only">
        Article Details
      </h2>
      <input type="hidden" name="draftId" value={id} />
      <input type="hidden" name="runId" />
      {props.hidden}
      <RoomHead
        tools={tools}
        sides={room.sides}
        onToggle={room.toggle}
        isFocused={isFocused}
        onFocusMode={toggleFocus}
      >
        {props.state}
      </RoomHead>
      <div className={styles.write}>
        <ArticlePaper
          {...fields}
          drawing={props.toDrawing(text.facts.tags)}
          pictures={props.pictures}
          slots={slots}
          onFocusMode={toggleFocus}
          onScroll={follow}
        />
        <div className={styles.details} data-details>
          <DetailsHead isOpen={details !== 'closed'} onClose={() => room.close('details')} />
          <ArticleDetails {...fields} />
          <TargetSites sites={sites} selected={draft.siteIds} error={errors?.siteIds} />
          <VariationsSwitch isOn={draft.generateVariations} unavailableReason={props.unavailableReason} />
        </div>
      </div>
      {props.renderBar({
        blockedReason: isTooEarly ? picturesUnderWay : undefined,
        chips: <SiteChips {...{ sites, selected, deliveries }} />,
        length: <span ref={length} className={styles.length} />,
      })}
      <PreviewPane
        frame={frame}
        problem={problem}
        sites={sites.filter((site) => site.kind !== 'main' && selected.includes(site.id))}
        onReady={() => {
          watch()
          refresh(0)
        }}
      />
    </Form>
  )
}

const noErrors: DraftErrors = {}

/** Returns the callback of an element that the editor draws into. */
const useSlot = (name: keyof EditorSlots, onFound: (change: (slots: EditorSlots) => EditorSlots) => void) =>
  useCallback(
    (element: HTMLElement | null) => onFound((slots) => ({ ...slots, [name]: element })),
    [name, onFound],
  )

// A refusal leads back to the text, because the preview may cover the marked fields.
function useShownRefusal(errors: DraftErrors | undefined, close: (side: Side) => void): void {
  const [seen, setSeen] = useState(errors)
  if (errors === seen) return
  setSeen(errors)
  if (errors) close('preview')
}

const readSelected = (form: HTMLFormElement) =>
  [...form.querySelectorAll<HTMLInputElement>('[name=siteIds]:checked')].map(({ value }) => value)

/** Returns the text in a form, without the marks of pictures that are being uploaded. */
export function readForm(form: HTMLFormElement): DraftText {
  const text = toDraftText(readDraftForm(new FormData(form)))
  return { ...text, content: withoutMarks(text.content) }
}

function isAwaitingPictures(form: HTMLFormElement): boolean {
  const { content } = readDraftForm(new FormData(form))
  return withoutMarks(content) !== content
}

// Each attempt gets a new run id. The screen follows the run until the answer arrives.
function setRunId(form: HTMLFormElement): void {
  const field = form.elements.namedItem('runId')
  if (field instanceof HTMLInputElement) field.value = uuidv4()
}

function useShortcut(form: RefObject<HTMLFormElement | null>, busy: boolean): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (isOfInputMethod(event) || event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || busy) return
      event.preventDefault()
      form.current?.requestSubmit()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [form, busy])
}
