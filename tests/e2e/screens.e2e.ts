// All public screens of the specification: their texts, constants and states (spec §2, §4, §8, §9).
import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../support/journeys.ts'
import { importRecords } from '../support/import.ts'
import { addSite, type TestServer } from '../support/server.ts'

const EIGHT = [
  'Technology',
  'Business',
  'Lifestyle',
  'Health',
  'Entertainment',
  'Science',
  'Sports',
  'Travel',
]
const WORDS = 'The harbour keeps its own hours, and nobody who lives above it would think of owning a clock. '
const LONG_TEXT = WORDS.repeat(5).trim()
const PICTURE = 'https://pictures.example/tide.svg'

let server: TestServer

test.beforeAll(async ({ world }) => {
  server = await world.renew()
  await addSite(server, 'Harbour')
  const numbered = Array.from({ length: 86 }, (_, number) => ({
    title: `Number ${number + 1}`,
    author: 'Theo Lind',
    tags: ['Science'],
    description: `About ${number + 1}.`,
    published_at: new Date(Date.UTC(2024, 11, 31) - number * 86_400_000).toISOString(),
  }))
  await importRecords(server, [
    {
      title: 'The lead',
      content: LONG_TEXT,
      author: 'Ines Halloran',
      tags: ['Sea', 'Boats', 'Travel', 'Knots'],
      image_url: PICTURE,
      published_at: '2025-03-09T12:00:00Z',
    },
    {
      title: 'A second story',
      content: LONG_TEXT,
      author: 'Ines Halloran',
      tags: ['Sea', 'Boats', 'Travel', 'Knots'],
      published_at: '2025-01-05T23:59:59Z',
      updated_at: '2025-01-05T23:59:59Z',
    },
    {
      title: 'First published elsewhere',
      content:
        'See [the other](elsewhere.example/other), [www](www.elsewhere.example/w) and [a third](third.example/x).',
      author: 'Ines Halloran',
      description: 'What was said elsewhere.',
      tags: ['Sea'],
      keywords: ['tides', 'boots'],
      canonical_url: 'https://elsewhere.example/original',
      published_at: '2025-01-04T08:00:00Z',
      updated_at: '2025-02-07T08:00:00Z',
    },
    ...numbered,
  ])
})
test.beforeEach(async ({ page }) => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="5"><path d="M0 0h8v5H0z"/></svg>'
  await page.route('https://pictures.example/**', (route) =>
    route.fulfill({ contentType: 'image/svg+xml', body: svg }),
  )
})

const at = (path: string, host = 'localhost') => `http://${host}:${server.port}${path}`
const section = (page: Page, name: string) => page.getByRole('region', { name })
const texts = (locator: Locator) => locator.allInnerTexts()
const paths = (links: Locator) => links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))
const columnsOf = (grid: Locator) =>
  grid.evaluate((element) => getComputedStyle(element).gridTemplateColumns.split(' ').length)
const crumbs = (page: Page) =>
  texts(page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('listitem'))
const meta = (page: Page, name: string) => page.locator(`meta[name="${name}"]`).getAttribute('content')

const shownPages = async (page: Page) =>
  (await texts(page.getByRole('navigation', { name: 'Pagination' }).getByRole('listitem'))).join(' ')

async function openPalette(page: Page, keys: string): Promise<Locator> {
  await page.keyboard.press(keys)
  const palette = page.getByRole('dialog', { name: 'Search articles' })
  await expect(palette.getByRole('combobox')).toBeFocused()
  return palette
}

