import { countOf } from '../../../shared/text.ts'
/** The path of the SEO dashboard. */
export const DASHBOARD_PATH = '/seo-dashboard'

/** The facts that the health score is made from. */
export interface DashboardFacts {
  hasSettings: boolean
  cities: number
  services: number
  pages: number
  /** The number of these pages that search engines must not index. */
  hiddenPages: number
}

/** One of the four checks of the spec (§9). */
export interface HealthCheck {
  label: string
  isPassed: boolean
  /** The state, in a few words. */
  finding: string
  /** The next step while the check is not passed; `path` is the screen for it. */
  advice: string
  path: string
}

/** Returns the four checks of an account's local SEO, and the rounded percentage of those that are passed (spec §9). */
export function toHealth(facts: DashboardFacts): { score: number; checks: HealthCheck[] } {
  const checks = listChecks(facts)
  const passed = checks.filter(({ isPassed }) => isPassed).length
  return { score: Math.round((100 * passed) / checks.length), checks }
}

const listChecks = ({ hasSettings, cities, services, pages }: DashboardFacts): HealthCheck[] => [
  {
    label: 'Settings configured',
    isPassed: hasSettings,
    finding: hasSettings ? 'Saved' : 'Not saved yet',
    advice: 'Say who you are: search engines show the name, networks the picture.',
    path: '/seo-settings',
  },
  {
    label: 'Cities added',
    isPassed: cities > 0,
    finding: toCount(cities, 'city', 'cities'),
    advice: 'Add the cities where your customers are.',
    path: '/manage-cities',
  },
  {
    label: 'Services added',
    isPassed: services > 0,
    finding: toCount(services, 'service', 'services'),
    advice: 'Add what you do there, with a description of each.',
    path: '/manage-services',
  },
  {
    label: 'Pages generated',
    isPassed: pages > 0,
    finding: toCount(pages, 'page', 'pages'),
    advice: 'Generate a landing page for each service in each city.',
    path: '/seo-dashboard/pages',
  },
]

/** One thing to do next, beside the four checks. */
export interface OpenTask {
  text: string
  /** The screen for it. */
  path: string
}

/** The findings of the last audit of one kind. */
export interface Found {
  label: string
  count: number
  path: string
}

const MOST_TASKS = 4

/** Returns the next tasks, the most serious first. `found` is undefined if there was no audit yet. */
export function listTasks({ pages, hiddenPages }: DashboardFacts, found: Found[] | undefined): OpenTask[] {
  const tasks: OpenTask[] = []
  if (hiddenPages > 0)
    tasks.push({
      text: `${hiddenPages.toLocaleString('en-US')} of ${toCount(pages, 'landing page is', 'landing pages are')} kept from search engines`,
      path: '/seo-dashboard/pages?state=noindex',
    })
  if (!found)
    tasks.push({ text: 'Look for faults on your pages with an audit', path: '/seo-dashboard/audit' })
  for (const { label, count, path } of found ?? [])
    if (count > 0) tasks.push({ text: `${label}: ${count.toLocaleString('en-US')}`, path })
  return tasks.slice(0, MOST_TASKS)
}

const toCount = (count: number, one: string, many: string) =>
  count === 0 ? 'None yet' : countOf(count, one, many)

/** The files of the site that search engines read. */
export const SEO_FILES = [
  { path: '/robots.txt', note: 'What crawlers may read, and where the sitemap is' },
  { path: '/sitemap.xml', note: 'Every page, and when it changed last' },
]

/** The links from the dashboard to the other screens of local SEO. */
export const QUICK_LINKS = [
  { label: 'Site audit', path: '/seo-dashboard/audit', note: 'Titles, descriptions, pictures, links' },
  { label: 'Landing pages', path: '/seo-dashboard/pages', note: 'Their scores, and what they say' },
  { label: 'Cities', path: '/manage-cities', note: 'Where your customers are' },
  { label: 'Services', path: '/manage-services', note: 'What you do there' },
  { label: 'Search engines', path: '/seo-dashboard/notices', note: 'Who was told of what, and when' },
  { label: 'SEO settings', path: '/seo-settings', note: 'Name, business, networks, verification' },
]
