import { matchPath } from 'react-router'
import type { Right } from '../../../shared/rights.ts'
import type { IconName } from '../../../ui/icon.tsx'
import type { DeskCounts } from './queries.server.ts'

/** What a person needs for a screen: a right, or a session that is for screens about the person. */
export type Need = Right | 'self'

/** A screen of the desk. Its label is its heading, too. */
export interface Screen {
  label: string
  path: string
  icon: IconName
  /** None for a screen that everybody has. */
  right?: Need
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
  { label: 'New article', path: '/publisher', icon: 'plus', right: 'write' },
  {
    label: 'Articles',
    path: '/articles',
    icon: 'sheet',
    right: 'write',
    count: 'articles',
    parts: [
      { label: 'Articles', path: '/articles', icon: 'sheet', right: 'write' },
      { label: 'Tags', path: '/tags', icon: 'tag', right: 'organise' },
      { label: 'Authors', path: '/authors', icon: 'people', right: 'organise' },
      { label: 'Import', path: '/import', icon: 'inbox', right: 'organise' },
      { label: 'Proposals', path: '/proposals', icon: 'bell', right: 'write' },
    ],
  },
  { label: 'Calendar', path: '/calendar', icon: 'calendar', right: 'write' },
  { label: 'Pictures', path: '/pictures', icon: 'picture', right: 'write' },
  {
    label: 'Links',
    path: '/backlink-fixer',
    icon: 'link',
    right: 'organise',
    parts: [
      { label: 'Backlinks', path: '/backlink-fixer', icon: 'link', right: 'organise' },
      { label: 'Link report', path: '/backlink-fixer/report', icon: 'share', right: 'organise' },
    ],
  },
  {
    label: 'SEO',
    path: '/seo-dashboard',
    icon: 'chart',
    right: 'promote',
    parts: [
      { label: 'SEO dashboard', path: '/seo-dashboard', icon: 'chart', right: 'promote' },
      { label: 'Site audit', path: '/seo-dashboard/audit', icon: 'shield', right: 'promote' },
      { label: 'Landing pages', path: '/seo-dashboard/pages', icon: 'panel', right: 'promote' },
      { label: 'Cities', path: '/manage-cities', icon: 'pin', right: 'promote' },
      { label: 'Services', path: '/manage-services', icon: 'list', right: 'promote' },
      { label: 'Search engines', path: '/seo-dashboard/notices', icon: 'bell', right: 'promote' },
      { label: 'SEO settings', path: '/seo-settings', icon: 'sliders', right: 'set_up' },
    ],
  },
  { label: 'Sites', path: '/manage-sites', icon: 'globe', right: 'set_up', count: 'sites' },
]

/** The screens about the person who is signed in. They are in the menu of the account. */
export const ACCOUNT: MenuScreen = {
  label: 'Account',
  path: '/account',
  icon: 'person',
  parts: [
    { label: 'Account', path: '/account', icon: 'person', right: 'self' },
    { label: 'Second factors', path: '/account/factors', icon: 'phone', right: 'self' },
    { label: 'API access', path: '/account/tokens', icon: 'key', right: 'self' },
    { label: 'API reference', path: '/account/api', icon: 'list', right: 'write' },
    { label: 'Your data', path: '/account/data', icon: 'save', right: 'self' },
    { label: 'Accounts', path: '/account/accounts', icon: 'people', right: 'self' },
    { label: 'People', path: '/members', icon: 'people', right: 'lead' },
    { label: 'Single sign-on', path: '/members/sign-in', icon: 'shield', right: 'lead' },
    { label: 'Record', path: '/record', icon: 'list', right: 'lead' },
    { label: 'Webhooks', path: '/webhooks', icon: 'bell', right: 'lead' },
  ],
}

const ALL = [...MENU, ACCOUNT]

/** Returns the condition that a person may open a screen. */
export const isFor =
  (may: (right: Need) => boolean) =>
  ({ right }: Screen): boolean =>
    right === undefined || may(right)

/** Returns the first screen about the account that a person may open; undefined for a person who may open none. */
export const findAccountScreen = (may: (right: Need) => boolean): Screen | undefined =>
  ACCOUNT.parts?.find(isFor(may))

/** Every screen that a menu or a tab leads to. */
export const SCREENS: Screen[] = ALL.flatMap(({ parts, ...screen }) => parts ?? [screen])

// The headings of the screens that no menu leads to, by the patterns of their paths.
const OTHER_TITLES: [pattern: string, title: string][] = [
  ['/articles/undo', 'Undo'],
  ['/members/data', 'Data of the account'],
  ['/articles/:id', 'Edit article'],
  ['/articles/:id/revisions', 'Revisions'],
  ['/articles/:id/review', 'Review'],
  ['/articles/:id/schedule', 'Schedule'],
  ['/drafts/:id/share', 'Share a draft'],
  ['/pictures/:id', 'Picture'],
  ['/webhooks/:id', 'Webhook'],
  ['/device', 'Connect a program'],
  ['/proposals/:id', 'Proposal'],
  ['/manage-sites/new', 'Add a site'],
  ['/manage-sites/import', 'Import sites'],
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

// Screens whose addresses are not below that of their menu.
const ELSEWHERE: [start: string, menu: string][] = [
  ['/drafts/', '/articles'],
  ['/device', '/account'],
]

/** Returns the screen of the menu that a path belongs to. */
export const findOpen = (path: string): MenuScreen | undefined =>
  ALL.find(({ parts = [], ...screen }) => [screen, ...parts].some((part) => holds(part, path))) ??
  ALL.find((screen) => ELSEWHERE.some(([start, menu]) => menu === screen.path && path.startsWith(start)))

/** The tabs of a screen. */
interface OpenTabs {
  label: string
  tabs: Screen[]
  /** The path of the open one. */
  current: string
}

/**
 * Returns the tabs above a screen that a person may open. Undefined for a screen without tabs, for example the one of an
 * article.
 */
export function findTabs(path: string, may: (right: Need) => boolean = () => true): OpenTabs | undefined {
  const { label, parts = [] } = findOpen(path) ?? { label: '' }
  const tabs = parts.filter(isFor(may))
  const open = tabs.findLast((part) => holds(part, path))
  return open && (open.path === path || open !== tabs[0]) ? { label, tabs, current: open.path } : undefined
}

/** The links that the search of the desk finds besides screens and articles. */
export const ACTIONS: Screen[] = [
  { label: 'Add a site', path: '/manage-sites/new', icon: 'globe', right: 'set_up' },
  { label: 'Import sites', path: '/manage-sites/import', icon: 'globe', right: 'set_up' },
  { label: 'Import cities', path: '/manage-cities/import', icon: 'pin', right: 'promote' },
  { label: 'Import services', path: '/manage-services/import', icon: 'list', right: 'promote' },
]
