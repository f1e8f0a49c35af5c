import type { ReactNode } from 'react'
import { Button } from '../../../ui/button.tsx'
import { useMay } from '../../../shell/use-may.ts'
import { Icon } from '../../../ui/icon.tsx'
import { hasProblem, toNote } from '../drafts/messages.ts'
import type { SaverState } from '../drafts/saver-parts.ts'
import { PUBLISH_SHEET_ID } from './publish-sheet.tsx'
import styles from './publish-bar.module.css'

/** What the form gives to its bar. */
export interface BarParts {
  /** The reason why the form was not sent, as a sentence. */
  blockedReason: string | undefined
  /** The selected sites. */
  dots: ReactNode
  /** Their number. */
  siteCount: number
  /** The chosen time, as its field contains it; empty for now. */
  dueAt: string
  /** The place of the length of the text. */
  length: ReactNode
}

interface PublishBarProps extends BarParts {
  busy: boolean
  /** True if readers see the article. */
  isLive?: boolean
  /** The other actions, which stand in a menu. */
  others: ReactNode
  saving: SaverState
  /** The progress of the publish. */
  children?: ReactNode
}

/** Closes the menu when one of its actions was chosen. */
const closeAfterUse = (menu: HTMLElement | null) =>
  menu?.addEventListener('click', () => void menu.togglePopover(false))

/** The bar with the main button of a form. It is always visible. */
export function PublishBar({ busy, isLive = false, others, saving, ...parts }: PublishBarProps) {
  const { dots, length, blockedReason, children } = parts
  const mayPublish = useMay('publish')
  const { intent, text, busyText } = mayPublish ? toAction(isLive, parts) : SUBMIT
  return (
    <div className={styles.bar} data-covers="bottom">
      {children}
      <p role="alert" className={styles.problem}>
        {blockedReason ?? (hasProblem(saving) && toNote(saving))}
      </p>
      {length}
      {dots}
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
        <div className={styles.main}>
          <Button isPrimary {...{ busy, busyText, intent }} shortcut="Control+Enter Meta+Enter">
            {text}
          </Button>
          <button
            type="button"
            className="button is-primary needs-scripts"
            popoverTarget={PUBLISH_SHEET_ID}
            disabled={busy}
            aria-label="Where and when"
            title="Where and when"
          >
            <Icon name="chevron" />
          </button>
        </div>
      </div>
    </div>
  )
}

const SUBMIT = { intent: 'submit', text: 'Submit for review', busyText: 'Submitting...' }

/** Returns what the main button does, in words that are true for the chosen sites and the chosen time. */
function toAction(isLive: boolean, { siteCount, dueAt }: BarParts) {
  if (dueAt !== '')
    return { intent: 'plan', text: `Schedule for ${toDueWords(dueAt)}`, busyText: 'Planning...' }
  if (!isLive) return { intent: 'publish', text: 'Publish Article', busyText: 'Publishing...' }
  const sites = siteCount === 1 ? '1 site' : `${siteCount} sites`
  return { intent: 'save', text: siteCount === 0 ? 'Update' : `Update ${sites}`, busyText: 'Saving...' }
}

const SOON_MS = 6 * 24 * 60 * 60 * 1000

// The field has a local time without a zone. Read as UTC, it keeps its parts.
function toDueWords(dueAt: string): string {
  const time = new Date(`${dueAt}Z`)
  if (Number.isNaN(time.getTime())) return dueAt
  const isSoon = time.getTime() - Date.now() < SOON_MS
  const day = isSoon ? { weekday: 'short' as const } : { day: 'numeric' as const, month: 'short' as const }
  return `${time.toLocaleDateString('en-GB', { ...day, timeZone: 'UTC' })} ${dueAt.slice(11)}`
}
