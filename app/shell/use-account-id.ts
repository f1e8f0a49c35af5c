import { useActing } from './use-acting.ts'

/** Returns the id of the account whose screen this is. Another tab may act for another one by now. */
export const useAccountId = (): string | undefined => useActing()?.id
