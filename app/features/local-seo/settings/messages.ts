import type { DomainState } from '../domains/domains.ts'

/** The toast after a save (spec §8). */
export const settingsSaved = 'Settings saved successfully'
/** The title of a refused or failed save (spec §8). */
export const settingsFailed = 'Failed to save settings'

/** The sentence for settings that are refused because a field has an error. */
export const correctMarked = 'Please correct the marked fields. Nothing is lost.'
/** The hint of the domain field while no domain is saved. */
export const noDomain =
  'Such as www.example.com. It shows your landing pages too. From a whole address, only this part is kept.'

/** The hint of the domain field for each state of the saved domain. */
export const domainStates: Record<DomainState, string> = {
  unchecked: 'We are looking whether it leads here. Reload this page in a moment.',
  'leads-here': 'It leads here: this is where search engines are shown your landing pages.',
  'leads-elsewhere':
    'It does not lead here yet. Point its DNS to this server; we look again every hour. Until then search engines are shown your landing pages on the main site.',
}

/** The sentence for each reason why settings are refused because of their domain. */
export const domainRefusals = {
  'domain-taken': 'This domain is in use here already: by another account, or as the address of a site.',
  'domain-too-often': 'You have changed the domain ten times today. Try again tomorrow.',
}
/** The sentence for settings that are not saved because the database fails. */
export const notStored = 'The store did not take them. Nothing is lost: please save again in a moment.'

const picture = 'Please enter an address that begins with https://, or one of your uploads: /uploads/….webp'

const profileOf = (network: string, example: string) =>
  `Please enter the address of a page on ${network}, such as ${example}`

/** The error of each field that has a format of its own. */
export const fieldErrors = {
  siteDomain: 'Please enter a host name alone, such as www.example.com: no port, no IP address.',
  defaultOgImage: picture,
  businessLogoUrl: picture,
  businessPhone: 'Please enter a telephone number, such as +1 (555) 010-0199.',
  socialFacebook: profileOf('Facebook', 'https://www.facebook.com/yourname'),
  socialTwitter: profileOf('Twitter / X', 'https://x.com/yourname'),
  socialLinkedin: profileOf('LinkedIn', 'https://www.linkedin.com/company/yourname'),
  socialInstagram: profileOf('Instagram', 'https://www.instagram.com/yourname'),
  gscVerificationCode:
    'Please paste the code of Google Search Console, or the whole <meta name="google-site-verification"> tag.',
}
