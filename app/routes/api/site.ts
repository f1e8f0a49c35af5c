import { answerFound, answerRead, answerWith, answerWrites } from '../../features/api/answer.server.ts'
import { refuseApi, refuseAs } from '../../features/api/refuse.ts'
import { withoutUndefined } from '../../features/api/convert.ts'
import { toApiSite, toForm, toSiteErrors } from '../../features/api/convert-sites.ts'
import { removeSite, saveSettings, switchSite } from '../../features/delivery/target-sites/commands.server.ts'
import { siteRefusals } from '../../features/delivery/target-sites/messages.ts'
import { findOwnSite, type OwnSite } from '../../features/delivery/target-sites/queries.server.ts'
import type { SiteSettings } from '../../features/delivery/target-sites/target-sites.ts'
import type { Operator } from '../../features/accounts/accounts.ts'
import { parseSettings } from '../../features/delivery/target-sites/site-form.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'

export const handle: RouteFacts = { access: 'function', right: 'set_up', checksScope: true }

/** Returns one of the account's sites. */
export const loader = answerRead('findSite', async ({ operator, params: { siteId = '' } }) => {
  const site = await findOwnSite(operator, siteId)
  return answerFound('findSite', site && toApiSite(site))
})

/** Changes the site, or removes it. */
export const action = answerWrites({
  changeSite: async ({ operator, params: { siteId = '' }, body: { isActive, ...about } }) => {
    const site = await findOwnSite(operator, siteId)
    if (!site) return refuseApi('not-found')
    const settings = about.name ?? about.description ?? about.groupName ?? about.copyPolicy
    const refused =
      settings === undefined ? undefined : await saveAbout(operator, site, withoutUndefined(about))
    if (refused) return refused
    if (isActive !== undefined) await switchSite(operator, siteId, isActive)
    const changed = await findOwnSite(operator, siteId)
    return answerFound('changeSite', changed && toApiSite(changed))
  },
  removeSite: async ({ operator, params: { siteId = '' } }) => {
    if (!(await findOwnSite(operator, siteId))) return refuseApi('not-found')
    await removeSite(operator, siteId)
    return answerWith('removeSite', undefined)
  },
})

async function saveAbout(operator: Operator, site: OwnSite, about: Partial<SiteSettings>) {
  const { name, description, groupName, copyPolicy } = { ...site, ...about }
  const parsed = parseSettings(toForm({ name, description, groupName, copyPolicy }))
  if (!parsed.ok) return refuseApi('invalid-request', { errors: toSiteErrors(parsed.errors) })
  const saved = await saveSettings(operator, site.id, parsed.value)
  return saved.ok ? undefined : refuseAs(saved, siteRefusals[saved.reason])
}
