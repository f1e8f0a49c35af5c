import { refuseApi } from '../../features/api/refuse.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'

export const handle: RouteFacts = { access: 'function', right: 'write', checksScope: true }

/** Answers addresses that the API does not have. */
export const loader = () => refuseApi('not-found')
export const action = loader
