import { FIXER_PATH } from './backlink-fixer.ts'

/** The screens about links, as their tabs name them. */
export const BACKLINK_TABS = [
  { label: 'Posts', path: FIXER_PATH },
  { label: 'Link report', path: `${FIXER_PATH}/report` },
]
