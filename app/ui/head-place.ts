import { createContext, type ReactNode } from 'react'

/** What stands in place of the tags of a route's `meta`. Undefined unless the server writes these tags itself. */
export const HeadPlaceContext = createContext<ReactNode>(undefined)
