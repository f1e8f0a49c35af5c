import { ENGINES, type Engine } from '../../../platform/page-changes.ts'
import type { EngineNotice, NoticeStatus, PingRefusal, StoredNotice } from './search-engines.ts'

/** The toast after a search engine was notified (spec §8). */
export const pinged = 'Successfully pinged Google and Bing!'
/** The title of a refused or failed notice (spec §8). */
export const pingFailed = 'Failed to ping search engines. Please try again.'
/** The title of a notice that no engine can get, so that another try would not help. */
const notPossible = 'Search engines cannot be notified from here.'
/** The toast when no engine had news to get. */
const nothingNew = 'There is nothing new to tell.'
/** The toast when only the hub was notified. */
const subscribersNotified = 'Subscribers of the feeds were notified.'
/** The toast while the notice continues in the background. */
export const stillNotifying = 'Search engines are being notified.'

/** The name of each engine. */
export const engineLabels: Record<Engine, string> = {
  indexnow: 'IndexNow',
  google: 'Google Search Console',
  websub: 'WebSub',
}

/** The recipients of each engine's notices and their content, within a sentence. */
export const engineAudience: Record<Engine, string> = {
  indexnow: 'Bing, Yandex, Seznam, Naver and Yep of every page that changed',
  google: 'Google that the sitemap has news',
  websub: 'feed readers and other subscribers that the feeds have news',
}

/** The settings by which the administrator configures each engine. */
export const howToConfigure: Record<Engine, string> = {
  indexnow: 'It is switched off: INDEXNOW_URL is “off”.',
  google:
    'Set GOOGLE_SERVICE_ACCOUNT to the key of a service account, and add its address as a user with full permission to your property in Search Console.',
  websub: 'Set WEBSUB_HUB_URL to a hub. The feeds will name it, and it will be told when they change.',
}

/** The reason why engines are not notified if they cannot read this site. */
export const notPublic = (siteUrl: string): string =>
  `${siteUrl} is no public address, so nothing is sent from here. Set SITE_URL to the address that readers use.`

/** The result of an engine without news to get. */
export const unchanged = (engine: Engine): string => `${engineLabels[engine]}: there is nothing new to tell.`

/** The state of an engine while it is notified. */
export const beingNotified = (engine: Engine): string => `${engineLabels[engine]} is being told right now.`

/** The state of an engine that asked for a pause. */
const pausedFor = (engine: Engine, seconds: number): string =>
  `${engineLabels[engine]} asked us to wait. It is told again in ${toDuration(seconds)}.`

/** The state of an engine after several failures. */
const pausedAfterFailures = (engine: Engine): string =>
  `${engineLabels[engine]} failed several times in a row, and is left alone for a minute.`

/** The sentence for a notice that is refused soon after another; `waitS` is in seconds. */
const tooSoon = (waitS: number): string =>
  `Search engines can be notified again in ${toDuration(waitS)}; changes are sent by themselves meanwhile.`

/** The sentence for a notice that is refused while another one runs. */
const alreadyNotifying = 'Search engines are being notified already.'

/** Returns `one minute`, `12 minutes` or `3 hours`, rounded up. */
function toDuration(seconds: number): string {
  const minutes = Math.max(1, Math.ceil(seconds / 60))
  if (minutes < 120) return minutes === 1 ? 'one minute' : `${minutes} minutes`
  return `${Math.ceil(minutes / 60)} hours`
}

/** Returns the result of an engine with the sentence for its reason, as screens and callers of the API read it. */
export function sayNotice(notice: StoredNotice): EngineNotice {
  if (!('reason' in notice)) return notice
  const { reason, waitS, ...result } = notice
  const { engine } = result
  return { ...result, detail: reason === 'paused' ? pausedFor(engine, waitS) : pausedAfterFailures(engine) }
}

const UNUSABLE = new Set<NoticeStatus>(['not-configured', 'not-public'])

/** Returns the toast of a notice. It is 'Successfully ...' only if no configured engine failed and one got news. */
export function toPingMessage(notices: EngineNotice[]): {
  isDone: boolean
  isNews: boolean
  message: string
  description: string
} {
  const asked = notices.filter(({ status }) => !UNUSABLE.has(status))
  const isDone =
    asked.length > 0 && asked.every(({ status }) => status === 'accepted' || status === 'unchanged')
  const notified = asked.filter(({ status }) => status === 'accepted')
  const isNews = notified.some(({ engine }) => engine !== 'websub')
  const failure = asked.length > 0 ? pingFailed : notPossible
  const message = isDone ? toDoneTitle(notified.length > 0, isNews) : failure
  return { isDone, isNews, message, description: toDescription(notices) }
}

/** Returns the toast of a notice that was refused. */
export function toPingRefusal(refusal: PingRefusal): { message: string; description: string } {
  if (refusal.reason === 'not-possible') return toPingMessage(refusal.engines)
  const description = refusal.reason === 'too-many' ? tooSoon(refusal.waitS) : alreadyNotifying
  return { message: pingFailed, description }
}

function toDoneTitle(isNotified: boolean, isNews: boolean): string {
  if (isNews) return pinged
  return isNotified ? subscribersNotified : nothingNew
}

function toDescription(notices: EngineNotice[]): string {
  const details = notices.filter(({ status }) => status !== 'not-configured').map(({ detail }) => detail)
  const missing = ENGINES.filter((engine) =>
    notices.some((notice) => notice.engine === engine && notice.status === 'not-configured'),
  )
  const rest =
    missing.length > 0 ? [`Not configured: ${missing.map((name) => engineLabels[name]).join(', ')}.`] : []
  return [...new Set(details), ...rest].join(' ')
}