test.describe('the home page', () => {
  test('starts with the first article: badge, title, 200 characters, author, date, image', async ({
    page,
  }) => {
    await page.goto(at('/'))
    const hero = page.locator('.featured-article-hero')
    await expect(hero.getByText('Featured', { exact: true })).toBeVisible()
    await expect(hero.getByRole('link', { name: 'The lead' })).toHaveAttribute('href', '/article/the-lead')
    await expect(hero.locator('.deck')).toHaveText(`${LONG_TEXT.slice(0, 200).trim()}…`)
    await expect(hero.getByRole('link', { name: 'Ines Halloran' })).toHaveAttribute(
      'href',
      '/author/Ines%20Halloran',
    )
    await expect(hero.locator('time')).toHaveText('Mar 09, 2025')
    await expect(hero.locator('img')).toHaveAttribute('src', PICTURE)
    await page.goto(at('/?page=2'))
    await expect(hero.getByRole('heading')).toHaveText('Number 10')
    await expect(hero.locator('.deck')).toHaveText('About 10.')
  })

  test('has a breaking-news strip that scrolls, with the newest headlines on every page', async ({
    page,
  }) => {
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await page.goto(at('/'))
    const strip = page.getByRole('complementary', { name: 'Breaking news' })
    await expect(strip.getByText('Latest', { exact: true })).toBeVisible()
    const headlines = strip.getByRole('link')
    await expect(headlines).toHaveCount(6)
    expect(await texts(headlines)).toEqual(expect.arrayContaining(['The lead', 'A second story']))
    expect((await paths(headlines))[0]).toBe('/article/the-lead')
    await expect(strip.getByRole('time').first()).toHaveText('Mar 09')
    const line = strip.locator('.news-strip-text').first()
    await expect(line).toHaveCSS('animation-name', 'news-strip-ticker')
    await expect(line).toHaveCSS('animation-iteration-count', 'infinite')
    const text = await line.innerText()
    expect(text.length).toBeGreaterThan(50)
    await page.goto(at('/?page=3'))
    expect(await line.innerText()).toBe(text)
  })

  test('says how old fresh news are, and calls them breaking for six hours', async ({ page }) => {
    const strip = page.getByRole('complementary', { name: 'Breaking news' })
    for (const [now, label, age] of [
      ['2025-03-09T12:20:30Z', 'Breaking', '20 min ago'],
      ['2025-03-09T17:10:00Z', 'Breaking', '5 h ago'],
      ['2025-03-09T18:10:00Z', 'Latest', '6 h ago'],
      ['2025-03-10T12:10:00Z', 'Latest', 'Mar 09'],
    ] as const) {
      await page.clock.setFixedTime(now)
      await page.goto(at('/'))
      await expect(strip.locator('strong')).toHaveText(label)
      await expect(strip.getByRole('time').first()).toHaveText(age)
    }
  })

  test('has four trending topics and eight categories, with links to their pages', async ({ page }) => {
    await page.goto(at('/'))
    for (const [name, categories] of [
      ['Trending Topics', EIGHT.slice(0, 4)],
      ['Browse by Category', EIGHT],
    ] as const) {
      const links = section(page, name).getByRole('link')
      expect(await texts(links)).toEqual(categories)
      expect(await paths(links)).toEqual(categories.map((category) => `/category/${category.toLowerCase()}`))
    }
  })

  test('shows 12 articles: eleven of them as Latest News, in three columns on a large screen', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(at('/'))
    const latest = section(page, 'Latest News')
    await expect(latest.getByRole('article')).toHaveCount(11)
    await expect(latest.getByRole('article').first().getByRole('heading')).toHaveText('A second story')
    expect(await columnsOf(latest.locator('.card-grid'))).toBe(3)
  })

  test('fills the last row of its cards, in two columns and in three', async ({ page }) => {
    for (const width of [800, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      for (const path of ['/', '/?page=8', '/category/science?page=8', '/author/Ines%20Halloran']) {
        await page.goto(at(path))
        const [grid, lastCard] = await page
          .locator('.card-grid')
          .evaluate((element) =>
            [element, element.lastElementChild ?? element].map((one) =>
              Math.round(one.getBoundingClientRect().right),
            ),
          )
        expect(lastCard, `${path} at ${width}`).toBe(grid)
      }
    }
  })

  test('without articles says so', async ({ page }) => {
    await page.goto(at('/', 'harbour.localhost'))
    await expect(page.getByText('No articles yet.', { exact: true })).toBeVisible()
    await expect(section(page, 'Latest News')).toHaveCount(0)
    await expect(page.getByRole('navigation', { name: 'Pagination' })).toHaveCount(0)
    await expect(section(page, 'Browse by Category').getByRole('link')).toHaveCount(8)
  })
})

