import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { v7 as uuidv7 } from 'uuid'
import { NO_TEXT } from '../app/features/writing/drafts/drafts.ts'
import { MAIN_SITE_ID } from '../app/shared/sites.ts'
import { takePicture } from '../tests/support/pictures.ts'
import { type Ask, ended, runTool, signUp, startServer, type TestServer } from '../tests/support/server.ts'
import type { Bench } from './bench.ts'
import { corpusFile, readCorpus } from './corpus.ts'
import { median, quantile, report } from './measure.ts'
import { onBothStores } from './stores.ts'

const AT_ONCE = 100
const ROUNDS = 15
const LONGEST_FLOOD_MS = 60_000
const SILENT_SITE = '127.0.0.1'

type Call = () => [path: string, options: Ask]

/** Measures how long an account waits for its own work while another one sends 100 costly requests at once. */
export async function benchFairness({ corpus }: Bench): Promise<void> {
  const file = corpusFile(corpus)
  const content = (await readCorpus(file))
    .slice(0, 8)
    .map((record) => record.content)
    .join('\n\n')
  await onBothStores(async (store, settings) => {
    const silent = createServer(() => undefined).listen(0, SILENT_SITE)
    await once(silent, 'listening')
    const { port } = silent.address() as AddressInfo
    const silentUrl = `http://${SILENT_SITE}:${port}`
    const server = await startServer({
      DEMO: 'off',
      RATE_LIMITS: 'off', // they would refuse most of the 100
      OUTBOUND_ALLOW: new URL(silentUrl).host,
      ...settings,
    })
    await ended(runTool(server, 'tools/import.ts', file))
    const flooder = { server, cookie: (await signUp(server)).cookie }
    const other = { server, cookie: (await signUp(server)).cookie }
    const calls = await listCalls(flooder, { content, silentUrl })
    const watched = listWatched(content)
    await measure(other, watched) // the code of a fresh process is slow
    const peace = await measure(other, watched)
    report(`${store}: in peace, ms`, toText(peace))
    for (const [name, call] of Object.entries(calls)) {
      const { taken, outcome } = await measureBeside(flooder, call, () => measure(other, watched))
      const ratios = Object.entries(taken).map(
        ([what, times]) => `${what} ${(median(times) / median(peace[what] ?? [])).toFixed(1)}`,
      )
      report(`${store}: ${name} × ${AT_ONCE} (${outcome})`, `× ${ratios.join(', ')}; ms: ${toText(taken)}`)
    }
    silent.closeAllConnections()
    silent.close()
    await server.stop()
    server.forget()
  })
}

interface Visitor {
  server: TestServer
  cookie: string
}

const send = ({ server, cookie }: Visitor, [path, options]: ReturnType<Call>) =>
  server.ask(path, { ...options, headers: { ...options.headers, cookie } })

const publish =
  (content: string, siteIds = [MAIN_SITE_ID]): Call =>
  () => ['/publisher', { form: { draftId: uuidv7(), title: uuidv7(), content, author: 'Ines', siteIds } }]

const preview =
  (content: string): Call =>
  () => ['/publisher/preview', { form: { draftId: uuidv7(), title: 'Seen', content, author: 'Ines' } }]

const save =
  (content: string): Call =>
  () => {
    const text = { ...NO_TEXT, title: 'Saved', content }
    return [`/drafts/${uuidv7()}`, { json: { version: 0, text } }]
  }

const listWatched = (content: string) => ({
  publish: publish(content),
  save: save(content),
  preview: preview(content),
})

/** The costly calls of the desk that a person can repeat. */
async function listCalls(flooder: Visitor, { content, silentUrl }: { content: string; silentUrl: string }) {
  const picture = await takePicture({ width: 3000, height: 2000, format: 'jpeg' })
  const file = { name: 'import', file: content }
  const edited = uuidv7()
  const form = { draftId: edited, title: 'Edited', content, author: 'Ines', siteIds: [MAIN_SITE_ID] }
  await send(flooder, ['/publisher', { form }])
  const calls: Record<string, Call> = {
    ...listWatched(content),
    'a picture': () => ['/uploads', { body: picture, headers: { 'content-type': 'image/jpeg' } }],
    'the board, searched': () => ['/articles?q=harbour+water', {}],
    'an import of a file': () => ['/import', { form: { ...file, intent: 'upload' }, isMultipart: true }],
    'links for all posts': () => ['/backlink-fixer', { form: { intent: 'fix' } }],
    'a test of a silent site': () => [
      '/manage-sites/new?kind=webhook',
      { form: { intent: 'test', name: 'Silent', url: silentUrl, secret: '' } },
    ],
    'the history of a text': () => [`/articles/${edited}/revisions`, {}],
    'an export': () => ['/account/export', { headers: { 'sec-fetch-site': 'same-origin' } }],
  }
  return calls
}

type Taken = Record<string, number[]>

async function measure(visitor: Visitor, watched: Record<string, Call>): Promise<Taken> {
  const taken: Taken = {}
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [what, call] of Object.entries(watched)) {
      const startedAt = performance.now()
      const { status } = await send(visitor, call())
      if (status >= 400) throw new Error(`${what} was answered with ${status}.`)
      ;(taken[what] ??= []).push(performance.now() - startedAt)
    }
  return taken
}

// The flood starts again as long as the other account is measured.
async function measureBeside(flooder: Visitor, call: Call, run: () => Promise<Taken>) {
  const outcomes = new Map<number, number>()
  const over = new AbortController()
  const flood = async () => {
    while (!over.signal.aborted)
      await Promise.all(
        Array.from({ length: AT_ONCE }, async () => {
          const { status } = await send(flooder, call())
          outcomes.set(status, (outcomes.get(status) ?? 0) + 1)
        }),
      )
  }
  const flooding = flood()
  const taken = await run()
  over.abort()
  await Promise.race([flooding, sleep(LONGEST_FLOOD_MS)]) // exports of an account take turns, and end much later
  return { taken, outcome: [...outcomes].map(([status, count]) => `${count} of ${status}`).join(', ') }
}

const toText = (taken: Taken) =>
  Object.entries(taken)
    .map(([what, times]) => `${what} ${median(times).toFixed(0)}, worst ${quantile(times, 0.999).toFixed(0)}`)
    .join('; ')
