import type { ReactNode } from 'react'

/** A panel that says what went wrong. Screen readers read it aloud at once. */
export function Notice({ children }: { children: ReactNode }) {
  return (
    <div role="alert" className="panel notice">
      {children}
    </div>
  )
}
