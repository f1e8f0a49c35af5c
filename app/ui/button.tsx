import type { ReactNode } from 'react'

interface ButtonProps {
  children: ReactNode
  isPrimary?: boolean
  /** True if it deletes something permanently. */
  isDangerous?: boolean
  /** The text of the button while the form is being sent. It is disabled then. */
  busyText?: string
  busy?: boolean
  /** Sent as the field `intent`, where the form has more than one button. */
  intent?: string
  /** Keys that press the button, in the notation of `aria-keyshortcuts`. */
  shortcut?: string
}

/** The button that submits the form around it. */
export function Button({
  children,
  isPrimary = false,
  isDangerous = false,
  busyText,
  busy = false,
  intent,
  shortcut,
}: ButtonProps) {
  return (
    <button
      type="submit"
      name={intent && 'intent'}
      value={intent}
      className={['button', isPrimary && 'is-primary', isDangerous && 'is-dangerous']
        .filter(Boolean)
        .join(' ')}
      disabled={busy}
      aria-keyshortcuts={shortcut}
    >
      {busy && busyText ? busyText : children}
    </button>
  )
}
