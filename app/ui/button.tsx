import type { ReactNode } from 'react'

interface ButtonProps {
  children: ReactNode
  isPrimary?: boolean
  /** It takes something away for good. */
  isDangerous?: boolean
  /** While the form is on its way the button says this instead and cannot be pressed again. */
  busyText?: string
  busy?: boolean
  /** What the form is sent for, where it has more than one button. */
  intent?: string
  /** Keys that do the same, as ARIA spells them. */
  shortcut?: string
}

/** Submits the form that it stands in. */
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
