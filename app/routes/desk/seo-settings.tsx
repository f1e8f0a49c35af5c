import { data, useNavigation } from 'react-router'
import { isOfOtherAccount } from '../../features/accounts/accounts.ts'
import { operatorContext } from '../../features/accounts/guard/guard.server.ts'
import { otherAccount } from '../../features/accounts/guard/messages.ts'
import { findDomainState } from '../../features/local-seo/domains/queries.server.ts'
import { saveSettings } from '../../features/local-seo/settings/commands.server.ts'
import * as messages from '../../features/local-seo/settings/messages.ts'
import { isSiteOwner } from '../../features/accounts/sign-in/queries.server.ts'
import { findSettings } from '../../features/local-seo/settings/queries.server.ts'
import {
  chooseTab,
  NO_SETTINGS,
  parseSettings,
  readTypedSettings,
} from '../../features/local-seo/settings/settings.ts'
import { SettingsView } from '../../features/local-seo/settings/settings-view.tsx'
import { siteContext } from '../../platform/web/request-context.server.ts'
import { readFormText } from '../../shared/text.ts'
import { keepFormOnFailure } from '../../shell/form-failure.tsx'
import { useAccountId } from '../../shell/use-account-id.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'
import type { Route } from './+types/seo-settings'

export const handle: RouteFacts = { access: 'screen', right: 'set_up' }

/** Returns the account's settings, the state of its domain, and the tab to open. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const operator = context.get(operatorContext)
  const { name, mainOrigin } = context.get(siteContext)
  return {
    settings: (await findSettings(operator)) ?? NO_SETTINGS,
    isOwner: await isSiteOwner(operator),
    domainState: await findDomainState(operator),
    site: { name, host: new URL(mainOrigin).host },
    tab: chooseTab(url.searchParams.get('tab')),
  }
}

/** Saves all tabs together. After an error a tab with a refused field opens. */
export async function action({ request, context }: Route.ActionArgs) {
  const operator = context.get(operatorContext)
  const form = await request.formData()
  const typed = readTypedSettings(form)
  if (isOfOtherAccount(operator, form)) {
    const sent = { tab: chooseTab(readFormText(form, 'tab')), accountId: readFormText(form, 'accountId') }
    return data({ ...sent, typed, failure: otherAccount }, { status: 409 })
  }
  const parsed = parseSettings(typed)
  const tab = chooseTab(readFormText(form, 'tab'), parsed.ok ? {} : parsed.errors)
  if (!parsed.ok) {
    return data({ tab, typed, errors: parsed.errors, failure: messages.correctMarked }, { status: 400 })
  }
  const saved = await saveSettings(operator, parsed.settings)
  if (saved.ok) return { tab, isSaved: true }
  if (saved.reason === 'not-stored') return data({ tab, typed, failure: messages.notStored }, { status: 503 })
  const errors = { siteDomain: messages.domainRefusals[saved.reason] }
  return data(
    { tab: chooseTab(tab, errors), typed, errors, failure: messages.correctMarked },
    { status: 409 },
  )
}

export const clientMiddleware = [keepFormOnFailure(messages.settingsFailed)]

export const meta = () => [{ title: 'SEO settings' }]

export default function SeoSettings({ loaderData, actionData }: Route.ComponentProps) {
  const busy = useNavigation().formMethod === 'POST'
  return <SettingsView key={useAccountId()} {...loaderData} {...actionData} busy={busy} />
}
