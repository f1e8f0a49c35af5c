import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'

interface PublishBarProps {
  busy: boolean
  /** When the form was last kept in this browser. */
  keptAt: string | undefined
  /** Why it was not sent just now, as a sentence. */
  hindrance: string | undefined
  /** How far it is. */
  children?: ReactNode
}

/** The one thing that this screen is for, always in sight. */
export function PublishBar({ busy, keptAt, hindrance, children }: PublishBarProps) {
  return (
    <div className="publish-bar">
      {children}
      <Button isPrimary busy={busy} busyText="Publishing..." shortcut="Control+Enter Meta+Enter">
        Publish Article
      </Button>
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
      {keptAt && <p className="publish-kept">Kept in this browser, {keptAt}</p>}
      <p role="alert" className="text-bad">
        {hindrance}
      </p>
    </div>
  )
}
