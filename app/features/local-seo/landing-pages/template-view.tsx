import { useRef, useState } from 'react'
import { Form, Link } from 'react-router'
import { AccountField } from '../../../shell/account-field.tsx'
import { Button } from '../../../ui/button.tsx'
import { Toast } from '../../../ui/toast.tsx'
import { PAGES_PATH, TEMPLATE_PATH } from './landing-pages.ts'
import { templateFailures, templateSaved } from './messages.ts'
import { GATE } from './score.ts'
import type { TemplateAnswer } from './template.ts'
import { TemplateFields } from './template-fields.tsx'
import { useLivePreview } from './use-live-preview.ts'
import styles from './landing-pages.module.css'

interface TemplateViewProps extends TemplateAnswer {
  /** The reason why nothing was saved, and the account that the form is for. */
  failure?: string | undefined
  accountId?: string | undefined
  isSaved: boolean
  busy: boolean
}

/** The editor of the template of landing pages, with a page made from it beside it. */
export function TemplateView({ failure, accountId, isSaved, busy, ...answer }: TemplateViewProps) {
  const { template, faults } = answer
  const form = useRef<HTMLFormElement>(null)
  const live = useLivePreview(form)
  return (
    <div className={styles.template}>
      {isSaved && <Toast title={templateSaved} tone="ok" />}
      {failure && !busy && <Toast title={templateFailures.other} description={failure} tone="bad" />}
      <Form
        ref={form}
        method="post"
        action={TEMPLATE_PATH}
        className="panel"
        preventScrollReset
        onInput={() => live.refresh()}
        onSubmit={live.cancel}
      >
        <AccountField sent={accountId} />
        <h2>Template</h2>
        <p className="panel-lead">
          Write in Markdown. A field such as {'{{city}}'} stands for what is known of the page; a paragraph
          whose field is empty is left out, with its heading. {'{one|other}'} has pages say one or the other.
        </p>
        <TemplateFields template={template} faults={faults} />
        <fieldset className="mb-4">
          <legend className="mb-1.5 block text-small font-[550]">Pages with fewer than {GATE} points</legend>
          <Choice
            value="noindex"
            chosen={template.belowGate}
            label="are shown, but search engines are asked to pass them by"
          />
          <Choice value="unpublished" chosen={template.belowGate} label="are not published at all" />
        </fieldset>
        <Actions busy={busy} />
      </Form>
      <Preview {...(live.answer ?? answer)} />
    </div>
  )
}

const Actions = ({ busy }: { busy: boolean }) => (
  <div className={styles.actions}>
    <Button isPrimary busy={busy} busyText="Saving..." intent="save">
      Save Template
    </Button>
    <button className="button without-scripts" type="submit" name="intent" value="preview">
      Preview
    </button>
    <button className="button" type="submit" name="intent" value="reset" formNoValidate>
      Use the Original
    </button>
    <Link className="link" to={PAGES_PATH}>
      Back to the pages
    </Link>
  </div>
)

const Choice = ({ value, chosen, label }: { value: string; chosen: string; label: string }) => (
  <label className={styles.choice}>
    <input type="radio" name="belowGate" value={value} defaultChecked={value === chosen} /> {label}
  </label>
)

// A template with a fault keeps the last page that could be made.
function Preview({ preview, faults, unavailableReason }: TemplateAnswer) {
  const [last, setLast] = useState(preview)
  if (preview && preview !== last) setLast(preview)
  const shown = preview ?? last
  const fault = Object.values(faults)[0] ?? unavailableReason
  if (!shown && !fault) return null
  return (
    <section className={`panel ${styles.preview}`} aria-labelledby="preview-title">
      <h2 id="preview-title" className="wrap-anywhere">
        Preview{shown && `: ${shown.metaTitle}`}
      </h2>
      {fault && <p className="mb-3 text-small text-warn">{fault}</p>}
      {shown && (
        <>
          <p className="text-small text-muted">
            {shown.score} of 100 points. {shown.metaDescription}
          </p>
          <div className="prose" dangerouslySetInnerHTML={{ __html: shown.content }} />
        </>
      )}
    </section>
  )
}
