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
import { AccountField } from '../../../shell/account-field.tsx'
import { IgnoreEnter } from '../../../ui/ignore-enter.tsx'
import type { ChoosablePicture } from '../../articles/pictures/pictures.ts'
import type { TargetSite } from '../../delivery/target-sites/target-sites.ts'
import type { DeliveryOutcome } from '../../delivery/deliveries/deliveries.ts'
import { ArticleDetails, ArticlePaper } from './article-details.tsx'
import { type EditorSlots, withoutMarks } from '../editor/editor.ts'
import { picturesUnderWay } from '../messages.ts'
import { PreviewPane } from '../preview/preview-pane.tsx'
import { type DraftText, readDraftForm, toDraftText } from '../drafts/drafts.ts'
import type { DraftErrors, TranslatedArticle } from '../writing.ts'
import type { BarParts } from './publish-bar.tsx'
import { PublishSheet } from './publish-sheet.tsx'
import { SiteDots } from './site-dots.tsx'
import { DetailsHead, RoomHead } from './room-head.tsx'
import { usePreview } from '../preview/use-preview.ts'
import { useScrollTogether } from '../preview/use-scroll-together.ts'
import { type Side, useSides } from './use-sides.ts'
import { useTextFacts } from './use-text-facts.ts'
import { useWrongField } from './use-wrong-field.ts'
import styles from '../writing.module.css'

interface WritingFormProps {
  form: RefObject<HTMLFormElement | null>
  /** The id of the draft, or of the article that is edited. */
  id: string
  /** The account that the text is for. */
  accountId: string
  draft: DraftText
  /** The slug of an existing article; undefined for a new one. */
  slug?: string | undefined
  sites: TargetSite[]
  /** The newest pictures of the account. */
  pictures: ChoosablePicture[]
  errors: DraftErrors | undefined
  /** The articles that it is a translation of. */
  translations: TranslatedArticle[]
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
  /** The name of the site that the article is a page of. */
  pageOf?: string | undefined
  /** Returns the path of the cover that is drawn for the article with these tags and this choice. */
  toDrawing: (tags: string[], cover: string) => string
  /** The time zone of the author, as the browser named it last. */
  timeZone: string
  /** The time in a form that was refused. */
  dueAt?: string | undefined
  /** The next plan, as a sentence. With another one, the form asks for no time any more. */
  planned?: string | undefined
  /** The state of the text, for the line above it. */
  state: ReactNode
  /** The way to what readers would see changed. */
  compare?: ReactNode
  /** Draws the bar with the buttons. */
  renderBar: (parts: BarParts) => ReactNode
}

/** The form for an article and its sites. It works without scripts. */
export function WritingForm(props: WritingFormProps) {
  const { form, draft, sites, deliveries = [], planned } = props
  const errors = props.errors ?? noErrors
  const frame = useRef<HTMLIFrameElement>(null)
  const room = useSides(draft.author.trim() === '')
  const [isFocused, setIsFocused] = useState(false)
  const preview = usePreview(form, frame, room.sides.preview === 'open')
  const { follow, watch } = useScrollTogether(form, frame)
  const text = useTextFacts(form, draft)
  const { slots, tools, length } = useSlots()
  const [selected, setSelected] = useState(draft.siteIds)
  const when = useWhen(props)
  const { isTooEarly, submit, setIsTooEarly } = useSubmit(props.onSubmit)
  useShortcut(props)
  useShownRefusal(props.errors, room.close)
  useWrongField(form, props.errors, (field) => openAround(field, room.open))
  const { refresh } = preview
  const input = ({ currentTarget, target }: FormEvent<HTMLFormElement>) => {
    setIsTooEarly(false)
    if (target instanceof Element && target.closest('fieldset')) setSelected(readSelected(currentTarget))
    props.onChange(currentTarget)
    refresh()
    text.refresh()
  }
  const ready = () => {
    watch()
    refresh(0)
  }
  const fields = { draft, slug: props.slug, errors, facts: text.facts }
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
      data-preview={room.sides.preview}
      data-sheet={room.sides.details}
      data-focus={isFocused || undefined}
      data-keeps-itself // as a draft
      onKeyDown={(event) => event.key === 'Escape' && !event.defaultPrevented && setIsFocused(false)}
      onInput={input}
      onSubmit={submit}
    >
      <FormStart id={props.id} accountId={props.accountId}>
        {props.hidden}
      </FormStart>
      <RoomHead tools={tools} sides={room.sides} onToggle={room.toggle} {...{ isFocused, toggleFocus }}>
        {props.state}
      </RoomHead>
      <div className={styles.write}>
        <ArticlePaper
          {...fields}
          {...{ slots, toggleFocus }}
          toDrawing={(cover) => props.toDrawing(text.facts.tags, cover)}
          pictures={props.pictures}
          onScroll={follow}
        />
        <div className={styles.details} data-details>
          <DetailsHead room={room} />
          <ArticleDetails {...fields} translations={props.translations} />
        </div>
        <PublishSheet
          sites={{ sites, selected: draft.siteIds, error: errors.siteIds, pageOf: props.pageOf }}
          variations={{ isOn: draft.generateVariations, unavailableReason: props.unavailableReason }}
          when={{ ...when, timeZone: props.timeZone, error: errors.dueAt }}
          planned={planned}
          compare={props.compare}
        />
      </div>
      {props.renderBar({
        blockedReason: isTooEarly ? picturesUnderWay : undefined,
        dots: <SiteDots {...{ sites, selected, deliveries }} />,
        siteCount: selected.length,
        dueAt: when.dueAt,
        length: <span ref={length} className={styles.length} />,
      })}
      <PreviewPane
        frame={frame}
        problem={preview.problem}
        sites={sites.filter(({ id, kind }) => kind === 'main' || selected.includes(id))}
        onReady={ready}
      />
    </Form>
  )
}

