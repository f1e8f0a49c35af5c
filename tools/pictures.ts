import { mkdir, writeFile } from 'node:fs/promises'
import { type Browser, chromium, type Page } from '@playwright/test'
import playwright from '../playwright.config.ts'
import { startServer, type TestServer } from '../tests/support/server.ts'
import { buildIfStale } from './build.ts'
import { runCommand } from './command-line.ts'
import { installSystemPackages } from './system-packages.ts'

const HELP = `
npm run pictures

Takes the pictures of the README anew: starts the built product with its demo content on a free port and in a folder of
its own, and photographs it with Chromium into docs/pictures. To be run when the product's looks have changed.
`

const FOLDER = 'docs/pictures'
const SCREEN = { width: 1440, height: 1080 }
const SCALE = 1.25 // makes a picture twice as wide as a README
const QUALITY = 85
const TEXT =
  'Low water came at **six**. It left a boot, two oranges and a chair.\n\n## The chair\n\nNobody has asked for it.'

interface Subject {
  name: string
  colorScheme: 'light' | 'dark'
  /** Opens the page that is photographed. */
  show: (page: Page, server: TestServer) => Promise<unknown>
}

const SUBJECTS: Subject[] = [
  { name: 'home', colorScheme: 'light', show: (page, { url }) => page.goto(url) },
  {
    name: 'article',
    colorScheme: 'dark',
    show: (page, { url }) => page.goto(`${url}/article/a-database-that-fits-in-a-browser-tab-grows-up`),
  },
  { name: 'desk', colorScheme: 'light', show: publish },
]

await runCommand(HELP, async () => {
  const lacks = installSystemPackages().get('journeys')
  if (lacks) throw new Error(`There are no pictures without a browser. ${lacks}`)
  delete process.env.DATABASE_URL // only the embedded store is filled with demo content
  await buildIfStale()
  await mkdir(FOLDER, { recursive: true })
  const server = await startServer({ DEMO: 'on' })
  const browser = await chromium.launch(playwright.use?.launchOptions)
  try {
    for (const subject of SUBJECTS) await takePicture(subject, browser, server)
  } finally {
    await browser.close()
    await server.stop()
    server.forget()
  }
})

async function takePicture(
  { name, colorScheme, show }: Subject,
  browser: Browser,
  server: TestServer,
): Promise<void> {
  const page = await browser.newPage({ colorScheme, viewport: SCREEN })
  await show(page, server)
  await page.waitForLoadState('networkidle')
  await page.mouse.move(0, 0)
  await page.evaluate(async () => {
    window.scrollTo(0, 0)
    await document.fonts.ready
  })
  const camera = await page.context().newCDPSession(page) // Playwright's screenshots cannot be WebP
  const clip = { x: 0, y: 0, ...SCREEN, scale: SCALE }
  const { data } = await camera.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY, clip })
  const picture = Buffer.from(data, 'base64')
  await writeFile(`${FOLDER}/${name}.webp`, picture)
  process.stdout.write(`${FOLDER}/${name}.webp: ${Math.ceil(picture.length / 1024)} KB\n`)
  await page.close()
}

/** Signs in with the demo account and publishes an article to all three demo sites. */
async function publish(page: Page, { url, output }: TestServer): Promise<void> {
  const [, email = '', password = ''] = /Sign in with (\S+) and (\S+)/.exec(output()) ?? []
  await page.goto(`${url}/auth?next=/publisher`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await page.getByLabel('Title *').fill('What the tide left on the steps')
  await page.getByRole('textbox', { name: 'Content * (Markdown supported)' }).fill(TEXT)
  await page.getByRole('button', { name: 'Details', exact: true }).click()
  await page.getByLabel('Author *').fill('Ines Halloran')
  await page.getByLabel('Tags (comma-separated)').fill('Travel, Sea')
  for (const site of await page.getByRole('checkbox').all()) await site.check()
  await page.getByRole('button', { name: 'Publish Article' }).click()
  await page.getByText('All sites published successfully').waitFor()
}
