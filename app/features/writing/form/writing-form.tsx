import { type FormEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { Form } from 'react-router'
import { v4 as uuidv4 } from 'uuid'
import { isOfInputMethod } from '../../../shared/keys.ts'
import { IgnoreEnter } from '../../../ui/ignore-enter.tsx'
import type { ChoosablePicture } from '../../articles/pictures/pictures.ts'
import type { TargetSite } from '../../delivery/target-sites/target-sites.ts'
import type { DeliveryOutcome } from '../../delivery/deliveries/deliveries.ts'
import { ArticleDetails, ArticlePaper } from './article-details.tsx'
import { withoutMarks } from '../editor/editor.ts'
import { picturesUnderWay } from '../messages.ts'
import { PreviewPane } from '../preview/preview-pane.tsx'
import { type DraftText, readDraftForm, toDraftText } from '../drafts/drafts.ts'
import type { DraftErrors } from '../writing.ts'
import { SiteChips } from './site-chips.tsx'
import { TargetSites } from './target-sites.tsx'
import { usePreview } from '../preview/use-preview.ts'
import { useScrollTogether } from '../preview/use-scroll-together.ts'
import { useWrongField } from './use-wrong-field.ts'
import { VariationsSwitch } from './variations-switch.tsx'
import { SheetHead, type View, ViewTabs } from './view-tabs.tsx'
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
  /** Draws the bar with the buttons. */
  renderBar: (parts: {
    /** The reason why the form was not sent, as a sentence. */
    blockedReason: string | undefined
    /** The selected sites. */
    chips: ReactNode
  }) => ReactNode
}

/** The form for an article and its sites. It works without scripts. */
export function WritingForm({
  form,
  id,
  draft,
  sites,
  errors,
  unavailableReason,
  ...props
}: WritingFormProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [view, setView] = useViewTab(errors)
  const { problem, refresh } = usePreview(form, frame)
  const { follow, watch } = useScrollTogether(form, frame)
  useShortcut(form, props.isBusy)
  useWrongField(form, errors, () => setView('details'))
  useEffect(() => refresh(0), [refresh])
  const [selected, setSelected] = useState(draft.siteIds)
  const { deliveries = [], slug } = props
  const fields = { draft, slug, errors: errors ?? noErrors }
  const [isTooEarly, setIsTooEarly] = useState(false)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    setRunId(event.currentTarget)
    if (!isAwaitingPictures(event.currentTarget)) return props.onSubmit(event)
    event.preventDefault()
    setIsTooEarly(true)
  }
  return (
    // The other encoding needs three bytes for most characters, and a long text would be refused as too large.
    <Form
      ref={form}
      method="post"
      action={props.action}
      encType="multipart/form-data"
      noValidate
      className={styles.publisher}
      data-view={view}
      data-keeps-itself // as a draft
      onInput={({ currentTarget, target }) => {
        setIsTooEarly(false)
        if (target instanceof Element && target.closest('fieldset')) setSelected(readSelected(currentTarget))
        props.onChange(currentTarget)
        refresh()
      }}
      onSubmit={submit}
    >
      <IgnoreEnter />
      <input type="hidden" name="draftId" value={id} />
      <input type="hidden" name="runId" />
      {props.hidden}
      <ViewTabs
        view={view}
        onChange={(chosen) => {
          setView(chosen)
          refresh(0) // a hidden preview is not refreshed
        }}
      />
      <div className={styles.write}>
        <ArticlePaper {...fields} onScroll={follow} />
        <div className={styles.details}>
          <SheetHead isOpen={view === 'details'} onClose={() => setView('write')} />
          <ArticleDetails {...fields} pictures={props.pictures} />
          <TargetSites sites={sites} selected={draft.siteIds} error={errors?.siteIds} />
          <VariationsSwitch isOn={draft.generateVariations} unavailableReason={unavailableReason} />
        </div>
      </div>
      {props.renderBar({
        blockedReason: isTooEarly ? picturesUnderWay : undefined,
        chips: <SiteChips {...{ sites, selected, deliveries }} />,
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

// A refusal leads back to the text, because the preview may cover the marked fields.
function useViewTab(errors: DraftErrors | undefined) {
  const [seen, setSeen] = useState(errors)
  const [view, setView] = useState<View>('write')
  if (errors !== seen) {
    setSeen(errors)
    if (errors) setView('write')
  }
  return [view, setView] as const
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
