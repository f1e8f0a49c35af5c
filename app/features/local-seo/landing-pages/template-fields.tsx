import { type FocusEvent, Fragment, type MouseEvent, useRef, useState } from 'react'
import { Field, TextArea } from '../../../ui/field.tsx'
import { useRunsScripts } from '../../../ui/use-runs-scripts.ts'
import { chooseField, insertChoice, insertField, type TextField } from './insert-field.ts'
import styles from './landing-pages.module.css'
import { toTemplateParts } from './template-parts.ts'
import { FIELDS, type LandingTemplate, type TemplateFaults } from './template.ts'

interface TemplateFieldsProps {
  template: LandingTemplate
  faults: TemplateFaults
}

/** The three texts of a template. A press on the name of a field inserts it into the text that was in use last. */
export function TemplateFields({ template, faults }: TemplateFieldsProps) {
  const [text, setText] = useState(template.body)
  const last = useRef<TextField>(undefined)
  const remember = ({ target }: FocusEvent) => {
    if (target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement) last.current = target
  }
  const insert = ({ currentTarget: { form, value } }: MouseEvent<HTMLButtonElement>) => {
    const field = form && chooseField(form, last.current, value)
    const part = FIELDS.find((known) => known === value)
    if (!field) return
    if (part) insertField(field, part)
    else insertChoice(field)
  }
  return (
    <div className="mb-4" onFocus={remember}>
      <Parts onPress={insert} />
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
        onInput={({ currentTarget }) => setText(currentTarget.value)}
        behind={<Colours text={text} />}
      />
    </div>
  )
}

const CHOICE = '{one|other}'

// Without scripts the names are there to be read. The style sheet decides, so that nothing moves once scripts run.
function Parts({ onPress }: { onPress: (event: MouseEvent<HTMLButtonElement>) => void }) {
  const runsScripts = useRunsScripts()
  const parts: string[] = [...FIELDS]
  return (
    <p className={styles.fields}>
      {[...parts, CHOICE].map((part) => {
        const mark = part === CHOICE ? part : `{{${part}}}`
        return (
          <Fragment key={part}>
            <button
              type="button"
              value={part}
              className={`${styles.part} needs-scripts`}
              aria-label={`Insert ${mark}`}
              disabled={!runsScripts}
              onClick={onPress}
            >
              {mark}
            </button>
            <code className="without-scripts">{mark}</code>
          </Fragment>
        )
      })}
    </p>
  )
}

/** The colours behind the text: one for fields, and others for the options of a choice. */
const Colours = ({ text }: { text: string }) => (
  <pre aria-hidden="true" className={`input font-mono text-[0.9rem] ${styles.colours}`}>
    {toTemplateParts(text).map(({ text: part, kind, option }, place) =>
      kind === 'text' ? (
        part
      ) : (
        // oxlint-disable-next-line react/no-array-index-key -- the parts have nothing else
        <mark key={place} data-option={kind === 'option' ? option % 3 : undefined}>
          {part}
        </mark>
      ),
    )}
    {'\n'}
  </pre>
)
