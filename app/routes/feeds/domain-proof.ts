import { pageTag } from '../../features/articles/articles.ts'
import { answerFile, answerNoFile } from '../../features/feeds/answers.server.ts'
import { toProof } from '../../features/landing-domains/queries.server.ts'
import { siteContext } from '../../platform/request-context.server.ts'
import type { Route } from './+types/domain-proof'

/** By it this installation finds out whether a host name leads to it. */
export function loader({ context }: Route.LoaderArgs) {
  const site = context.get(siteContext)
  if (!site.isMain && !site.landingAccountId) return answerNoFile() // no landing page is shown there
  const proof = toProof(new URL(site.origin).hostname)
  return answerFile(`${proof}\n`, { type: 'text/plain', tags: [pageTag.site(site.id)] })
}
