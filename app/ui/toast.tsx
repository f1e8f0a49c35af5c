import { type ReactNode, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { Icon } from './icon.tsx'
import { useRunsScripts } from './use-runs-scripts.ts'

interface ToastProps {
  title: string
  description?: string | undefined
  /** `warn` for work that was done only in part. */
  tone: 'ok' | 'warn' | 'bad'
  /** True if the page says the same, for example beside a field. The toast fades then, too. */
  isOnPage?: boolean
  /** A button, such as that of an undo. With it the toast stays. */
  children?: ReactNode
}

/** Id of the element that holds all toasts of a screen, one above the other. */
export const TOASTS_ID = 'toasts'

/**
 * A short message over the page, which screen readers read aloud. With the tone `ok` it fades automatically, but not
 * under the pointer or with the focus. It is plain HTML, so that it also works without scripts; with scripts it moves to
 * the other toasts, and can be closed.
 */
export function Toast(props: ToastProps) {
  const toasts = useSyncExternalStore(neverChanges, findToasts, () => null)
  const [isClosed, setIsClosed] = useState(false)
  if (isClosed) return null
  const message = <Message {...props} onClose={() => setIsClosed(true)} />
  return toasts ? createPortal(message, toasts) : message
}

function Message({
  title,
  description,
  tone,
  isOnPage,
  children,
  onClose,
}: ToastProps & { onClose: () => void }) {
  return (
    <div
      className={['toast', `toast-${tone}`, isOnPage && 'is-on-page', children && 'has-button']
        .filter(Boolean)
        .join(' ')}
      role={tone === 'bad' ? 'alert' : 'status'}
    >
      <strong>{title}</strong>
      {description && <span>{description}</span>}
      {children}
      {useRunsScripts() && (
        <button type="button" className="toast-close" aria-label="Close this message" onClick={onClose}>
          <Icon name="close" />
        </button>
      )}
    </div>
  )
}

const findToasts = () => document.getElementById(TOASTS_ID)
const neverChanges = () => () => {}
