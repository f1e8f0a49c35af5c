import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'

interface PublishBarProps {
  busy: boolean
  /** What the main button does; publishing unless it is said. */
  action?: { intent: string; text: string; busyText: string }
  /** Others beside it. */
  others?: ReactNode
  /** What has become of what is typed here. */
  note?: string | undefined
  /** Why it was not sent just now, as a sentence. */
  hindrance: string | undefined
  /** How far it is. */
  children?: ReactNode
}

const PUBLISH = { intent: 'publish', text: 'Publish Article', busyText: 'Publishing...' }

/** The one thing that this screen is for, always in sight. */
export function PublishBar({ busy, action = PUBLISH, others, note, hindrance, children }: PublishBarProps) {
  return (
    <div className="publish-bar">
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
      {others}
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
      {note && <p className="publish-kept">{note}</p>}
      <p role="alert" className="text-bad">
        {hindrance}
      </p>
    </div>
  )
}
