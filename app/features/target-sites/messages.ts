import { SITES_LIMIT, type CopyPolicy, type SiteKind, type SiteRefusal } from './target-sites.ts'

/** Why something about sites is refused; the specification has no sentences for it. */
export const siteRefusals: Record<SiteRefusal, string> = {
  'host-taken': 'This host name is taken.',
  'address-taken': 'You have this site already.',
  'too-many': `An account can have ${SITES_LIMIT} sites. Remove one that you no longer need first.`,
  'not-fresh': 'It is a while since you signed in. Please confirm that it is you, and send this again.',
  'credentials-needed':
    'At another address the saved credentials are not used. Please enter them again: they would go to whoever is there.',
  'not-found': 'There is no such site of yours. It may have been removed meanwhile.',
  'two-secrets': 'There are two secrets already. Retire the old one first.',
  'one-secret': 'There is no old secret to retire.',
}

/** What stands beside the address, where it is what is wrong. */
export const toAddressErrors = (reason: SiteRefusal): { url?: string } =>
  ['host-taken', 'address-taken', 'credentials-needed'].includes(reason) ? { url: siteRefusals[reason] } : {}

/** What an address of each kind looks like. */
export const addressHints: Record<SiteKind, string> = {
  hosted:
    'A host name of its own, such as news.example.com: not the main site’s, no IP address, nothing after the name.',
  wordpress: 'The address of the site, such as https://blog.example.com.',
  ghost: 'The address of the site, such as https://news.example.com.',
  webhook: 'The address that receives messages, such as https://example.com/hooks/articles.',
}

export const credentialErrors = {
  username: 'The name that you sign in to WordPress with.',
  password: 'An application password, not the one that you sign in with.',
  key: 'An Admin API key: 24 characters, a colon, 64 characters, all of them 0-9 and a-f.',
}

export const copyPolicies: Record<CopyPolicy, { label: string; why: string; short: string }> = {
  canonical: {
    label: 'Name the original',
    why: 'Copies tell search engines that the original is here. Right for most sites.',
    short: 'copies name the original',
  },
  noindex: {
    label: 'Stay out of search',
    why: 'Copies name the original and ask search engines to pass them by.',
    short: 'copies stay out of search',
  },
  independent: {
    label: 'Stand for themselves',
    why: 'Copies name no original. Choose variations with it: equal texts compete with each other.',
    short: 'copies stand for themselves',
  },
}

export const secretsAgain = 'Secrets are not kept in a form that was refused: please enter them again.'
export const addFailed = 'Failed to add site'
export const saveFailed = 'Failed to save site'
export const settingsSaved = 'Site saved'
export const connectionSaved = 'Connection saved'
export const addressSaved = 'Address saved'
export const switchedOn = 'Site switched on'
export const switchedOff = 'Site switched off'
export const secretMade = 'New secret made'
export const secretRetired = 'Old secret retired'
export const siteRemoved = 'Site removed'

export const testedTooOften = (waitS: number) =>
  `Not tested: that was asked for too often. Please wait ${waitS} seconds and try again.`
export const untested = 'The site did not say what is wrong.'
export const credentialsLost =
  'The saved credentials cannot be opened any more: APP_SECRET was changed. Please enter them again.'
