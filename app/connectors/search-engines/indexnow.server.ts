import { env } from '../../platform/env.server.ts'
import { askEngine, type EngineReply, type Refusals, toEngineError } from './ask-engine.server.ts'

/** The largest number of URLs in one notice (indexnow.org/documentation). */
export const INDEXNOW_BATCH = 10_000

interface Notice {
  /** Origin of the site of all URLs, without a slash at the end. */
  origin: string
  key: string
  addresses: string[]
}

/**
 * Notifies IndexNow of changed and removed URLs of a site, 10,000 at most; the participating engines share them.
 * IndexNow first fetches the key file of the site. Throws ConnectorError, `rejected` if it will never accept the
 * notice.
 */
export async function submitAddresses({ origin, key, addresses }: Notice): Promise<EngineReply> {
  const keyLocation = `${origin}/${key}.txt`
  const notice = { host: new URL(origin).host, key, keyLocation, urlList: addresses }
  const answer = await askEngine('indexnow', env.INDEXNOW_URL, {
    method: 'POST',
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: JSON.stringify(notice),
  })
  const detail = ACCEPTED[answer.status]
  if (!detail) throw toEngineError('indexnow', answer, toRefusals(origin))
  return { status: answer.status, detail }
}

const ACCEPTED: Record<number, string> = {
  200: 'IndexNow has taken the notice.',
  202: 'IndexNow has taken the notice, and will look for the key file of the site.',
  204: 'IndexNow has taken the notice.',
}

const toRefusals = (origin: string): Refusals => ({
  400: { reason: 'refused', detail: 'IndexNow could not read our notice. It is told again later.' },
  403: {
    reason: 'unauthorised',
    detail: `IndexNow did not find the key file of ${origin}. See that the site can be reached from the internet, and that nothing in front of it keeps its text files away. It is told again later.`,
  },
  422: {
    reason: 'rejected',
    detail: `IndexNow says that these addresses are not of ${origin}, or that the key is not for it. They are not sent again; the sitemap still leads there.`,
  },
  429: {
    reason: 'throttled',
    detail: 'IndexNow got too many notices from here and asked us to wait. It is told again later.',
  },
})
