import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { Form } from 'react-router'
import type { TargetSite } from '../target-sites/target-sites.ts'
import { v4 as uuidv4 } from 'uuid'
import { ArticleDetails } from './article-details.tsx'
import { withoutMarks } from './insert-picture.ts'
import { picturesUnderWay } from './messages.ts'
import { PreviewPane } from './preview-pane.tsx'
import { PublishBar } from './publish-bar.tsx'
import { type Publishing, PublishProgress } from './publish-progress.tsx'
import { type DraftErrors, readTyped, type TypedDraft } from './publishing.ts'
import { TargetSites } from './target-sites.tsx'
import { useClaim, useKeptDraft } from './use-kept-draft.ts'
import { usePreview } from './use-preview.ts'
import { VariationsSwitch } from './variations-switch.tsx'
import { type View, ViewTabs } from './view-tabs.tsx'

interface PublishFormProps {
  form: RefObject<HTMLFormElement | null>
  accountId: string
  /** Names this writing, so that sending it twice publishes once. */
  draftId: string
  sites: TargetSite[]
  typed?: TypedDraft | undefined
  errors?: DraftErrors | undefined
  /** While it is on its way. */
  publishing?: Publishing | undefined
  defaultAuthor: string
  /** Why there can be no variations, as a sentence. */
  hindrance: string | undefined
}

/** Writes an article and chooses where it goes (spec §2, Publisher). A plain form; scripts only add to it. */
export function PublishForm({
  form,
  accountId,
  draftId,
  sites,
  typed,
  errors,
  publishing,
  ...props
}: PublishFormProps) {
  const draft = typed ?? { ...emptyDraft, author: props.defaultAuthor }
  const frame = useRef<HTMLIFrameElement>(null)
  const [view, setView] = useState<View>('write')
  const { problem, refresh } = usePreview(form, frame)
  const { keptAt, saveLater, save } = useKeptDraft(accountId)
  useClaim(accountId, draftId)
  useShortcut(form, publishing !== undefined)
  useEffect(() => refresh(0), [refresh])
  const [isTooEarly, setIsTooEarly] = useState(false)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    save()
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
        saveLater(currentTarget)
        refresh()
      }}
      onSubmit={submit}
    >
      <input type="hidden" name="draftId" value={draftId} />
      <input type="hidden" name="runId" />
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
          errors={errors ?? noErrors}
          onScroll={(share) => scroll(frame.current, share)}
        />
        <TargetSites sites={sites} selected={draft.siteIds} error={errors?.siteIds} />
        <VariationsSwitch isOn={draft.generateVariations} hindrance={props.hindrance} />
      </div>
      <PreviewPane frame={frame} problem={problem} onReady={() => refresh(0)} />
      <PublishBar
        busy={publishing !== undefined}
        keptAt={keptAt}
        hindrance={isTooEarly ? picturesUnderWay : undefined}
      >
        {publishing && <PublishProgress sites={sites} {...publishing} />}
      </PublishBar>
    </Form>
  )
}

const emptyDraft = {
  title: '',
  content: '',
  metaDescription: '',
  author: '',
  tags: '',
  keywords: '',
  canonicalUrl: '',
  siteIds: [] as string[],
  generateVariations: false,
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
