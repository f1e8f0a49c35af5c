import type { ReactNode } from 'react'

interface NoticeProps {
  /** True if it stays while forms are sent. Any other notice is the answer to a form, and is scrolled into view. */
  isStanding?: boolean
  children: ReactNode
}

/** A panel that says what went wrong. Screen readers read it aloud at once. */
export function Notice({ isStanding = false, children }: NoticeProps) {
  return (
    <div role="alert" className="panel notice" data-answer={isStanding ? undefined : true}>
      {children}
    </div>
  )
}
