import { type ReactNode, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'

interface ToastProps {
  title: string
  description?: string | undefined
  /** `warn` for work that was done only in part. */
  tone: 'ok' | 'warn' | 'bad'
  /** A button, such as that of an undo. With it the toast stays. */
  children?: ReactNode
}

/** Id of the element that holds all toasts of a screen, one above the other. */
export const TOASTS_ID = 'toasts'

/**
 * A short message over the page, which screen readers read aloud. With the tone `ok` it fades automatically. It is
 * plain HTML, so that it also works without scripts; with scripts it moves to the other toasts.
 */
export function Toast({ title, description, tone, children }: ToastProps) {
  const toasts = useSyncExternalStore(neverChanges, findToasts, () => null)
  const toast = (
    <div
      className={`toast toast-${tone}${children ? ' has-button' : ''}`}
      role={tone === 'bad' ? 'alert' : 'status'}
    >
      <strong>{title}</strong>
      {description && <span>{description}</span>}
      {children}
    </div>
  )
  return toasts ? createPortal(toast, toasts) : toast
}

const findToasts = () => document.getElementById(TOASTS_ID)
const neverChanges = () => () => {}
