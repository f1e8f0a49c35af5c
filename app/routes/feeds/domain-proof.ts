import { pageTag } from '../../features/articles/articles.ts'
import { answerFile, answerNoFile } from '../../features/site/feeds/answers.server.ts'
import { toProof } from '../../features/local-seo/domains/queries.server.ts'
import { siteContext } from '../../platform/web/request-context.server.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'
import type { Route } from './+types/domain-proof'

export const handle: RouteFacts = { access: 'public', isOnDomains: true }

/** Answers with a proof by which this installation checks that a host name leads to it. */
export function loader({ context }: Route.LoaderArgs) {
  const site = context.get(siteContext)
  if (!site.isMain && !site.landingAccountId) return answerNoFile() // hosted sites show no landing pages
  const proof = toProof(new URL(site.origin).hostname)
  return answerFile(`${proof}\n`, { type: 'text/plain', tags: [pageTag.site(site.id)] })
}
