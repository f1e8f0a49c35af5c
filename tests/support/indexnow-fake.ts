// A fake of IndexNow: as documented, it accepts a notice only if the site serves the key file.
import { z } from 'zod'
import { type FakeAnswer, type FakeRequest, type FaultControl, startFaultyServer } from './faulty-server.ts'
import { askAt } from './server.ts'

/** A running fake of IndexNow. */
export interface IndexNowFake extends FaultControl {
  /** For INDEXNOW_URL. */
  url: string
  /** All accepted URLs, in order. */
  taken: string[]
  /** The number of URLs in each accepted notice. */
  batches: number[]
  requests: FakeRequest[]
  /** Sets whether it accepts notices with 202 before it has checked the key file. */
  verifiesLater: (isLater: boolean) => void
  close: () => Promise<void>
}

const noticeSchema = z.object({
  host: z.string().min(1),
  key: z.string(),
  keyLocation: z.url().optional(),
  urlList: z.array(z.url()).min(1).max(10_000),
})

/** Starts a fake that checks the key file before it accepts a notice. */
export async function startIndexNowFake(port = 0): Promise<IndexNowFake> {
  const taken: string[] = []
  const batches: number[] = []
  let isLater = false
  const receive = async (request: FakeRequest): Promise<FakeAnswer> => {
    const notice = parseNotice(request)
    if (!notice) return { status: 400, body: 'Bad Request' }
    const { host, key, keyLocation = `https://${host}/${key}.txt`, urlList } = notice
    const isOwn = [keyLocation, ...urlList].every((url) => new URL(url).host === host)
    if (!isOwn || !/^[a-zA-Z\d-]{8,128}$/.test(key)) return { status: 422, body: 'Unprocessable Entity' }
    if (!isLater && (await readText(keyLocation)) !== key) return { status: 403, body: 'Forbidden' }
    taken.push(...urlList)
    batches.push(urlList.length)
    return { status: isLater ? 202 : 200, body: '' }
  }
  const server = await startFaultyServer(receive, port)
  return {
    ...server,
    url: `${server.url}/indexnow`,
    taken,
    batches,
    verifiesLater: (later) => {
      isLater = later
    },
  }
}

function parseNotice({ method, url, headers, body }: FakeRequest) {
  const isJson = /^application\/json; ?charset=utf-8$/i.test(headers['content-type'] ?? '')
  if (method !== 'POST' || url.pathname !== '/indexnow' || !isJson) return undefined
  try {
    return noticeSchema.safeParse(JSON.parse(body)).data
  } catch {
    return undefined
  }
}

/** Returns the text at a URL of this machine, without the line break at its end; undefined if it is not text. */
export async function readText(address: string): Promise<string | undefined> {
  const { port, pathname, hostname } = new URL(address)
  const answer = await askAt(Number(port), pathname, { host: hostname }).catch(() => undefined)
  return answer?.status === 200 ? answer.body.trim() : undefined
}
