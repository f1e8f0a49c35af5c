import type { Text } from '../../../shared/words/texts.ts'

/** The sentence for readers while the database cannot be read. The spec has sentences for empty lists only. */
export const pageUnavailable: Text =
  'Articles cannot be read at the moment. This is a disturbance on our side: please try again in a few minutes.'
