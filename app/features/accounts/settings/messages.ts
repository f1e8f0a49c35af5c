import { countOf } from '../../../shared/text.ts'
import { toMoment } from '../../../shared/dates.ts'
import type { Backups, Belongings } from './settings.ts'

/** Toast after another display name was saved. */
export const nameSaved = 'Display name saved'
/** Toast after a new password was set. */
export const passwordChanged = 'Password changed'
/** Toast after all sessions but the current one were ended. */
export const otherSessionsEnded = 'Every other session was ended.'
/** Toast after one session was ended from the list. */
export const sessionEnded = 'Session ended'
/** The toast if there is no such session to end. */
export const sessionGone = 'There is no such session any more'
/** Toast after the owner cancelled the deletion. */
export const deletionCancelled = 'Your account stays'

/** Refuses the deletion of the account that owns the site. */
const siteOwnerStays =
  'This account owns the site. Name another owner first, on the server: npm run user -- owner EMAIL'

/** The sentence for each reason why an account is not deleted. */
const heldAccounts = {
  'owns-site': siteOwnerStays,
  'has-members':
    'Other people act for this account. Remove them first, or leave it to another owner (Accounts).',
  'last-owner': 'You are the last owner of another account. Offer its ownership to somebody else first.',
}

/** Returns the sentence for a reason why an account is not deleted; undefined for any other reason. */
export const toHeldSentence = (reason: string): string | undefined =>
  Object.hasOwn(heldAccounts, reason) ? heldAccounts[reason as keyof typeof heldAccounts] : undefined

/** The texts of the screens about the data of the own account, and about that of an account of several people. */
export const DATA_TEXTS = {
  person: {
    exportTitle: 'Take your data along',
    exported:
      'A ZIP archive of everything you have here: your articles as Markdown files that this and other tools read back, and files with your account, sessions, sites, cities, services, landing pages and the addresses of your pictures. Passwords and other secrets are not in it. What you wrote for other accounts is theirs.',
    exportPath: '/account/export',
    exportButton: 'Download my data',
    leavingTitle: 'Your account is about to be deleted',
    keep: 'Keep my account',
    deletion: 'Delete my account',
    articles: 'My articles',
  },
  account: {
    exportTitle: 'Take the data of this account along',
    exported:
      'A ZIP archive of the account: its articles as Markdown files that this and other tools read back, and files with its people, record, sites, cities, services, landing pages and the addresses of its pictures. Passwords, other secrets, and the personal data of its people are not in it.',
    exportPath: '/members/export',
    exportButton: 'Download its data',
    leavingTitle: 'This account is about to be deleted',
    keep: 'Keep this account',
    deletion: 'Delete this account',
    articles: 'Its articles',
  },
}

/** Returns the effects of a deletion, as a list of sentences to read before it. */
export function toConsequences({ articles, copies, pictures, sites, landingPages }: Belongings): string[] {
  return [
    'You are signed out at once, on every device, and every access token stops working.',
    ...(articles > 0
      ? [
          `${countOf(articles, 'article', 'articles')}${copies > 0 ? `, shown ${countOf(copies, 'time', 'times')} on other sites,` : ''} ${articles === 1 ? 'is' : 'are'} removed or kept, as you choose.`,
        ]
      : []),
    ...(pictures > 0
      ? [`${countOf(pictures, 'uploaded picture', 'uploaded pictures')}, unless your articles are kept.`]
      : []),
    ...(sites > 0
      ? [`${countOf(sites, 'site', 'sites')} of yours and everything on ${sites === 1 ? 'it' : 'them'}.`]
      : []),
    ...(landingPages > 0 ? [`${countOf(landingPages, 'landing page', 'landing pages')}.`] : []),
    'Backups of the site may hold your data until they are replaced.',
  ]
}

/** The title of the toast if the server did not answer, by the intent of the form. */
export const accountFailures = {
  other: 'Failed to change the password',
  'save-name': 'Failed to save the name',
  'end-session': 'Failed to end the session',
  'end-other-sessions': 'Failed to end the other sessions',
}

/** The title of the toast if the server did not answer, by the intent of the form. */
export const dataFailures = { other: 'Failed to delete the account', keep: 'Failed to keep the account' }

const toSize = (bytes: number) =>
  bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`

/** Returns the state of the scheduled backups in one or two sentences. */
export function toBackupLine({ areMade, good }: Backups): string {
  if (!areMade) return 'This server makes no backups by itself. Set BACKUP_TO in its settings.'
  if (!good) return 'There is no good backup yet. The first one is made within five minutes of a start.'
  const took = `${Math.ceil(good.seconds)} s`
  return `The last good backup is of ${toMoment(good.at)}: ${toSize(good.bytes)} in ${good.place}. Making it and restoring it for a check took ${took}.`
}
