import { matchPath } from 'react-router'
import type { IconName } from '../../../ui/icon.tsx'
import type { DeskCounts } from './queries.server.ts'

/** A screen of the desk. Its label is its heading, too. */
export interface Screen {
  label: string
  path: string
  icon: IconName
}

/** A screen in the menu. */
export interface MenuScreen extends Screen {
  /** The number beside its label. */
  count?: keyof DeskCounts
  /** The screens of its tabs, the first of them at its own path; none for a screen that stands alone. */
  parts?: Screen[]
}

/** The menu of the desk, in its order. No screen stands in two menus. */
export const MENU: MenuScreen[] = [
  { label: 'New article', path: '/publisher', icon: 'plus' },
  {
    label: 'Articles',
    path: '/articles',
    icon: 'sheet',
    count: 'articles',
    parts: [
      { label: 'Articles', path: '/articles', icon: 'sheet' },
      { label: 'Tags', path: '/tags', icon: 'tag' },
      { label: 'Authors', path: '/authors', icon: 'people' },
      { label: 'Import', path: '/import', icon: 'inbox' },
    ],
  },
  { label: 'Calendar', path: '/calendar', icon: 'calendar' },
  { label: 'Pictures', path: '/pictures', icon: 'picture' },
  {
    label: 'Links',
    path: '/backlink-fixer',
    icon: 'link',
    parts: [
      { label: 'Backlinks', path: '/backlink-fixer', icon: 'link' },
      { label: 'Link report', path: '/backlink-fixer/report', icon: 'share' },
    ],
  },
  {
    label: 'SEO',
    path: '/seo-dashboard',
    icon: 'chart',
    parts: [
      { label: 'SEO dashboard', path: '/seo-dashboard', icon: 'chart' },
      { label: 'Site audit', path: '/seo-dashboard/audit', icon: 'shield' },
      { label: 'Landing pages', path: '/seo-dashboard/pages', icon: 'panel' },
      { label: 'Cities', path: '/manage-cities', icon: 'pin' },
      { label: 'Services', path: '/manage-services', icon: 'list' },
      { label: 'Search engines', path: '/seo-dashboard/notices', icon: 'bell' },
      { label: 'SEO settings', path: '/seo-settings', icon: 'sliders' },
    ],
  },
  { label: 'Sites', path: '/manage-sites', icon: 'globe', count: 'sites' },
]

/** The screens about the person who is signed in. They are in the menu of the account. */
export const ACCOUNT: MenuScreen = {
  label: 'Account',
  path: '/account',
  icon: 'person',
  parts: [
    { label: 'Account', path: '/account', icon: 'person' },
    { label: 'Second factors', path: '/account/factors', icon: 'phone' },
    { label: 'API access', path: '/account/tokens', icon: 'key' },
    { label: 'Your data', path: '/account/data', icon: 'save' },
  ],
}

const ALL = [...MENU, ACCOUNT]

/** Every screen that a menu or a tab leads to. */
export const SCREENS: Screen[] = ALL.flatMap(({ parts, ...screen }) => parts ?? [screen])

// The headings of the screens that no menu leads to, by the patterns of their paths.
const OTHER_TITLES: [pattern: string, title: string][] = [
  ['/articles/undo', 'Undo'],
  ['/articles/:id', 'Edit article'],
  ['/articles/:id/revisions', 'Revisions'],
  ['/articles/:id/schedule', 'Schedule'],
  ['/drafts/:id/share', 'Share a draft'],
  ['/pictures/:id', 'Picture'],
  ['/manage-sites/new', 'Add a site'],
  ['/manage-sites/:id', 'Site'],
  ['/seo-dashboard/pages/template', 'Landing page template'],
  ['/seo-dashboard/pages/:id', 'Landing page'],
  ['/manage-cities/import', 'Import cities'],
  ['/manage-cities/:id', 'City'],
  ['/manage-services/import', 'Import services'],
  ['/manage-services/:id', 'Service'],
]

/** Returns the heading of a screen. */
export const findTitle = (path: string): string | undefined =>
  SCREENS.find((screen) => screen.path === path)?.label ??
  OTHER_TITLES.find(([pattern]) => matchPath(pattern, path))?.[1]

/** Returns true for a screen where a person writes an article. Its text needs the room of the menu. */
export const isWriting = (path: string): boolean =>
  path === '/publisher' || findTitle(path) === 'Edit article'

const holds = (screen: Screen, path: string) => path === screen.path || path.startsWith(`${screen.path}/`)

/** Returns the screen of the menu that a path belongs to. */
export const findOpen = (path: string): MenuScreen | undefined =>
  ALL.find(({ parts = [], ...screen }) => [screen, ...parts].some((part) => holds(part, path))) ??
  (path.startsWith('/drafts/') ? MENU.find((screen) => screen.path === '/articles') : undefined)

/** The tabs of a screen. */
interface OpenTabs {
  label: string
  tabs: Screen[]
  /** The path of the open one. */
  current: string
}

/** Returns the tabs above a screen; undefined for a screen without tabs, such as that of one article. */
export function findTabs(path: string): OpenTabs | undefined {
  const { label, parts: tabs = [] } = findOpen(path) ?? { label: '' }
  const open = tabs.findLast((part) => holds(part, path))
  return open && (open.path === path || open !== tabs[0]) ? { label, tabs, current: open.path } : undefined
}

/** The links that the search of the desk finds besides screens and articles. */
export const ACTIONS: Screen[] = [
  { label: 'Add a site', path: '/manage-sites/new', icon: 'globe' },
  { label: 'Import cities', path: '/manage-cities/import', icon: 'pin' },
  { label: 'Import services', path: '/manage-services/import', icon: 'list' },
]
