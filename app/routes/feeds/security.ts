import { answerFile, answerNoFile } from '../../features/site/feeds/answers.server.ts'
import { toSecurityText } from '../../features/site/feeds/security.ts'
import { env } from '../../platform/env.server.ts'
import { siteContext } from '../../platform/web/request-context.server.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'
import type { Route } from './+types/security'

export const handle: RouteFacts = { access: 'public', isOnDomains: true }

/** Answers with the contacts for reports of weaknesses, the same on all hosts except for the file's own URL. */
export function loader({ context }: Route.LoaderArgs) {
  const { SECURITY_CONTACT: contacts, SECURITY_POLICY: policy } = env
  if (!contacts) return answerNoFile()
  const text = toSecurityText(context.get(siteContext).origin, { contacts, policy, now: new Date() })
  return answerFile(text, { type: 'text/plain', tags: [] }) // not cached: it expires without a write
}
