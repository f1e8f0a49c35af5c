import { Form, Link } from 'react-router'
import { Button } from '../../../ui/button.tsx'
import { Field, TextArea } from '../../../ui/field.tsx'
import { Toast } from '../../../ui/toast.tsx'
import { PAGES_PATH, TEMPLATE_PATH } from './landing-pages.ts'
import { templateSaved } from './messages.ts'
import { GATE } from './score.ts'
import { FIELDS, type LandingTemplate } from './template.ts'
import styles from './landing-pages.module.css'

/** A page made with the template as it was typed. */
export interface PagePreview {
  metaTitle: string
  metaDescription: string
  /** Sanitised HTML. */
  content: string
  score: number
}

interface TemplateViewProps {
  template: LandingTemplate
  faults: Partial<Record<'title' | 'description' | 'body', string>>
  preview: PagePreview | undefined
  /** The reason why there is no preview. */
  unavailableReason: string | undefined
  isSaved: boolean
  busy: boolean
}

/** The editor of the template of landing pages. */
export const TemplateView = ({
  template,
  faults,
  preview,
  unavailableReason,
  isSaved,
  busy,
}: TemplateViewProps) => (
  <div className="panels">
    {isSaved && <Toast title={templateSaved} tone="ok" />}
    <Form method="post" action={TEMPLATE_PATH} className="panel" preventScrollReset>
      <h2>Template</h2>
      <p className="panel-lead">
        Write in Markdown. A field such as {'{{city}}'} stands for what is known of the page; a paragraph
        whose field is empty is left out, with its heading. {'{one|other}'} has pages say one or the other.
      </p>
      <p className={styles.fields}>
        {FIELDS.map((field) => (
          <code key={field}>{`{{${field}}}`}</code>
        ))}
      </p>
      <Field label="Title" name="title" defaultValue={template.title} error={faults.title} required />
      <TextArea
        label="Description for search engines"
        name="description"
        defaultValue={template.description}
        error={faults.description}
        hint="A page shows as many of its sentences as fit into 160 characters."
        rows={3}
      />
      <TextArea
        label="Text"
        name="body"
        defaultValue={template.body}
        error={faults.body}
        rows={24}
        isCode
        required
      />
      <fieldset className="mb-4">
        <legend className="mb-1.5 block text-small font-[550]">Pages with fewer than {GATE} points</legend>
        <Choice
          value="noindex"
          chosen={template.belowGate}
          label="are shown, but search engines are asked to pass them by"
        />
        <Choice value="unpublished" chosen={template.belowGate} label="are not published at all" />
      </fieldset>
      <div className={styles.actions}>
        <Button isPrimary busy={busy} busyText="Saving..." intent="save">
          Save Template
        </Button>
        <button className="button" type="submit" name="intent" value="preview">
          Preview
        </button>
        <button className="button" type="submit" name="intent" value="reset" formNoValidate>
          Use the Original
        </button>
        <Link className="link" to={PAGES_PATH}>
          Back to the pages
        </Link>
      </div>
    </Form>
    {unavailableReason && <p className="text-muted">{unavailableReason}</p>}
    {preview && <Preview preview={preview} />}
  </div>
)

const Choice = ({ value, chosen, label }: { value: string; chosen: string; label: string }) => (
  <label className={styles.choice}>
    <input type="radio" name="belowGate" value={value} defaultChecked={value === chosen} /> {label}
  </label>
)

const Preview = ({ preview: { metaTitle, metaDescription, content, score } }: { preview: PagePreview }) => (
  <section className="panel" aria-labelledby="preview-title">
    <h2 id="preview-title">Preview: {metaTitle}</h2>
    <p className="text-small text-muted">
      {score} of 100 points. {metaDescription}
    </p>
    <div className="prose" dangerouslySetInnerHTML={{ __html: content }} />
  </section>
)
