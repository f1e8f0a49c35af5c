import { countAttempt, type Limit } from '../../platform/rate-limits.server.ts'
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
 * Counts an attempt to sign in; answers with the seconds to wait. A device that has signed in to the account before has
 * a count of its own, so that strangers who use up theirs do not lock its owner out.
 */
export async function countSignIn({ email, clientAddress, deviceId }: Attempt): Promise<number> {
  if (deviceId) return countAttempt([...perAccount(`${deviceId} ${email}`), hashes])
  const network = toNetwork(clientAddress)
  const ofNetwork = [
    { name: 'sign-in-network', of: network, most: 10, windowS: MINUTE_S },
    { name: 'sign-in-network', of: network, most: 100, windowS: HOUR_S },
    ...perAccount(`${network} ${email}`),
  ]
  const waitS = await countAttempt(ofNetwork)
  return waitS || countAmongAll({ name: 'sign-in', of: email, network, first: 3 })
}

/** How often an account that is signed in may be asked for its password again. */
export const limitConfirmation = (accountId: string): Limit[] => [...perAccount(accountId), hashes]

/** Counts a sign-up: from one network, and altogether. */
export async function countSignUp(clientAddress: string): Promise<number> {
  const network = toNetwork(clientAddress)
  const waitS = await countAttempt([{ name: 'sign-up', of: network, most: 5, windowS: HOUR_S }])
  return waitS || countAmongAll({ name: 'sign-up', of: 'all', network, first: 1 })
}

/**
 * Counts an attempt among those of all networks. The first ones of each have ten times as many places as all that come
 * later: strangers who use up theirs do not keep out who comes for the first time.
 */
async function countAmongAll({ name, of, network, first }: Crowd): Promise<number> {
  const own = { name: `${name}-first`, of: `${network} ${of}`, most: first, windowS: HOUR_S }
  const isFirst = (await countAttempt([own])) === 0
  const all = isFirst
    ? { name: `${name}-newcomers`, of, most: 1000, windowS: HOUR_S }
    : { name: `${name}-anywhere`, of, most: 100, windowS: HOUR_S }
  return countAttempt([all, hashes])
}

interface Crowd {
  name: string
  of: string
  network: string
  /** How many attempts of a network within an hour are its first ones. */
  first: number
}

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
