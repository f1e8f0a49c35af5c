import { data, redirect, useNavigation } from 'react-router'
import { validate as isUuid } from 'uuid'
import { operatorContext, requireSession } from '../../features/accounts/guard/guard.server.ts'
import { confirmInForm } from '../../features/accounts/sign-in/confirm-in-form.server.ts'
import type { Session } from '../../features/accounts/sign-in/queries.server.ts'
import { removeSite, saveSettings, switchSite } from '../../features/delivery/target-sites/commands.server.ts'
import {
  addSecret,
  connectSite,
  retireSecret,
  testSite,
} from '../../features/delivery/target-sites/connection.server.ts'
import * as messages from '../../features/delivery/target-sites/messages.ts'
import { findOwnSite, type OwnSite } from '../../features/delivery/target-sites/queries.server.ts'
import {
  parseConnection,
  parseSettings,
  readSiteForm,
} from '../../features/delivery/target-sites/site-form.ts'
import { type SiteOutcome, SiteView } from '../../features/delivery/target-sites/site-view.tsx'
import { isLocal, type SiteRefusal } from '../../features/delivery/target-sites/target-sites.ts'
import { env } from '../../platform/env.server.ts'
import { readFormText } from '../../shared/text.ts'
import { keepFormOnFailure } from '../../shell/form-failure.tsx'
import { notFound } from '../../shell/not-found.tsx'
import type { RouteFacts } from '../../platform/web/route-facts.ts'
import type { Route } from './+types/manage-site'

export const handle: RouteFacts = { access: 'screen', right: 'set_up' }

/** Returns one own site; 404 for a site of another account and a shared one. */
export async function loader({ params, context, url }: Route.LoaderArgs) {
  const { siteId } = params
  const site = isUuid(siteId) ? await findOwnSite(context.get(operatorContext), siteId) : undefined
  if (!site) throw notFound('site')
  return { site, isLocal: isLocal(env.SITE_URL), isRemoving: url.searchParams.has('remove') }
}

/** Removes the site, or does what its form intends and returns the outcome. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const { operator } = requireSession(context)
  const site = isUuid(params.siteId) ? await findOwnSite(operator, params.siteId) : undefined
  if (!site) throw notFound('site')
  const form = await request.formData()
  const intent = readFormText(form, 'intent')
  if (intent === 'remove') {
    await removeSite(operator, site.id)
    throw redirect('/manage-sites?removed=1')
  }
  const { session, headers, why } = await confirmInForm(requireSession(context), form)
  const { isStale = false, ...outcome } = await runIntent(session, site, form)
  const status = isStale ? 403 : toStatus(outcome)
  return data({ intent, ...outcome, ...(isStale && { why }) }, { status, headers })
}

type Outcome = Omit<SiteOutcome, 'intent' | 'why'> & { isStale?: boolean }

function runIntent(session: Session, site: OwnSite, form: FormData): Promise<Outcome> {
  const { operator } = session
  switch (readFormText(form, 'intent')) {
    case 'save':
      return save(session, site, form)
    case 'connect':
    case 'test':
      return connect(session, site, form)
    case 'switch-on':
      return switchSite(operator, site.id, true).then(() => ({ done: messages.switchedOn }))
    case 'switch-off':
      return switchSite(operator, site.id, false).then(() => ({ done: messages.switchedOff }))
    case 'test-saved':
      return testSite(operator, site.id).then((test) => ({ ...(test && { test }) }))
    case 'new-secret':
      return addSecret(session, site.id).then((made) =>
        made.ok ? { done: messages.secretMade, secret: made.secret } : toOutcome(made.reason),
      )
    case 'retire-secret':
      return retireSecret(session, site.id).then((retired) =>
        retired.ok ? { done: messages.secretRetired } : toOutcome(retired.reason),
      )
    default:
      return Promise.resolve({})
  }
}

async function save({ operator }: Session, site: OwnSite, form: FormData): Promise<Outcome> {
  const typed = readSiteForm(form)
  const parsed = parseSettings(form)
  if (!parsed.ok) return { typed, errors: parsed.errors }
  const saved = await saveSettings(operator, site.id, parsed.value)
  return saved.ok ? { done: messages.settingsSaved } : { typed, ...toOutcome(saved.reason) }
}

async function connect(session: Session, site: OwnSite, form: FormData): Promise<Outcome> {
  const typed = readSiteForm(form)
  const parsed = parseConnection(form, site.kind, env.SITE_URL)
  if (!parsed.ok) return { typed, errors: parsed.errors }
  if (readFormText(form, 'intent') === 'test') {
    const test = await testSite(session.operator, site.id, parsed.value)
    return { typed, ...(test && { test }) }
  }
  const saved = await connectSite(session, site.id, parsed.value)
  if (!saved.ok) return { typed, errors: messages.toAddressErrors(saved.reason), ...toOutcome(saved.reason) }
  const { test } = saved
  return {
    done: site.kind === 'hosted' ? messages.addressSaved : messages.connectionSaved,
    ...(test && { test }),
  }
}

const toOutcome = (reason: SiteRefusal): Outcome =>
  reason === 'not-fresh' ? { isStale: true } : { error: messages.siteRefusals[reason] }

function toStatus({ errors, error }: Outcome): number {
  if (error) return 409
  return errors ? 400 : 200
}

export const clientMiddleware = [keepFormOnFailure(messages.siteFailures)]

export const meta: Route.MetaFunction = ({ loaderData }) => [{ title: loaderData?.site.name ?? 'Sites' }]

export default function ManageSite({ loaderData, actionData }: Route.ComponentProps) {
  const { site, ...screen } = loaderData
  const sent = useNavigation().formData?.get('intent')
  const busy = typeof sent === 'string' ? sent : undefined
  return <SiteView site={site} {...screen} outcome={actionData ?? undefined} busy={busy} />
}
