import type { ReactNode } from 'react'

/** A panel that says what went wrong, to a screen reader at once. */
export function Notice({ children }: { children: ReactNode }) {
  return (
    <div role="alert" className="panel notice">
      {children}
    </div>
  )
}