test.describe('a card', () => {
  test('has title, 150 characters of text, image, author, date and at most three tags', async ({ page }) => {
    await page.goto(at('/'))
    const card = section(page, 'Latest News').getByRole('article').first()
    await expect(card.getByRole('link', { name: 'A second story' })).toHaveAttribute(
      'href',
      '/article/a-second-story',
    )
    await expect(card.locator(':scope > p').first()).toHaveText(`${LONG_TEXT.slice(0, 150).trim()}…`)
    await expect(card.locator('img')).toHaveAttribute('src', /^\/covers\/travel-[0-9a-f]+\.svg$/)
    await expect(card.getByRole('link', { name: 'Ines Halloran' })).toHaveAttribute(
      'href',
      '/author/Ines%20Halloran',
    )
    await expect(card.locator('time')).toHaveText('Jan 05, 2025')
    const tags = card.getByRole('list').getByRole('link')
    await expect(tags).toHaveCount(3)
    expect(await paths(tags)).toEqual(['/category/travel', '/category/sea', '/category/boats'])
  })

  test('has the description instead of the text, if there is one', async ({ page }) => {
    await page.goto(at('/category/science'))
    await expect(page.getByRole('article').first().locator(':scope > p').first()).toHaveText('About 1.')
  })
})

test.describe('the header', () => {
  test('has links to home, five categories, the search, the feed and the sign-in', async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(at('/article/the-lead'))
    const header = page.getByRole('banner')
    await expect(header.getByRole('link', { name: 'Broadsheet' })).toHaveAttribute('href', '/')
    const menu = header.locator('details.menu')
    await expect(menu.getByRole('link', { name: 'Technology' })).toBeHidden()
    await menu.getByText('Categories').click()
    expect(await texts(menu.getByRole('link'))).toEqual(EIGHT.slice(0, 5))
    expect(await paths(menu.getByRole('link'))).toEqual(
      EIGHT.slice(0, 5).map((name) => `/category/${name.toLowerCase()}`),
    )
    await page.getByRole('heading', { level: 1 }).click()
    await expect(menu.getByRole('link', { name: 'Technology' })).toBeHidden()
    await expect(header.getByRole('link', { name: 'Search articles...' })).toBeVisible()
    const feed = header.getByRole('link', { name: 'RSS feed' })
    await expect(feed).toHaveAttribute('target', '_blank')
    await expect(feed).toHaveAttribute('href', '/functions/v1/generate-rss')
    await expect(header.getByRole('link', { name: 'Sign In' })).toHaveAttribute('href', '/auth')
    await expect(header.getByRole('link', { name: 'Publisher' })).toBeHidden()
    await expect(header.getByRole('button', { name: 'Logout' })).toBeHidden()
  })

  test('has the same links in a menu on a phone, which opens and closes', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(at('/'))
    const menu = page.getByRole('navigation', { name: 'Menu' })
    await expect(menu).toBeHidden()
    await page.getByRole('button', { name: 'Menu' }).click()
    await expect(menu).toBeVisible()
    const expected = ['Home', 'Search', ...EIGHT.slice(0, 5), 'RSS']
    expect(await texts(menu.getByRole('link'))).toEqual(expected)
    await expect(menu.getByRole('link', { name: 'RSS' })).toHaveAttribute('target', '_blank')
    await expect(page.locator('#site-menu').getByRole('link', { name: 'Sign In' })).toBeVisible()
    await page.getByRole('button', { name: 'Close menu' }).click()
    await expect(menu).toBeHidden()
  })
})

test('the footer has the year, three pages and three networks, with links to home', async ({ page }) => {
  await page.goto(at('/'))
  const footer = page.getByRole('contentinfo')
  await expect(footer.getByText(`© ${new Date().getUTCFullYear()} Broadsheet`)).toBeVisible()
  const links = footer.getByRole('link')
  await expect(links).toHaveCount(6)
  for (const [index, name] of ['About', 'Contact', 'Privacy', 'Twitter', 'Facebook', 'LinkedIn'].entries()) {
    await expect(links.nth(index)).toHaveAccessibleName(name)
    await expect(links.nth(index)).toHaveAttribute('href', '/')
  }
})

