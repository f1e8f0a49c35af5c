import { env } from '../../app/platform/env.server.ts'
import { parseServiceAccount } from '../../app/platform/service-account.server.ts'
import { readIndexNowKey } from '../../app/features/local-seo/search-engines/key-file.server.ts'
import { type FaultyServer, startFaultyServer } from './faulty-server.ts'
import { type GoogleFake, startGoogleFake } from './google-fake.ts'
import { type IndexNowFake, startIndexNowFake } from './indexnow-fake.ts'
import { startWebSubFake, type WebSubFake } from './websub-fake.ts'

/** The fakes of all search engines, and a site. */
export interface Engines {
  indexnow: IndexNowFake
  google: GoogleFake
  websub: WebSubFake
  /** The main site for the engines: its key file and its feeds. */
  site: FaultyServer
  /** Sets the engines and the site in the settings of this process. */
  configure: () => void
  close: () => Promise<void>
}

const NAMES = [
  'SITE_URL',
  'INDEXNOW_URL',
  'GOOGLE_API_URL',
  'GOOGLE_TOKEN_URL',
  'GOOGLE_SERVICE_ACCOUNT',
  'WEBSUB_HUB_URL',
] as const

/** Starts fakes of all engines, and a site that they can read. */
export async function startEngines(): Promise<Engines> {
  const [indexnow, google, websub] = await Promise.all([
    startIndexNowFake(),
    startGoogleFake(),
    startWebSubFake(),
  ])
  const site = await startFaultyServer(({ url }) => {
    if (url.pathname === `/${readIndexNowKey()}.txt`) return { status: 200, body: readIndexNowKey() }
    return /^\/feed\.(xml|atom|json)$/.test(url.pathname)
      ? { status: 200, body: websub.url }
      : { status: 404, body: '' }
  })
  const before = NAMES.map((name) => [name, env[name]])
  return {
    indexnow,
    google,
    websub,
    site,
    configure() {
      google.properties.set(`${site.url}/`, 'siteOwner')
      Object.assign(env, {
        SITE_URL: site.url,
        INDEXNOW_URL: indexnow.url,
        GOOGLE_API_URL: google.url,
        GOOGLE_TOKEN_URL: `${google.url}/token`,
        GOOGLE_SERVICE_ACCOUNT: parseServiceAccount(google.keyFile),
        WEBSUB_HUB_URL: websub.url,
      })
    },
    async close() {
      Object.assign(env, Object.fromEntries(before))
      await Promise.all([indexnow, google, websub, site].map((server) => server.close()))
    },
  }
}
