import monoFont from '@fontsource-variable/jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2?url'
import { data, redirect, useLocation, useNavigation, useSearchParams } from 'react-router'
import { isOfOtherAccount } from '../../features/accounts/accounts.ts'
import { operatorContext } from '../../features/accounts/guard/guard.server.ts'
import { otherAccount } from '../../features/accounts/guard/messages.ts'
import {
  checkTemplate,
  removeTemplate,
  saveTemplate,
} from '../../features/local-seo/landing-pages/commands.server.ts'
import { TEMPLATE_PATH } from '../../features/local-seo/landing-pages/landing-pages.ts'
import { noPreview, templateFailures } from '../../features/local-seo/landing-pages/messages.ts'
import { previewPage } from '../../features/local-seo/landing-pages/preview-page.server.ts'
import { findLandingTemplate } from '../../features/local-seo/landing-pages/queries.server.ts'
import { BELOW_GATE } from '../../features/local-seo/landing-pages/landing-pages.ts'
import type { LandingTemplate } from '../../features/local-seo/landing-pages/template.ts'
import { TemplateView } from '../../features/local-seo/landing-pages/template-view.tsx'
import { preloadFont } from '../../shared/preload.ts'
import { readFormText } from '../../shared/text.ts'
import { keepFormOnFailure } from '../../shell/form-failure.tsx'
import type { RouteFacts } from '../../platform/web/route-facts.ts'
import type { Route } from './+types/landing-pages-template'

export const handle: RouteFacts = { access: 'screen', right: 'promote' }

/** Returns the account's own template, or that of the product. */
export const loader = ({ context }: Route.LoaderArgs) => findLandingTemplate(context.get(operatorContext))

/** Saves a template, previews it without saving, also while it is written (`live`), or goes back to that of the product. */
export async function action({ request, context }: Route.ActionArgs) {
  const operator = context.get(operatorContext)
  const form = await request.formData()
  const intent = readFormText(form, 'intent')
  const isStored = intent === 'save' || intent === 'reset'
  if (isStored && isOfOtherAccount(operator, form)) {
    const sent = { template: readTemplate(form), accountId: readFormText(form, 'accountId') }
    return data({ ...UNTOUCHED, ...sent, failure: otherAccount }, { status: 409 })
  }
  if (intent === 'reset') {
    await removeTemplate(operator)
    return redirect(`${TEMPLATE_PATH}?original`)
  }
  const template = readTemplate(form)
  const faults = await (intent === 'save' ? saveTemplate : checkTemplate)(operator, template)
  if (Object.keys(faults).length > 0)
    return data(
      { template, faults, unavailableReason: undefined, preview: undefined },
      { status: intent === 'live' ? 200 : 400 },
    )
  if (intent === 'save') return redirect(`${TEMPLATE_PATH}?saved`)
  const preview = await previewPage(operator, template)
  return data({ template, faults, preview, unavailableReason: preview ? undefined : noPreview })
}

const readTemplate = (form: FormData): LandingTemplate => ({
  title: readFormText(form, 'title').trim(),
  description: readFormText(form, 'description').trim(),
  body: readFormText(form, 'body'),
  belowGate: BELOW_GATE.find((value) => value === form.get('belowGate')) ?? 'unpublished',
})

/** The font of the texts, which are there at once. */
export const links = () => [preloadFont(monoFont)]

export const clientMiddleware = [keepFormOnFailure(templateFailures)]

export const meta = () => [{ title: 'Landing page template' }]

const UNTOUCHED = { faults: {}, preview: undefined, unavailableReason: undefined }

export default function LandingPagesTemplate({ loaderData, actionData }: Route.ComponentProps) {
  const [search] = useSearchParams()
  const { key } = useLocation()
  const { state, formData } = useNavigation()
  const shown = actionData ?? { ...UNTOUCHED, template: loaderData }
  const isDone = search.size > 0 && !actionData // each redirect to this screen shows a new form
  const busy = state !== 'idle' && formData?.get('intent') === 'save'
  return (
    <TemplateView
      key={isDone ? key : ''}
      {...shown}
      isSaved={isDone && search.has('saved') && !busy}
      busy={busy}
    />
  )
}
