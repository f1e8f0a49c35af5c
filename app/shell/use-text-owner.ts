import { type TextOwner, toTextOwner } from './unsaved-texts.ts'
import { useActing } from './use-acting.ts'

/** Returns the owner of what is typed on this screen for an account. */
export function useTextOwner(accountId: string): TextOwner {
  const acting = useActing()
  return toTextOwner(acting?.member?.personId ?? acting?.id ?? accountId, accountId)
}
