import { SITE_LANGUAGES } from '../../../shared/languages.ts'
import type { Refusal } from '../../../shared/refusal.ts'
import { countOf, joinWords } from '../../../shared/text.ts'
import type { PageRefusal } from '../../articles/placement/placement.ts'
import { SITES_FILE_LINES, type SitesFileRefusal } from './sites-file.ts'
import {
  type ConnectionTest,
  type CopyPolicy,
  type SiteKind,
  type SiteRefusal,
  SITES_LIMIT,
} from './target-sites.ts'

/** The sentence for each refusal about sites; the specification has none. */
export const siteRefusals: Record<SiteRefusal, string> = {
  'host-taken': 'This host name is taken.',
  'address-taken': 'You have this site already.',
  'too-many': `An account can have ${SITES_LIMIT} sites. Remove one that you no longer need first.`,
  'not-fresh': 'It is a while since you signed in. Please confirm that it is you, and send this again.',
  'credentials-needed':
    'At another address the saved credentials are not used. Please enter them again: they would go to whoever is there.',
  'not-found': 'There is no such site of yours. It may have been removed meanwhile.',
  'one-secret': 'There is no old secret to retire.',
}

/** Returns the sentence beside the URL field, if the refusal is about the URL. */
export const toAddressErrors = (reason: SiteRefusal): { url?: string } =>
  ['host-taken', 'address-taken', 'credentials-needed'].includes(reason) ? { url: siteRefusals[reason] } : {}

/** The label of the URL field, for each kind of site. */
export const addressHints: Record<SiteKind, string> = {
  hosted:
    'A host name of its own, such as news.example.com: not the main site’s, no IP address, nothing after the name.',
  wordpress: 'The address of the site, such as https://blog.example.com.',
  ghost: 'The address of the site, such as https://news.example.com.',
  webhook: 'The address that receives messages, such as https://example.com/hooks/articles.',
}

/** The sentence beside each field of credentials that is missing or wrong. */
export const credentialErrors = {
  username: 'The name that you sign in to WordPress with.',
  password: 'An application password, not the one that you sign in with.',
  key: 'An Admin API key: 24 characters, a colon, 64 characters, all of them 0-9 and a-f.',
}

/** The sentence for a test that has no credentials. */
export const credentialsMissing = 'A test needs the credentials of the site.'
/** The sentence beside a line of a file whose language no site can have. */
export const sayLanguages = `The language is one of ${joinWords([...SITE_LANGUAGES])}.`
/** Returns the sentence beside a line whose accent is refused; `nearest` is one that can be read. */
export const sayAccent = (nearest: string | undefined): string =>
  nearest === undefined
    ? 'The accent has a # and six characters, 0-9 and a-f.'
    : `Links in this accent cannot be read well. The nearest one that can is ${nearest}.`

/** Returns the sentence for a file of sites that is not read, or not imported. */
export function toSitesProblem(refusal: SitesFileRefusal | Refusal<'changed' | 'too-many'>): string {
  if (refusal.reason === 'broken-csv')
    return `Line ${refusal.line} is no CSV: a quotation mark is not closed, or stands where none may. Nothing was added.`
  if (refusal.reason === 'no-column')
    return `The file has no column ‘${refusal.column}’. Its columns are: ${joinWords(refusal.found)}. Nothing was added.`
  if (refusal.reason === 'too-often')
    return `That was tried too often. Please wait ${refusal.waitS} seconds and try again.`
  return sitesProblems[refusal.reason]
}

const sitesProblems = {
  empty: 'There are no lines below the first one, which names the columns.',
  'too-large': 'The file is larger than 200 kB. Please divide it.',
  'too-many-lines': `The file has more than ${SITES_FILE_LINES.toLocaleString('en-US')} lines. An account can have ${SITES_LIMIT} sites.`,
  'not-utf8': 'The file is not in UTF-8. Please save it in this encoding.',
  changed: 'Your sites have changed in the meantime. Nothing was added. Please look again.',
  'too-many': siteRefusals['too-many'],
}
/** Returns the toast after sites were added from a file. */
export const sayImported = (count: number): string => `Added ${countOf(count, 'site', 'sites')}`

