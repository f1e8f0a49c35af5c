import { consumeRateLimits, type Limit } from '../../../platform/rate-limits.server.ts'
import { toNetwork } from '../../../shared/http.ts'

const MINUTE_S = 60
const HOUR_S = 3600

interface SignInAttempt {
  email: string
  clientAddress: string
  /** The id of a device that has signed in to the account before. */
  deviceId: string | undefined
}

/**
 * Counts an attempt to sign in. Returns the seconds to wait; 0 if the attempt is allowed. A known device of the account
 * has its own limits. So strangers who use up theirs do not lock out the owner.
 */
export async function countSignIn({ email, clientAddress, deviceId }: SignInAttempt): Promise<number> {
  if (deviceId) return consumeRateLimits([...perAccount(`${deviceId} ${email}`), hashLimit])
  const network = toNetwork(clientAddress)
  const ofNetwork = [
    { name: 'sign-in-network', of: network, most: 10, windowS: MINUTE_S },
    { name: 'sign-in-network', of: network, most: 100, windowS: HOUR_S },
    ...perAccount(`${network} ${email}`),
  ]
  const waitS = await consumeRateLimits(ofNetwork)
  return waitS || countAcrossNetworks({ name: 'sign-in', of: email, network, first: 3 })
}

/** Returns the limits on entering the password again while signed in. */
export const limitConfirmation = (accountId: string): Limit[] => [...perAccount(accountId), hashLimit]

/** Counts a sign-up, for its network and for all together. Returns the seconds to wait; 0 if it is allowed. */
export async function countSignUp(clientAddress: string): Promise<number> {
  const network = toNetwork(clientAddress)
  const waitS = await consumeRateLimits([{ name: 'sign-up', of: network, most: 5, windowS: HOUR_S }])
  return waitS || countAcrossNetworks({ name: 'sign-up', of: 'all', network, first: 1 })
}

/**
 * Counts an attempt together with those of all other networks. The first attempts of each network share a limit ten
 * times as high as the later ones: attackers who use up the later ones do not lock out new visitors.
 */
async function countAcrossNetworks({ name, of, network, first }: SharedLimit): Promise<number> {
  const own = { name: `${name}-first`, of: `${network} ${of}`, most: first, windowS: HOUR_S }
  const isFirst = (await consumeRateLimits([own])) === 0
  const all = isFirst
    ? { name: `${name}-newcomers`, of, most: 1000, windowS: HOUR_S }
    : { name: `${name}-anywhere`, of, most: 100, windowS: HOUR_S }
  return consumeRateLimits([all, hashLimit])
}

interface SharedLimit {
  name: string
  of: string
  network: string
  /** The number of attempts of a network within an hour that are its first ones. */
  first: number
}

/** Returns the limits of a network on asking for a mail with a link. */
export const limitAsking = (clientAddress: string): Limit[] => [
  { name: 'ask-for-mail', of: toNetwork(clientAddress), most: 10, windowS: HOUR_S },
]

/** Returns the limits of a network on setting a password with a mailed link. */
export const limitReset = (clientAddress: string): Limit[] => [
  { name: 'reset', of: toNetwork(clientAddress), most: 10, windowS: HOUR_S },
  hashLimit,
]

/** Returns the limit of an account on mails that any visitor can ask for. */
export const limitMails = (email: string): Limit => ({ name: 'mail', of: email, most: 3, windowS: HOUR_S })

const perAccount = (of: string): Limit[] => [
  { name: 'sign-in', of, most: 5, windowS: MINUTE_S },
  { name: 'sign-in', of, most: 20, windowS: HOUR_S },
]

// Each hash takes 19 MiB and a thread for 40 ms, so this limit is shared by all accounts.
const hashLimit: Limit = { name: 'hashes', of: 'all', most: 50, windowS: 1 }