test.describe('the pagination', () => {
  for (const [number, expected] of [
    [1, 'Previous 1 2 3 4 … 8 Next'],
    [3, 'Previous 1 2 3 4 … 8 Next'],
    [4, 'Previous 1 … 3 4 5 … 8 Next'],
    [5, 'Previous 1 … 4 5 6 … 8 Next'],
    [6, 'Previous 1 … 5 6 7 8 Next'],
    [8, 'Previous 1 … 5 6 7 8 Next'],
  ] as const) {
    test(`on page ${number} of 8 is ${expected}`, async ({ page }) => {
      await page.goto(at(`/category/science?page=${number}`))
      expect(await shownPages(page)).toBe(expected)
      await expect(page.locator('.pager [aria-current="page"]')).toHaveText(String(number))
      for (const [label, end] of [
        ['Previous', 1],
        ['Next', 8],
      ] as const) {
        const step = page.locator('.pager').getByText(label, { exact: true })
        if (number === end) await expect(step).toHaveAttribute('aria-disabled', 'true')
        else await expect(step).toHaveAttribute('href', /\/category\/science/)
      }
    })
  }

  test('is missing for a single page', async ({ page }) => {
    await page.goto(at('/category/sea'))
    await expect(page.getByRole('navigation', { name: 'Pagination' })).toHaveCount(0)
  })
})

test.describe('an article', () => {
  test('has breadcrumbs, title, author, long date, tags, image and text', async ({ page }) => {
    await page.goto(at('/article/a-second-story'))
    expect(await crumbs(page)).toEqual(['Home', 'Articles', 'A second story'])
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('A second story')
    await expect(page.locator('.article-view-byline').getByRole('link')).toHaveAttribute(
      'href',
      '/author/Ines%20Halloran',
    )
    expect(await texts(page.locator('.article-view-byline time'))).toEqual(['January 05, 2025'])
    await expect(page.getByText('Updated')).toHaveCount(0)
    await expect(page.getByText('Original Source')).toHaveCount(0)
    expect(await texts(page.getByRole('list', { name: 'Tags' }).getByRole('link'))).toEqual([
      'Sea',
      'Boats',
      'Travel',
      'Knots',
    ])
    await expect(page.locator('.article-view-lead-cover img')).toBeVisible()
    await expect(page.locator('.prose')).toHaveText(LONG_TEXT)
    await page.goto(at('/article/the-lead'))
    await expect(page.locator('.article-view-lead-cover img')).toHaveAttribute('src', PICTURE)
  })

  test('with a canonical URL shows its update and its source, and its relative links lead there', async ({
    page,
  }) => {
    await page.goto(at('/article/first-published-elsewhere'))
    await expect(page.locator('.article-view-byline').getByText('Updated February 07, 2025')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Original Source' })).toHaveAttribute(
      'href',
      'https://elsewhere.example/original',
    )
    expect(await paths(page.locator('.prose a'))).toEqual([
      'https://elsewhere.example/other',
      'https://elsewhere.example/w',
      'https://elsewhere.example/third.example/x',
    ])
    expect(await meta(page, 'description')).toBe('What was said elsewhere.')
    expect(await meta(page, 'keywords')).toBe('tides, boots')
    await expect(page.locator('link[rel="canonical"]')).toHaveAttribute(
      'href',
      'https://elsewhere.example/original',
    )
    await expect(page).toHaveTitle('First published elsewhere')
  })

  test('is followed by three related articles: with the same tags first, then the newest', async ({
    page,
  }) => {
    await page.goto(at('/article/the-lead'))
    const related = section(page, 'Related Articles').getByRole('article')
    await expect(related).toHaveCount(3)
    expect(await texts(related.getByRole('heading'))).toEqual([
      'A second story',
      'First published elsewhere',
      'Number 1',
    ])
  })

  test('can be shared in a window of 600 by 400', async ({ page }) => {
    const page400 = '<!doctype html><title>shared</title>'
    await page
      .context()
      .route(/twitter|facebook|linkedin/, (route) =>
        route.fulfill({ contentType: 'text/html', body: page400 }),
      )
    await page.goto(at('/article/the-lead'))
    const share = page.getByRole('list', { name: 'Share this article' })
    expect(await texts(share.getByRole('link'))).toEqual(['Twitter', 'Facebook', 'LinkedIn', 'E-mail'])
    const shared = encodeURIComponent(at('/article/the-lead'))
    for (const [name, address] of [
      ['Twitter', `https://twitter.com/intent/tweet?url=${shared}&text=The%20lead`],
      ['Facebook', `https://www.facebook.com/sharer/sharer.php?u=${shared}`],
      ['LinkedIn', `https://www.linkedin.com/sharing/share-offsite/?url=${shared}`],
    ] as const) {
      const opened = page.waitForEvent('popup')
      await share.getByRole('link', { name }).click()
      const popup = await opened
      await popup.waitForURL(address)
      expect(await popup.evaluate(() => [innerWidth, innerHeight])).toEqual([600, 400])
      expect(await popup.evaluate(() => opener)).toBeNull()
      await popup.close()
    }
    await expect(share.getByRole('link', { name: 'E-mail' })).toHaveAttribute(
      'href',
      `mailto:?subject=The%20lead&body=${shared}`,
    )
  })

  test('that does not exist says so, with a link to home', async ({ page }) => {
    const answer = await page.goto(at('/article/nothing'))
    expect(answer?.status()).toBe(404)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Article Not Found')
    await expect(page).toHaveTitle('Article Not Found')
    await expect(
      page.getByText("The article you're looking for doesn't exist or has been removed.", { exact: true }),
    ).toBeVisible()
    await page.getByRole('link', { name: 'Back to Home' }).click()
    await expect(page).toHaveURL(at('/'))
  })
})