/** The label of each copy policy, its explanation, and its short form in the list of sites. */
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

/** Shown without scripts above a form that came back: its secret fields are empty. */
export const secretsAgain = 'Secrets are not kept in a form that was refused: please enter them again.'
/** The title of the toast if the server did not answer, by the intent of the form. */
export const newSiteFailures = {
  other: 'Failed to add site',
  test: 'Failed to test the connection',
}
/** The title of the toast if the server did not answer. */
export const importSitesFailures = { other: 'Failed to import sites' }
/** The title of the toast if the server did not answer, by the intent of the form. */
export const siteFailures = {
  other: 'Failed to save site',
  connect: 'Failed to save the connection',
  test: 'Failed to test the connection',
  'test-saved': 'Failed to test the connection',
  'switch-on': 'Failed to switch on site',
  'switch-off': 'Failed to switch off site',
  'new-secret': 'Failed to make a new secret',
  'retire-secret': 'Failed to retire the old secret',
  remove: 'Failed to remove site',
  'save-face': 'Failed to save the look',
  'take-nearest': 'Failed to save the look',
  'undo-face': 'Failed to undo the change',
  'add-page': 'Failed to add the page',
  'move-page': 'Failed to move the page',
  copy: 'Failed to copy site',
}
/** The toast after the name, the description or the copy policy was changed. */
export const settingsSaved = 'Site saved'
/** The toast after the connection to a remote site was changed. */
export const connectionSaved = 'Connection saved'
/** The toast after the URL of a hosted site was changed. */
export const addressSaved = 'Address saved'
/** The toast after a site was switched on. */
export const switchedOn = 'Site switched on'
/** The toast after a site was switched off. */
export const switchedOff = 'Site switched off'
/** The toast after a webhook got its second secret. */
export const secretMade = 'New secret made'
/** The toast after the older secret of a webhook was retired. */
export const secretRetired = 'Old secret retired'
/** The toast on the screen of a site that is a copy of another one. */
export const siteCopied = 'Site copied'
/** The toast on the list of sites after one was removed. */
export const siteRemoved = 'Site removed'

/** The sentence for each refusal of a page. */
export const pageRefusals: Record<PageRefusal, string> = {
  'path-wrong': 'The address of a page has small letters, digits, hyphens and slashes, such as /about.',
  'path-reserved': 'This address begins like one of the site itself. Please choose another one.',
  'path-taken': 'There is a page at this address.',
  'review-needed':
    'That site asks for a second pair of eyes. Unpublish the page first, move it, and publish it there.',
  'fields-missing': 'A page needs a title and a text.',
  'not-found': siteRefusals['not-found'],
  'too-slow': 'This text takes too long to convert.',
  'too-long': 'The text of a page has 500,000 characters at most.',
  'too-many': 'A site has 100 pages at most.',
  'alt-missing': 'A picture in the text has no alt text.',
}
/** The toast after a page was added. */
export const pageAdded = 'Page added'
/** The toast after a page got another address. */
export const pageMoved = 'Page moved. Its old address leads to it.'

const testRefusals = {
  /** The test failed without a reason. */
  unexplained: 'The site did not say what is wrong.',
  'credentials-needed': siteRefusals['credentials-needed'],
  'credentials-lost':
    'The saved credentials cannot be opened any more: APP_SECRET was changed. Please enter them again.',
}

/** Returns the result of a test as a sentence. A test is not made if ten were made in this minute. */
export function toTestSentence(test: ConnectionTest): string {
  if (test.ok || test.reason === 'not-connected') return test.detail
  if (test.reason !== 'too-often') return testRefusals[test.reason]
  return `Not tested: that was asked for too often. Please wait ${test.waitS} seconds and try again.`
}

/** Returns the stored failure of a test as a sentence. It is a reason, or a sentence of the site. */
export const toCheckFailure = (stored: string | null): string | null =>
  Object.entries(testRefusals).find(([reason]) => reason === stored)?.[1] ?? stored
