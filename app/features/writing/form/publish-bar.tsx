import type { ReactNode } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { hasProblem, toNote } from '../drafts/messages.ts'
import type { SaverState } from '../drafts/saver-parts.ts'
import type { BarParts } from './writing-form.tsx'
import styles from './publish-bar.module.css'

interface PublishBarProps extends BarParts {
  busy: boolean
  /** The intent and the words of the main button; it publishes unless given. */
  action?: { intent: string; text: string; busyText: string } | undefined
  /** The other actions, which stand in a menu. */
  others: ReactNode
  saving: SaverState
  /** The progress of the publish. */
  children?: ReactNode
}

const PUBLISH = { intent: 'publish', text: 'Publish Article', busyText: 'Publishing...' }

/** Closes the menu when one of its actions was chosen. */
const closeAfterUse = (menu: HTMLElement | null) =>
  menu?.addEventListener('click', () => void menu.togglePopover(false))

/** The bar with the main button of a form. It is always visible. */
export function PublishBar({ busy, action = PUBLISH, others, saving, ...props }: PublishBarProps) {
  const { chips, length, blockedReason, children } = props
  return (
    <div className={styles.bar} data-covers="bottom">
      {children}
      <p role="alert" className={styles.problem}>
        {blockedReason ?? (hasProblem(saving) && toNote(saving))}
      </p>
      {length}
      {chips}
      <div className={styles.acts}>
        <button
          type="submit"
          className="button without-scripts"
          formAction="/publisher/preview"
          formTarget="_blank"
        >
          Preview
        </button>
        <button
          type="button"
          className={`button ${styles.open}`}
          popoverTarget="other-actions"
          aria-label="More"
          title="More"
        >
          <Icon name="more" />
        </button>
        <div id="other-actions" popover="auto" className={styles.menu} ref={closeAfterUse}>
          {others}
        </div>
        <Button
          isPrimary
          busy={busy}
          busyText={action.busyText}
          intent={action.intent}
          shortcut="Control+Enter Meta+Enter"
        >
          {action.text}
        </Button>
      </div>
    </div>
  )
}
