import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { startServer } from '../tests/support/server.ts'
import { CHROMIUM } from '../tools/system-packages.ts'
import { median, report } from './measure.ts'

const LIGHTHOUSE = 'lighthouse@13.5.0' // fetched only for this benchmark, because the product does not need it
const ROUNDS = 3
const MAX_REPORT_BYTES = 64 * 1024 * 1024
const CHROMIUM_FLAGS = '--headless --no-sandbox --disable-gpu --disable-quic --no-first-run'

interface Result {
  categories: Record<string, { title: string; score: number }>
  audits: Record<string, { numericValue?: number; details?: { items: Record<string, unknown>[] } }>
}

/** Measures the demo's public pages with Lighthouse as a mobile phone. Each figure is the median of three runs. */
export async function benchLighthouse(): Promise<void> {
  const server = await startServer({ DEMO: 'on', RATE_LIMITS: 'off' })
  const { body } = await server.ask('/')
  const first = (pattern: RegExp) => body.match(pattern)?.[1] ?? '/'
  for (const [name, path] of [
    ['home', '/'],
    ['article', first(/href="(\/article\/[^"]+)"/)],
    ['category', first(/href="(\/category\/[^"]+)"/)],
    ['author', first(/href="(\/author\/[^"]+)"/)],
  ] as const) {
    const results: Result[] = []
    // Sometimes the browser records no trace. This says nothing about the page, so the audit is repeated.
    for (let attempt = 0; results.length < ROUNDS && attempt < 3 * ROUNDS; attempt += 1) {
      const result = await audit(server.url + path).catch(() => undefined)
      if (result) results.push(result)
    }
    if (results.length < ROUNDS) throw new Error('Lighthouse did not run. Does npm reach its registry?')
    report(name, toScores(results))
    report('', toTimes(results))
  }
  await server.stop()
  server.forget()
}

async function audit(url: string): Promise<Result> {
  const { stdout } = await promisify(execFile)(
    'npm',
    [
      'exec',
      '--yes',
      `--package=${LIGHTHOUSE}`,
      '--',
      'lighthouse',
      url,
      '--quiet',
      '--output=json',
      `--chrome-flags=${CHROMIUM_FLAGS}`,
      '--only-categories=performance,accessibility,best-practices,seo',
    ],
    { env: { ...process.env, CHROME_PATH: CHROMIUM }, maxBuffer: MAX_REPORT_BYTES },
  )
  return JSON.parse(stdout) as Result
}

function toScores(results: Result[]): string {
  const categories = Object.entries(results[0]?.categories ?? {})
  return categories
    .map(([id, { title }]) => {
      const score = median(results.flatMap((result) => result.categories[id]?.score ?? []))
      return `${title} ${Math.round(score * 100)}`
    })
    .join(', ')
}

function toTimes(results: Result[]): string {
  const of = (id: string) => median(results.map(({ audits }) => audits[id]?.numericValue ?? Number.NaN))
  const seconds = (id: string) => `${(of(id) / 1000).toFixed(2)} s`
  return [
    `first paint ${seconds('first-contentful-paint')}`,
    `largest paint ${seconds('largest-contentful-paint')}`,
    `layout shift ${of('cumulative-layout-shift').toFixed(3)}`,
    `blocked ${Math.round(of('total-blocking-time'))} ms`,
    `scripts ${(median(results.map(countScriptBytes)) / 1024).toFixed(1)} KiB`,
  ].join(', ')
}

const countScriptBytes = ({ audits }: Result) =>
  (audits['network-requests']?.details?.items ?? [])
    .filter((request) => request.resourceType === 'Script')
    .reduce((sum, request) => sum + Number(request.transferSize), 0)
