import type { ReactNode } from 'react'

interface ButtonProps {
  children: ReactNode
  isPrimary?: boolean
  /** It takes something away for good. */
  isDangerous?: boolean
  /** While the form is on its way the button says this instead and cannot be pressed again. */
  busyText?: string
  busy?: boolean
}

/** Submits the form that it stands in. */
export function Button({
  children,
  isPrimary = false,
  isDangerous = false,
  busyText,
  busy = false,
}: ButtonProps) {
  return (
    <button
      type="submit"
      className={['button', isPrimary && 'is-primary', isDangerous && 'is-dangerous']
        .filter(Boolean)
        .join(' ')}
      disabled={busy}
    >
      {busy && busyText ? busyText : children}
    </button>
  )
}
