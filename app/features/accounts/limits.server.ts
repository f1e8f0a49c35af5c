import type { Limit } from '../../platform/rate-limits.server.ts'
import { toNetwork } from '../../shared/http.ts'

const MINUTE_S = 60
const HOUR_S = 3600

/** Who tries: the address they come from, and the device if it has signed in to the account before. */
export interface Attempt {
  email: string
  clientAddress: string
  deviceId: string | undefined
}

/**
 * How often one may try to sign in. A device that has signed in to the account before is counted by itself alone:
 * whatever strangers try, its owner gets in.
 */
export function limitSignIn({ email, clientAddress, deviceId }: Attempt): Limit[] {
  if (deviceId) return [...perAccount(`${deviceId} ${email}`), hashes]
  const network = toNetwork(clientAddress)
  return [
    { name: 'sign-in-network', of: network, most: 10, windowS: MINUTE_S },
    { name: 'sign-in-network', of: network, most: 100, windowS: HOUR_S },
    ...perAccount(`${network} ${email}`),
    { name: 'sign-in-anywhere', of: email, most: 100, windowS: HOUR_S },
    hashes,
  ]
}

/** How often an account that is signed in may be asked for its password again. */
export const limitConfirmation = (accountId: string): Limit[] => [...perAccount(accountId), hashes]

/** How often one may sign up: from one network, and altogether. */
export const limitSignUp = (clientAddress: string): Limit[] => [
  { name: 'sign-up', of: toNetwork(clientAddress), most: 5, windowS: HOUR_S },
  { name: 'sign-up', of: 'all', most: 100, windowS: HOUR_S },
  hashes,
]

/** How often one may ask for a mail with a link. */
export const limitAsking = (clientAddress: string): Limit[] => [
  { name: 'ask-for-mail', of: toNetwork(clientAddress), most: 10, windowS: HOUR_S },
]

/** How often one may choose a password with a mailed link. */
export const limitReset = (clientAddress: string): Limit[] => [
  { name: 'reset', of: toNetwork(clientAddress), most: 10, windowS: HOUR_S },
  hashes,
]

/** How many mails an account gets that anybody can ask for. */
export const limitMails = (email: string): Limit => ({ name: 'mail', of: email, most: 3, windowS: HOUR_S })

const perAccount = (of: string): Limit[] => [
  { name: 'sign-in', of, most: 5, windowS: MINUTE_S },
  { name: 'sign-in', of, most: 20, windowS: HOUR_S },
]

// Each hash takes 19 MiB and a thread for 40 ms; nobody waits for more of them than this.
const hashes: Limit = { name: 'hashes', of: 'all', most: 50, windowS: 1 }
