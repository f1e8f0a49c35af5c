import type { ReactNode } from 'react'
import { Button } from '../../../ui/button.tsx'
import { type Step, STEPS } from '../writing.ts'
import styles from '../writing.module.css'

interface PublishBarProps {
  busy: boolean
  /** The intent and the words of the main button; it publishes unless given. */
  action?: { intent: string; text: string; busyText: string }
  /** More buttons beside the main one. */
  others?: ReactNode
  /** The note that says whether the text is saved. */
  note?: string | undefined
  /** The selected sites. */
  chips: ReactNode
  /** The state of the article. */
  step?: Step
  /** The link to its schedule; undefined before the first save. */
  schedule?: ReactNode
  /** The reason why the form was not sent, as a sentence. */
  blockedReason: string | undefined
  /** The progress of the publish. */
  children?: ReactNode
}

const PUBLISH = { intent: 'publish', text: 'Publish Article', busyText: 'Publishing...' }

/** Closes the menu when one of its actions was chosen. */
const closeAfterUse = (menu: HTMLElement | null) =>
  menu?.addEventListener('click', () => void menu.togglePopover(false))

/** The bar with the main button of a form. It is always visible. */
export function PublishBar({ busy, action = PUBLISH, step = 'Draft', ...props }: PublishBarProps) {
  const { others, note, chips, schedule, blockedReason, children } = props
  return (
    <div className={styles.bar}>
      {children}
      <Button
        isPrimary
        busy={busy}
        busyText={action.busyText}
        intent={action.intent}
        shortcut="Control+Enter Meta+Enter"
      >
        {action.text}
      </Button>
      <ol className={styles.steps} aria-label="State">
        {STEPS.map((each) => (
          <li key={each} aria-current={each === step ? 'step' : undefined}>
            {(each === 'Scheduled' && schedule) || each}
          </li>
        ))}
      </ol>
      {/* On a phone the other actions are in a menu. */}
      <button type="button" className="button order-1 ms-auto md:hidden" popoverTarget="other-actions">
        More
      </button>
      <div id="other-actions" popover="auto" className={styles.more} ref={closeAfterUse}>
        {others}
        {schedule && <span className="md:hidden">{schedule}</span>}
      </div>
      {chips}
      <button
        type="submit"
        className="button without-scripts"
        formAction="/publisher/preview"
        formTarget="_blank"
      >
        Preview
      </button>
      <p className="needs-scripts">
        <kbd>Ctrl</kbd> or <kbd>⌘</kbd> + <kbd>Enter</kbd>
      </p>
      {note && <p className={styles.kept}>{note}</p>}
      <p role="alert" className="text-bad">
        {blockedReason}
      </p>
    </div>
  )
}
