import { useRouteLoaderData } from 'react-router'
import { type TextOwner, toTextOwner } from './unsaved-texts.ts'

/** The data of the desk's frame that say who acts. */
interface DeskData {
  operator: { id: string; member?: { personId: string } | undefined }
}

/** Returns the owner of what is typed on this screen for an account. */
export function useTextOwner(accountId: string): TextOwner {
  const operator = useRouteLoaderData<DeskData>('routes/desk/layout')?.operator
  return toTextOwner(operator?.member?.personId ?? operator?.id ?? accountId, accountId)
}
