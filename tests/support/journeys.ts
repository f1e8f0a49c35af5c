// The fixtures of journeys. Each browser has one server, and each test file starts with an empty store. The search
// engines and other services of that server are fakes.
import { hkdfSync } from 'node:crypto'
import { test as base } from '@playwright/test'
import { type AiServer, startAiServer } from './ai-server.ts'
import { type GoogleFake, startGoogleFake } from './google-fake.ts'
import { type IdentityProvider, startIdentityProvider } from './identity-provider.ts'
import { type IndexNowFake, startIndexNowFake } from './indexnow-fake.ts'
import { type MailServer, startMailServer } from './mail-server.ts'
import { startLastingServer, type TestServer } from './server.ts'
import { emptyServer } from './shared-server.ts'
import { type SmsWebhook, startSmsWebhook } from './sms-webhook.ts'
import { startWordPressFake, type WordPressFake } from './wordpress-fake.ts'

export { expect } from '@playwright/test'

const APP_SECRET = 'a secret for tests only, of no value whatsoever'
const SETTINGS = {
  APP_SECRET,
  DEMO: 'off',
  RATE_LIMITS: 'off',
  QUEUE_POLL_MS: '500',
  EVEN_TIME_MS: '1',
}

/** A server with search engines, a message service, a WordPress site and the provider of a company. */
interface World {
  /** Returns the server with an empty store, as after a first start. */
  renew: () => Promise<TestServer>
  sms: SmsWebhook
  indexnow: IndexNowFake
  google: GoogleFake
  blog: WordPressFake
  /** The sign-in of a company. */
  idp: IdentityProvider
}

/** A server with a mail server and a language model, without search engines. */
interface OtherWorld {
  renew: () => Promise<TestServer>
  mail: MailServer
  ai: AiServer
}

/** The server of the other world. It is paused between the files that use it. */
let other: TestServer | undefined

/** The `test` of Playwright with both worlds as fixtures of the worker. */
export const test = base.extend<object, { world: World; otherWorld: OtherWorld }>({
  world: [
    // oxlint-disable-next-line no-empty-pattern -- the shape that the test runner asks for
    async ({}, use) => {
      const key = Buffer.from(hkdfSync('sha256', APP_SECRET, '', 'broadsheet webhooks', 32))
      const sms = await startSmsWebhook(`whsec_${key.toString('base64')}`)
      const [indexnow, google, blog, idp] = await Promise.all([
        startIndexNowFake(),
        startGoogleFake(),
        startWordPressFake(),
        startIdentityProvider(),
      ])
      const server = await startLastingServer({
        ...SETTINGS,
        LOG_LEVEL: 'debug', // logs the paths of pages from memory
        SMS_WEBHOOK_URL: sms.url,
        INDEXNOW_URL: indexnow.url,
        GOOGLE_SERVICE_ACCOUNT: google.keyFile,
        GOOGLE_API_URL: google.url,
        GOOGLE_TOKEN_URL: `${google.url}/token`,
        OUTBOUND_ALLOW: `${new URL(blog.url).host},${idp.host}`,
      })
      google.properties.set(`${server.url}/`, 'siteOwner')
      const renew = () => {
        other?.pause()
        return emptyServer(server)
      }
      await use({ renew, sms, indexnow, google, blog, idp })
      await server.end()
      await Promise.all([sms.stop(), indexnow.close(), google.close(), blog.close(), idp.close()])
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  otherWorld: [
    // oxlint-disable-next-line no-empty-pattern -- the shape that the test runner asks for
    async ({}, use) => {
      const [mail, ai] = await Promise.all([startMailServer(), startAiServer()])
      const server = await startLastingServer({
        ...SETTINGS,
        LOG_LEVEL: 'warn',
        SMTP_URL: mail.url,
        AI_BASE_URL: ai.url,
        AI_MODEL: 'any',
      })
      other = server
      const renew = () => {
        server.resume()
        return emptyServer(server)
      }
      await use({ renew, mail, ai })
      await server.end()
      await Promise.all([mail.stop(), ai.close()])
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})
