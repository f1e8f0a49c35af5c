import type { Role } from '../../../shared/rights.ts'

/** The sentence for each reason why the settings of a provider, or signing in with one, were refused. */
export const ssoRefusals = {
  'issuer-wrong': 'Please enter the issuer: an address that begins with https://.',
  'client-missing': 'Please enter the client id that the provider gave you.',
  'secret-missing': 'Please enter the client secret that the provider gave you.',
  'role-missing': 'Please choose a role.',
  'text-too-long': 'A field has at most 500 characters.',
  'not-fresh': 'Please enter your password, and press the button again.',
  'not-owner': 'You do not own this account any more.',
  'provider-missing': 'Please save the provider first.',
  'tested-too-often': 'These were very many tests. Please wait an hour.',
  'domain-wrong': 'Please enter a domain, such as example.com.',
  'domain-known': 'This domain is in the list already.',
  'too-many-domains': 'A provider has at most 20 domains.',
  'domain-gone': 'This domain is not in the list any more.',
  'dns-away': 'DNS does not answer at the moment. Please try again later.',
  'proof-missing': 'DNS does not have the text yet. It may take an hour until a new one is seen.',
  'domain-taken':
    'Another account has proven this domain, and its text is in DNS, too. Remove that text first.',
  'email-wrong': 'Please enter a valid email address.',
  'too-often': 'Too many attempts. Please try again in an hour.',
  'company-unknown':
    'No company signs in here with addresses of this domain. Please sign in with your password.',
  'company-away':
    'Your company does not answer at the moment. If you have a password here, please sign in with it.',
  'company-expired': 'This sign-in has expired or was used already. Please begin again.',
  'company-declined': 'Your company did not let you in.',
  'company-failed':
    'The answer of your company cannot be used. Please begin again, or ask an owner of the account to test the connection.',
  'address-not-verified': 'Your company does not say that your email address is verified.',
  'address-elsewhere': 'Your company named an email address of a domain that it does not speak for here.',
  'company-removed': 'You are not in this account any more. Please ask one of its owners.',
  'account-ends': 'This account is about to be deleted. Nobody joins it any more.',
}

/** Toasts after a change. */
export const ssoToasts = {
  saved: 'Provider saved. It answers, and it knows the client.',
  tested: 'The provider answers, and it knows the client.',
  removed: 'Nobody signs in with the provider any more.',
  'domain-added': 'Domain added. Please prove it now.',
  proven: 'The domain is proven.',
  'domain-removed': 'Domain removed. Sessions by the provider have ended.',
}

/** The title of the toast if the server did not answer, by the intent of the form. */
export const ssoFailures = {
  other: 'Failed to save the provider',
  test: 'Failed to test the connection',
  remove: 'Failed to remove the provider',
  'add-domain': 'Failed to add the domain',
  prove: 'Failed to check the domain',
  'remove-domain': 'Failed to remove the domain',
}

/** The same for signing in with a company. */
export const companyFailed = 'Failed to sign in with your company'

/** The sentence about a provider that was saved although its test failed. */
export const toSavedNotice = (detail: string) =>
  `Provider saved, but the test of the connection failed. ${detail}`

/** The name of each role that a provider can give. */
export const claimedRoleNames: Record<Exclude<Role, 'owner'>, string> = {
  editor: 'Editor',
  author: 'Author',
  contributor: 'Contributor',
}

/** Returns true if a refusal is one of these. */
export const isSsoReason = (reason: string): reason is keyof typeof ssoRefusals => reason in ssoRefusals