test('any other URL shows the card for a missing page', async ({ page }) => {
  const answer = await page.goto(at('/plumber/springfield-il'))
  expect(answer?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page Not Found')
  await expect(page).toHaveTitle('Page Not Found')
  await expect(page.getByText("The page you're looking for doesn't exist.", { exact: true })).toBeVisible()
})

test.describe('a category', () => {
  test('has breadcrumbs, its name, the number of articles, 12 cards and its own description', async ({
    page,
  }) => {
    await page.goto(at('/category/science?page=8'))
    expect(await crumbs(page)).toEqual(['Home', 'Categories', 'Science'])
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Science')
    await expect(page.getByText('Explore 86 articles in science', { exact: true })).toBeVisible()
    await expect(page.getByRole('article')).toHaveCount(2)
    expect(await meta(page, 'description')).toBe('Browse 86 articles in the Science category. Page 8 of 8.')
    await page.goto(at('/category/science'))
    await expect(page.getByRole('article')).toHaveCount(12)
  })

  test('without articles says so', async ({ page }) => {
    await page.goto(at('/category/sports'))
    await expect(page.getByText('Explore 0 articles in sports', { exact: true })).toBeVisible()
    await expect(page.getByText('No articles found in this category yet.', { exact: true })).toBeVisible()
  })

  test('has its own gradient if it is one of the eight, the default one otherwise', async ({ page }) => {
    const gradients: string[] = []
    for (const category of [...EIGHT, 'Knots', 'Nothing']) {
      await page.goto(at(`/category/${category.toLowerCase()}`))
      const image = await page
        .locator('.category-view-banner')
        .evaluate((hero) => getComputedStyle(hero).backgroundImage)
      expect(image, category).toMatch(/^linear-gradient\(/)
      gradients.push(image)
    }
    expect(new Set(gradients).size).toBe(9)
    expect(gradients.at(-1)).toBe(gradients.at(-2))
  })
})

test.describe('an author', () => {
  test('has breadcrumbs, initials, a count, cards and structured data about the person', async ({ page }) => {
    await page.goto(at('/author/Ines%20Halloran'))
    expect(await crumbs(page)).toEqual(['Home', 'Authors', 'Ines Halloran'])
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ines Halloran')
    await expect(page.locator('.avatar')).toHaveText('IH')
    await expect(page.getByText('3 article(s) published', { exact: true })).toBeVisible()
    await expect(page.getByRole('article')).toHaveCount(3)
    const graph = JSON.parse(await page.locator('script[type="application/ld+json"]').innerText()) as {
      '@graph': object[]
    }
    expect(graph['@graph']).toContainEqual(
      expect.objectContaining({ '@type': 'Person', name: 'Ines Halloran', jobTitle: 'Content Writer' }),
    )
  })

  test('without articles says so', async ({ page }) => {
    await page.goto(at('/author/Nobody'))
    await expect(page.getByText('0 article(s) published', { exact: true })).toBeVisible()
    await expect(page.getByText('No articles found for this author yet.', { exact: true })).toBeVisible()
  })
})

test.describe('the search palette', () => {
  test('opens with Cmd or Ctrl and K, and closes with Escape', async ({ page }) => {
    await page.goto(at('/'))
    for (const keys of ['Control+k', 'Meta+k']) {
      const palette = await openPalette(page, keys)
      await expect(palette.getByPlaceholder('Search articles...')).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(palette).toBeHidden()
    }
  })

  test('searches for more than two characters, says that it searches, and finds ten articles at most', async ({
    page,
  }) => {
    const asked: string[] = []
    const held = Promise.withResolvers<void>()
    await page.route(/\/search\.json/, async (route) => {
      asked.push(new URL(route.request().url()).searchParams.get('q') ?? '')
      await held.promise
      await route.continue()
    })
    await page.goto(at('/'))
    const palette = await openPalette(page, 'Control+k')
    await page.keyboard.type('nu')
    await page.waitForTimeout(300)
    await page.keyboard.type('mber')
    await expect(palette.getByText('Searching...', { exact: true })).toBeVisible()
    held.resolve()
    await expect(palette.getByRole('option')).toHaveCount(10)
    await expect(palette.getByText('Searching...')).toHaveCount(0)
    await expect(palette.getByRole('status')).toHaveText(/^10 of \d+/)
    await expect(palette.getByRole('link', { name: 'All results' })).toHaveAttribute(
      'href',
      '/search?q=number',
    )
    expect(asked.filter((words) => words.length < 3)).toEqual([])
    await palette.getByRole('combobox').fill('nu')
    await expect(palette.getByRole('option')).toHaveCount(0)
    await palette.getByRole('combobox').fill('zzqq')
    await expect(palette.getByText('No results found.', { exact: true })).toBeVisible()
  })

  test('links to the id of an article, which redirects to its slug', async ({ page }) => {
    await page.goto(at('/'))
    const palette = await openPalette(page, 'Control+k')
    await page.keyboard.type('second story')
    const hit = palette.getByRole('option', { name: /second story/i })
    await expect(hit).toHaveAttribute('href', /^\/article\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
    const answer = await server.ask((await hit.getAttribute('href')) ?? '')
    expect(answer.status).toBe(301)
    expect(answer.headers.location).toBe('/article/a-second-story')
    await hit.click()
    await page.waitForURL(at('/article/a-second-story'))
  })

  test('stays empty and logs the error if a search fails', async ({ page }) => {
    const written: string[] = []
    page.on('console', (message) => message.type() === 'error' && written.push(message.text()))
    await page.route(/\/search\.json/, (route) => route.fulfill({ status: 500, body: 'no' }))
    await page.goto(at('/'))
    const palette = await openPalette(page, 'Control+k')
    await page.keyboard.type('number')
    await expect.poll(() => written.some((line) => line.startsWith('Search error'))).toBe(true)
    await expect(palette.getByRole('option')).toHaveCount(0)
    await expect(palette.getByText('Searching...')).toHaveCount(0)
  })
})
