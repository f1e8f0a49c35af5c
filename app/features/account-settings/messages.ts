import type { Belongings } from './account-settings.ts'

/** Sentences of the account's own screens. */
export const passwordChanged = 'Password changed'
export const otherSessionsEnded = 'Every other session was ended.'
export const sessionEnded = 'Session ended'
export const deletionCancelled = 'Your account stays'

export const siteOwnerStays =
  'This account owns the site. Name another owner first, on the server: npm run user -- owner EMAIL'

const count = (number: number, one: string, many: string) =>
  `${number.toLocaleString('en-US')} ${number === 1 ? one : many}`

/** What deletion does, as a list to read before. */
export function toConsequences({ articles, copies, pictures, sites, landingPages }: Belongings): string[] {
  return [
    'You are signed out at once, on every device, and every access token stops working.',
    ...(articles > 0
      ? [
          `${count(articles, 'article', 'articles')}${copies > 0 ? `, shown ${count(copies, 'time', 'times')} on other sites,` : ''} ${articles === 1 ? 'is' : 'are'} removed or kept, as you choose.`,
        ]
      : []),
    ...(pictures > 0
      ? [`${count(pictures, 'uploaded image', 'uploaded images')}, unless your articles are kept.`]
      : []),
    ...(sites > 0
      ? [`${count(sites, 'site', 'sites')} of yours and everything on ${sites === 1 ? 'it' : 'them'}.`]
      : []),
    ...(landingPages > 0 ? [`${count(landingPages, 'landing page', 'landing pages')}.`] : []),
    'Backups of the site may hold your data until they are replaced.',
  ]
}
