import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'

interface IntentButtonProps {
  /** What it sends its form for. */
  intent: string
  /** What a form of this screen was sent for, while it is on its way. */
  busy: string | undefined
  busyText?: string
  isPrimary?: boolean
  children: ReactNode
}

/** One of a screen's several buttons: while a form is on its way none can be pressed, and the one that sent it says so. */
export function IntentButton({ intent, busy, busyText, ...button }: IntentButtonProps) {
  const isOnItsWay = busy === intent && busyText !== undefined
  return <Button intent={intent} busy={busy !== undefined} {...(isOnItsWay && { busyText })} {...button} />
}
