import { data, useNavigation } from 'react-router'
import { operatorContext, requireSession } from '../../features/accounts/guard/guard.server.ts'
import { confirmInForm } from '../../features/accounts/sign-in/confirm-in-form.server.ts'
import { addTestedSite, testNewSite } from '../../features/delivery/target-sites/connection.server.ts'
import {
  newSiteFailures,
  siteRefusals,
  toAddressErrors,
} from '../../features/delivery/target-sites/messages.ts'
import { NewSiteView } from '../../features/delivery/target-sites/new-site-view.tsx'
import { parseKind, parseNewSite, readSiteForm } from '../../features/delivery/target-sites/site-form.ts'
import { isLocal, toSiteUrl } from '../../features/delivery/target-sites/target-sites.ts'
import { env } from '../../platform/env.server.ts'
import { readFormText } from '../../shared/text.ts'
import { keepFormOnFailure } from '../../shell/form-failure.tsx'
import type { RouteFacts } from '../../platform/web/route-facts.ts'
import type { Route } from './+types/manage-sites-new'

export const handle: RouteFacts = { access: 'screen', right: 'set_up' }

/** Reads the kind of the new site from the URL; undefined on the first step. */
export const loader = ({ url }: Route.LoaderArgs) => ({
  kind: parseKind(url.searchParams.get('kind')),
  isLocal: isLocal(env.SITE_URL),
})

/** Tests the typed connection, or adds the site and tests it then. */
export async function action({ request, context, url: { searchParams } }: Route.ActionArgs) {
  const kind = parseKind(searchParams.get('kind'))
  if (!kind) return null
  const form = await request.formData()
  const typed = readSiteForm(form)
  const parsed = parseNewSite(form, kind, env.SITE_URL)
  if (!parsed.ok) return data({ typed, errors: parsed.errors }, { status: 400 })
  const site = parsed.value
  if (readFormText(form, 'intent') === 'test')
    return { typed, test: await testNewSite(context.get(operatorContext), site) }
  const { session, headers, why } = await confirmInForm(requireSession(context), form)
  const added = await addTestedSite(session, site)
  if (!added.ok && added.reason === 'not-fresh') return data({ typed, why }, { status: 403, headers })
  if (!added.ok) {
    const { reason } = added
    const refused = { typed, error: siteRefusals[reason], errors: toAddressErrors(reason) }
    return data(refused, { status: 409, headers })
  }
  const { id, secret, test } = added
  const url = toSiteUrl(site, env.SITE_URL)
  return data({ added: { id, name: site.name, kind, url, secret, test } }, { headers })
}

export const clientMiddleware = [keepFormOnFailure(newSiteFailures)]

export const meta = () => [{ title: 'Add a site' }]

export default function NewSite({ loaderData, actionData }: Route.ComponentProps) {
  const sent = useNavigation().formData?.get('intent')
  const busy = typeof sent === 'string' ? sent : undefined
  return <NewSiteView {...loaderData} {...actionData} busy={busy} />
}
