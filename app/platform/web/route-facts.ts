import type { Right } from '../../shared/rights.ts'

/**
 * Who may use a route. `public`: everyone, with the same response for all. `open` (people) and `api` (programs):
 * everyone, with a response of their own. `screen` (people) and `function` (programs): only signed-in accounts.
 * Programs send JSON and a token. Functions also accept cookies, but not from another site; the API accepts none.
 */
export type Access = 'public' | 'open' | 'api' | 'screen' | 'function'

/** Returns true if a route takes JSON and answers with JSON. */
export const isForPrograms = (access: Access) => access === 'api' || access === 'function'

/** A use of a font on a page. */
export type FontUse = 'display' | 'sans' | 'text' | 'italic'

/** The `handle` of a route module. A route without one is for signed-in accounts. */
export interface RouteFacts {
  access: Access
  /**
   * The right that a member of the account needs. `self`: the route is about the person, whatever account he or she acts
   * for. A route for signed-in accounts that says nothing is closed to members.
   */
  right?: Right | 'self'
  /** It compares the scopes of a token with each request. All other routes are closed to a token that has scopes. */
  checksScope?: true
  /** It is also served on an account's own domain, which shows only landing pages. */
  isOnDomains?: true
  /** Its page with the status 404 depends on the data of the route alone, and not on the address. */
  isMissingAlike?: true
  /** It accepts more than a form or a short JSON: whole texts, files, or one large file that it reads as it arrives. */
  takes?: 'texts' | 'files' | 'large-file'
  /** It shows a text that is not public yet: with the look of public pages, and without scripts. */
  isFrame?: true
  /** The fonts that its page surely needs besides those of every page. */
  fonts?: FontUse[]
  /** Its response is streamed, so the router cannot load it as the data of a screen. */
  isStreamed?: true
}
