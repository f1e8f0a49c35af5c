// A fake of a WebSub hub for publishers: it fetches the announced feeds, and accepts only feeds that name the hub.
import { type FakeAnswer, type FakeRequest, type FaultControl, startFaultyServer } from './faulty-server.ts'
import { readText } from './indexnow-fake.ts'

/** A running fake of a hub. */
export interface WebSubFake extends FaultControl {
  /** For WEBSUB_HUB_URL. */
  url: string
  /** The accepted feeds, with the text that it fetched. */
  feeds: { url: string; text: string }[]
  requests: FakeRequest[]
  close: () => Promise<void>
}

/** Starts a hub. */
export async function startWebSubFake(port = 0): Promise<WebSubFake> {
  const feeds: WebSubFake['feeds'] = []
  const receive = async ({ method, headers, url, body }: FakeRequest): Promise<FakeAnswer> => {
    const form = new URLSearchParams(body)
    const topic = form.get('hub.url') ?? ''
    const isForm = headers['content-type'] === 'application/x-www-form-urlencoded'
    if (method !== 'POST' || !isForm || form.get('hub.mode') !== 'publish' || !URL.canParse(topic))
      return { status: 400, body: 'hub.mode and hub.url are needed' }
    const text = await readText(topic)
    if (text === undefined || !text.includes(url.href)) return { status: 400, body: 'not a feed of this hub' }
    feeds.push({ url: topic, text })
    return { status: 204 }
  }
  const server = await startFaultyServer(receive, port)
  return { ...server, url: `${server.url}/hub`, feeds }
}
