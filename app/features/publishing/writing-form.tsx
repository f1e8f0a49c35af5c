import { type FormEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { Form } from 'react-router'
import { v4 as uuidv4 } from 'uuid'
import type { TargetSite } from '../target-sites/target-sites.ts'
import { ArticleDetails } from './article-details.tsx'
import { withoutMarks } from './insert-picture.ts'
import { picturesUnderWay } from './messages.ts'
import { PreviewPane } from './preview-pane.tsx'
import { type DraftErrors, readTyped, type TypedDraft } from './publishing.ts'
import { TargetSites } from './target-sites.tsx'
import { usePreview } from './use-preview.ts'
import { VariationsSwitch } from './variations-switch.tsx'
import { type View, ViewTabs } from './view-tabs.tsx'

interface WritingFormProps {
  form: RefObject<HTMLFormElement | null>
  /** Of the draft, or of the article that is edited. */
  id: string
  draft: Omit<TypedDraft, 'draftId'>
  /** Of an article that has an address already. */
  slug?: string | undefined
  sites: TargetSite[]
  errors: DraftErrors | undefined
  /** Why there can be no variations, as a sentence. */
  hindrance: string | undefined
  isBusy: boolean
  /** Fields that nobody sees. */
  hidden?: ReactNode
  onChange: (form: HTMLFormElement) => void
  onSubmit?: () => void
  /** What the form is sent with; told why it was not sent just now, as a sentence. */
  renderBar: (hindrance: string | undefined) => ReactNode
}

/** Writes an article and chooses where it goes. A plain form; scripts only add to it. */
export function WritingForm({ form, id, draft, slug, sites, errors, hindrance, ...props }: WritingFormProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [view, setView] = useState<View>('write')
  const { problem, refresh } = usePreview(form, frame)
  useShortcut(form, props.isBusy)
  useEffect(() => refresh(0), [refresh])
  const [isTooEarly, setIsTooEarly] = useState(false)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    props.onSubmit?.()
    nameRun(event.currentTarget)
    if (!isAwaitingPictures(event.currentTarget)) return
    event.preventDefault()
    setIsTooEarly(true)
  }
  return (
    // Sent as it is: the other encoding makes three bytes of most signs, and a long text would be refused as too large.
    <Form
      ref={form}
      method="post"
      encType="multipart/form-data"
      noValidate
      className="publisher"
      data-view={view}
      onInput={({ currentTarget }) => {
        setIsTooEarly(false)
        props.onChange(currentTarget)
        refresh()
      }}
      onSubmit={submit}
    >
      <input type="hidden" name="draftId" value={id} />
      <input type="hidden" name="runId" />
      {props.hidden}
      <ViewTabs
        view={view}
        onChange={(chosen) => {
          setView(chosen)
          refresh(0) // a preview out of sight is not kept up to date
        }}
      />
      <div className="publisher-write">
        <ArticleDetails
          draft={draft}
          slug={slug}
          errors={errors ?? noErrors}
          onScroll={(share) => scroll(frame.current, share)}
        />
        <TargetSites sites={sites} selected={draft.siteIds} error={errors?.siteIds} />
        <VariationsSwitch isOn={draft.generateVariations} hindrance={hindrance} />
      </div>
      {props.renderBar(isTooEarly ? picturesUnderWay : undefined)}
      <PreviewPane frame={frame} problem={problem} onReady={() => refresh(0)} />
    </Form>
  )
}

const noErrors: DraftErrors = {}

function isAwaitingPictures(form: HTMLFormElement): boolean {
  const { content } = readTyped(new FormData(form))
  return withoutMarks(content) !== content
}

// A name of its own for every attempt: the screen follows the run by it while the form is being answered.
function nameRun(form: HTMLFormElement): void {
  const field = form.elements.namedItem('runId')
  if (field instanceof HTMLInputElement) field.value = uuidv4()
}

// The preview follows the text, as far as two texts of different height can.
function scroll(frame: HTMLIFrameElement | null, share: number): void {
  const page = frame?.contentDocument?.documentElement
  if (page) page.scrollTop = share * (page.scrollHeight - page.clientHeight)
}

function useShortcut(form: RefObject<HTMLFormElement | null>, busy: boolean): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || busy) return
      event.preventDefault()
      form.current?.requestSubmit()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [form, busy])
}