const noErrors: DraftErrors = {}

interface FormStartProps extends Pick<WritingFormProps, 'id' | 'accountId'> {
  children: ReactNode
}

const FormStart = ({ id, accountId, children }: FormStartProps) => (
  <>
    <IgnoreEnter />
    <h2 id="article-details" className="sr-only">
      Article Details
    </h2>
    <AccountField sent={accountId} />
    <input type="hidden" name="draftId" value={id} />
    <input type="hidden" name="runId" />
    {children}
  </>
)

/** Returns the elements that the editor draws into, and the callbacks that find them. */
function useSlots() {
  const [slots, setSlots] = useState<EditorSlots>({ tools: null, length: null })
  const tools = useCallback(
    (element: HTMLElement | null) => setSlots((all) => ({ ...all, tools: element })),
    [],
  )
  const length = useCallback(
    (element: HTMLElement | null) => setSlots((all) => ({ ...all, length: element })),
    [],
  )
  return { slots, tools, length }
}

// A plan that was made ends the choice of its time.
function useWhen({ dueAt = '', planned }: WritingFormProps) {
  const [chosen, setChosen] = useState({ dueAt, planned })
  return {
    dueAt: chosen.planned === planned ? chosen.dueAt : '',
    onChange: (time: string) => setChosen({ dueAt: time, planned }),
  }
}

// A form is not sent while a picture is being added to its text.
function useSubmit(send: WritingFormProps['onSubmit']) {
  const [isTooEarly, setIsTooEarly] = useState(false)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    setRunId(event.currentTarget)
    if (!isAwaitingPictures(event.currentTarget)) return send(event)
    event.preventDefault()
    setIsTooEarly(true)
  }
  return { isTooEarly, submit, setIsTooEarly }
}

// A wrong field may be in the sheet of the sites, or in the details.
function openAround(field: HTMLElement, open: (side: Side) => void): void {
  const sheet = field.closest<HTMLElement>('[popover]')
  if (sheet) sheet.showPopover()
  else open('details')
}

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

// The keys press the main button, so that they do what it says. For an article that readers had and do not see any more
// they lead to the button first: who had saved it with these keys would publish it again.
function useShortcut({ form, isBusy, slug }: WritingFormProps): void {
  const isArticle = slug !== undefined
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (isBusy || !isSendKey(event)) return
      event.preventDefault()
      const button = form.current?.querySelector<HTMLButtonElement>('[aria-keyshortcuts*=Enter]')
      if (!button || event.repeat) return
      if (isArticle && button.value === 'publish' && document.activeElement !== button) button.focus()
      else form.current?.requestSubmit(button)
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [form, isBusy, isArticle])
}

const isSendKey = (event: KeyboardEvent): boolean =>
  event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !isOfInputMethod(event)
