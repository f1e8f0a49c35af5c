import type { IconName } from '../../../ui/icon.tsx'
import type { DeskCounts } from './queries.server.ts'

/** A screen in the menu of the desk. */
export interface Screen {
  label: string
  path: string
  icon: IconName
  /** Other paths on which the menu shows this screen as open. */
  otherPaths?: string[]
  /** The number beside its label. */
  count?: keyof DeskCounts
  /** Label of the screen that it is a part of. A small menu shows only that one. */
  partOf?: string
}

/** Every screen of the desk, in the order of the menu; the label is also the screen's title. */
export const GROUPS: { label: string; screens: Screen[] }[] = [
  {
    label: 'Write',
    screens: [
      { label: 'Publisher', path: '/publisher', icon: 'pen' },
      { label: 'Articles', path: '/articles', icon: 'sheet', count: 'articles', otherPaths: ['/drafts'] },
      { label: 'Calendar', path: '/calendar', icon: 'clock', partOf: 'Articles' },
      { label: 'Pictures', path: '/pictures', icon: 'picture', partOf: 'Articles' },
      { label: 'Tags', path: '/tags', icon: 'sheet', partOf: 'Articles' },
      { label: 'Authors', path: '/authors', icon: 'sheet', partOf: 'Articles' },
      { label: 'Import', path: '/import', icon: 'sheet', partOf: 'Articles' },
      { label: 'Backlinks', path: '/backlink-fixer', icon: 'link' },
    ],
  },
  {
    label: 'Local SEO',
    screens: [
      { label: 'SEO', path: '/seo-dashboard', icon: 'chart', otherPaths: ['/seo-settings'] },
      { label: 'Cities', path: '/manage-cities', icon: 'chart', count: 'cities', partOf: 'SEO' },
      { label: 'Services', path: '/manage-services', icon: 'chart', count: 'services', partOf: 'SEO' },
    ],
  },
  {
    label: 'Settings',
    screens: [
      { label: 'Sites', path: '/manage-sites', icon: 'globe', count: 'sites' },
      { label: 'Account', path: '/account', icon: 'person' },
    ],
  },
]
/** The screens of all groups in one list. */
export const SCREENS = GROUPS.flatMap(({ screens }) => screens)

/** Returns true if a path belongs to a screen. */
export const isOpen = ({ path, otherPaths = [] }: Screen, current: string) =>
  [path, ...otherPaths].some((own) => current === own || current.startsWith(`${own}/`))

/** The links that the search of the desk finds besides screens and articles. */
export const ACTIONS: { label: string; path: string; icon: IconName }[] = [
  { label: 'New article', path: '/publisher', icon: 'pen' },
  { label: 'Import articles', path: '/import', icon: 'sheet' },
  { label: 'Add a site', path: '/manage-sites/new', icon: 'globe' },
  { label: 'Import cities', path: '/manage-cities/import', icon: 'chart' },
  { label: 'Import services', path: '/manage-services/import', icon: 'chart' },
  { label: 'Second factors', path: '/account/factors', icon: 'key' },
  { label: 'Access tokens', path: '/account/tokens', icon: 'key' },
  { label: 'Export or delete the account', path: '/account/data', icon: 'person' },
]
