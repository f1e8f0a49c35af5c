import { NEW_SITE_PATH } from '../../delivery/target-sites/target-sites.ts'
import type { FirstSteps } from '../writing.ts'

/** One of the first steps of the owner of a new site. */
export interface FirstStep {
  name: keyof FirstSteps
  path: string
  label: string
}

/** The first steps, in their order. */
export const FIRST_STEPS: FirstStep[] = [
  { name: 'isNamed', path: '/seo-settings', label: 'Name your site' },
  {
    name: 'hasWritten',
    path: '/publisher',
    label: 'Write',
  },
  { name: 'hasSite', path: NEW_SITE_PATH, label: 'Add a site' },
  {
    name: 'hasImported',
    path: '/import',
    label: 'Bring old posts',
  },
]
