import { useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'

interface ToastProps {
  title: string
  description?: string | undefined
  /** `warn` for what was done, but not as far as one may think. */
  tone: 'ok' | 'warn' | 'bad'
}

/** The element in which the toasts of a screen stand one above the other. */
export const TOASTS_ID = 'toasts'

/**
 * A short message over the page, spoken by screen readers; it fades by itself unless there is something to see to.
 * Plain HTML where it is rendered, so that a form sent without scripts shows it too; with scripts it joins the others.
 */
export function Toast({ title, description, tone }: ToastProps) {
  const toasts = useSyncExternalStore(neverChanges, findToasts, () => null)
  const toast = (
    <div className={`toast toast-${tone}`} role={tone === 'bad' ? 'alert' : 'status'}>
      <strong>{title}</strong>
      {description && <span>{description}</span>}
    </div>
  )
  return toasts ? createPortal(toast, toasts) : toast
}

const findToasts = () => document.getElementById(TOASTS_ID)
const neverChanges = () => () => {}
