import type { DomainState } from '../landing-domains/landing-domains.ts'

/** Word for word from the spec (§8). */
export const settingsSaved = 'Settings saved successfully'
export const settingsFailed = 'Failed to save settings'

export const correctMarked = 'Please correct the marked fields. Nothing is lost.'
export const noDomain =
  'A host name alone, to show your landing pages on, too. A whole address is cut down to it.'

/** What is known of the saved domain. */
export const domainStates: Record<DomainState, string> = {
  unchecked: 'We are looking whether it leads here. Reload this page in a moment.',
  'leads-here': 'It leads here: this is where search engines are shown your landing pages.',
  'leads-elsewhere':
    'It does not lead here yet. Point its DNS to this server; we look again every hour. Until then search engines are shown your landing pages on the main site.',
}

export const domainTaken =
  'This domain is in use here already: by another account, or as the address of a site.'
export const notStored = 'The store did not take them. Nothing is lost: please save again in a moment.'

const picture = 'Please enter an address that begins with https://, or one of your uploads: /uploads/….webp'

const profileOf = (network: string, example: string) =>
  `Please enter the address of a page on ${network}, such as ${example}`

/** What is wrong with a field that cannot be taken as it was typed. */
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
