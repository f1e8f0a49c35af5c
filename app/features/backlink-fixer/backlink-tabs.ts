export const BACKLINKS_PATH = '/backlink-fixer'

/** The screens about links, as their tabs name them. */
export const BACKLINK_TABS = [
  { label: 'Posts', path: BACKLINKS_PATH },
  { label: 'Link report', path: `${BACKLINKS_PATH}/report` },
]
