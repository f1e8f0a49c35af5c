import { Form } from 'react-router'
import { Button } from '../../../ui/button.tsx'
import { IgnoreEnter } from '../../../ui/ignore-enter.tsx'
import { type CurrentImport, IMPORT_PATH } from './imports.ts'
import styles from './imports.module.css'

interface EncodingQuestionProps {
  current: CurrentImport
  busy: string | undefined
}

/** Asks for the encoding of a file that does not say it: shows a part of its text in each encoding that it may have. */
export function EncodingQuestion({ current: { id, question }, busy }: EncodingQuestionProps) {
  const { file = '', samples = [] } = question ?? {}
  const isBusy = busy !== undefined
  return (
    <section className="panel" aria-labelledby="encoding">
      <h2 id="encoding">Which of these lines can you read?</h2>
      <p className="panel-lead wrap-anywhere">
        {file} does not say how its letters are stored. Choose the line in which all letters are right. It
        counts for every file of this upload that does not say it.
      </p>
      <Form method="post" action={IMPORT_PATH}>
        <IgnoreEnter />
        <input type="hidden" name="importId" value={id} />
        <fieldset className={styles.choices}>
          <legend>The beginning of its text, and some of its words</legend>
          {samples.map(({ encoding, text }, index) => (
            <label key={encoding} className="choice">
              <input type="radio" name="encoding" value={encoding} defaultChecked={index === 0} />
              <span className="font-[550] wrap-anywhere">{text}</span>
              <span className="text-small text-muted">{encoding}</span>
            </label>
          ))}
        </fieldset>
        <div className="flex flex-wrap items-center gap-3">
          <Button
            isPrimary
            intent="encoding"
            busy={isBusy}
            {...(busy === 'encoding' && { busyText: 'Reading...' })}
          >
            Read it like this
          </Button>
          <Button intent="discard" busy={isBusy}>
            Choose another file
          </Button>
        </div>
      </Form>
    </section>
  )
}
