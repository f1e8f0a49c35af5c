import type { ReactNode } from 'react'
import { Button } from '../../../ui/button.tsx'

interface IntentButtonProps {
  /** The intent that it sends with its form. */
  intent: string
  /** The intent of the form that is being sent, if any. */
  busy: string | undefined
  busyText?: string
  isPrimary?: boolean
  children: ReactNode
}

/** One of several buttons of a screen. While a form is being sent all are disabled, and the pressed one says so. */
export function IntentButton({ intent, busy, busyText, ...button }: IntentButtonProps) {
  const isSending = busy === intent && busyText !== undefined
  return <Button intent={intent} busy={busy !== undefined} {...(isSending && { busyText })} {...button} />
}
