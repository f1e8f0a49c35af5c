// A WebSub hub as far as publishers see it: it fetches what it is told of, and serves only feeds that name it.
import { type FakeAnswer, type FakeRequest, type FaultControl, startFaultyServer } from './faulty-server.ts'
import { readText } from './indexnow-fake.ts'

export interface WebSubFake extends FaultControl {
  /** To be put in WEBSUB_HUB_URL. */
  url: string
  /** The feeds that it took, as they were when it fetched them. */
  feeds: { url: string; text: string }[]
  requests: FakeRequest[]
  close: () => Promise<void>
}

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
