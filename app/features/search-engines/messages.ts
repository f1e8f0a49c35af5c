import { ENGINES, type Engine, type EngineNotice, type NoticeStatus } from './search-engines.ts'

export const pinged = 'Successfully pinged Google and Bing!'
export const pingFailed = 'Failed to ping search engines. Please try again.'
export const nothingNew = 'Nothing has changed since the last notice.'
export const subscribersTold = 'Subscribers of the feeds were notified.'
export const stillTelling = 'Search engines are being notified.'

export const engineLabels: Record<Engine, string> = {
  indexnow: 'IndexNow',
  google: 'Google Search Console',
  websub: 'WebSub',
}

/** Who hears of what. */
export const engineAudience: Record<Engine, string> = {
  indexnow: 'Bing, Yandex, Seznam, Naver and Yep of every page that changed',
  google: 'Google that the sitemap has news',
  websub: 'feed readers, and whoever else subscribes, that the feeds have news',
}

/** How whoever runs the installation configures an engine. */
export const howToConfigure: Record<Engine, string> = {
  indexnow: 'It is switched off: INDEXNOW_URL is “off”.',
  google:
    'Set GOOGLE_SERVICE_ACCOUNT to the key of a service account, and add its address as a user with full permission to your property in Search Console.',
  websub: 'Set WEBSUB_HUB_URL to a hub. The feeds will name it, and it will be told when they change.',
}

export const notPublic = (siteUrl: string): string =>
  `${siteUrl} is no public address, so nothing is sent from here. Set SITE_URL to the address that readers use.`

export const unchanged = (engine: Engine): string =>
  `${engineLabels[engine]}: nothing has changed since the last notice.`

export const beingTold = (engine: Engine): string => `${engineLabels[engine]} is being told right now.`

export const pausedFor = (engine: Engine, seconds: number): string =>
  `${engineLabels[engine]} asked for patience: it is told again in ${toDuration(seconds)}.`

export const leftAlone = (engine: Engine): string =>
  `${engineLabels[engine]} failed several times in a row, and is left alone for a minute.`

export const tooSoon = (waitS: number): string =>
  `Search engines can be notified again in ${toDuration(waitS)}; changes are sent by themselves meanwhile.`

export const alreadyNotifying = 'Search engines are being notified already.'

/** `one minute`, `12 minutes`, `3 hours`: rounded up. */
function toDuration(seconds: number): string {
  const minutes = Math.max(1, Math.ceil(seconds / 60))
  if (minutes < 120) return minutes === 1 ? 'one minute' : `${minutes} minutes`
  return `${Math.ceil(minutes / 60)} hours`
}

const UNUSABLE = new Set<NoticeStatus>(['not-configured', 'not-public'])

/** What to say of a notice as a whole: 'Successfully ...' only where every engine that is configured took what there was. */
export function toPingMessage(notices: EngineNotice[]): {
  isDone: boolean
  isNews: boolean
  message: string
  description: string
} {
  const asked = notices.filter(({ status }) => !UNUSABLE.has(status))
  const isDone =
    asked.length > 0 && asked.every(({ status }) => status === 'accepted' || status === 'unchanged')
  const told = asked.filter(({ status }) => status === 'accepted')
  const isNews = told.some(({ engine }) => engine !== 'websub')
  const message = isDone ? toDoneTitle(told.length > 0, isNews) : pingFailed
  return { isDone, isNews, message, description: toDescription(notices) }
}

function toDoneTitle(isTold: boolean, isNews: boolean): string {
  if (isNews) return pinged
  return isTold ? subscribersTold : nothingNew
}

function toDescription(notices: EngineNotice[]): string {
  const said = notices.filter(({ status }) => status !== 'not-configured').map(({ detail }) => detail)
  const missing = ENGINES.filter((engine) =>
    notices.some((notice) => notice.engine === engine && notice.status === 'not-configured'),
  )
  const left =
    missing.length > 0 ? [`Not configured: ${missing.map((name) => engineLabels[name]).join(', ')}.`] : []
  return [...new Set(said), ...left].join(' ')
}
