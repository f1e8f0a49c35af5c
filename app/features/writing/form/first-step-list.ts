import { NEW_SITE_PATH } from '../../delivery/target-sites/target-sites.ts'
import type { FirstSteps } from '../writing.ts'

/** One of the first steps of the owner of a new site. */
export interface FirstStep {
  name: keyof FirstSteps
  path: string
  label: string
  hint: string
}

/** The first steps, in their order. */
export const FIRST_STEPS: FirstStep[] = [
  { name: 'isNamed', path: '/seo-settings', label: 'Name your site', hint: 'The name is on every page.' },
  {
    name: 'hasWritten',
    path: '/publisher',
    label: 'Write',
    hint: 'Your first article, on this site at once.',
  },
  { name: 'hasSite', path: NEW_SITE_PATH, label: 'Add a site', hint: 'Articles can go to others too.' },
  {
    name: 'hasImported',
    path: '/import',
    label: 'Bring old posts',
    hint: 'From WordPress, Ghost, Markdown and others.',
  },
]
