import { data } from 'react-router'
import { validate as isUuid } from 'uuid'
import type { Operator } from '../../features/accounts/accounts.ts'
import { operatorContext } from '../../features/accounts/guard/guard.server.ts'
import { ArticlePreview } from '../../features/site/pages/article-preview.tsx'
import { previewRefusals } from '../../features/writing/preview/messages.ts'
import { PREVIEW_POLICY } from '../../features/writing/preview/preview-policy.ts'
import { type PreviewSite, previewText } from '../../features/writing/preview/preview.server.ts'
import { findKnown, findPreviewSite } from '../../features/writing/publish/queries.server.ts'
import { type DraftFormValues, readDraftForm } from '../../features/writing/drafts/drafts.ts'
import { readFormText } from '../../shared/text.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'
import type { Route } from './+types/preview'

export const handle: RouteFacts = { access: 'screen', right: 'write', isFrame: true }

// The publish screen frames this page.
export const headers = () => ({ 'content-security-policy': PREVIEW_POLICY })

export const meta = () => [{ title: 'Preview' }]

/**
 * Returns the article in the publish form as readers will see it, or the reason why it cannot be shown; stores nothing.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData()
  const typed = readDraftForm(form)
  const operator = context.get(operatorContext)
  const known = isUuid(typed.draftId) ? await findShown(operator, typed.draftId) : undefined
  const site = await findSite(operator, typed, readFormText(form, 'previewSite'))
  const preview = await previewText(operator, typed, { known, site })
  if (preview.ok)
    return data({ article: preview.article, site: site && toMasthead(site), problem: undefined })
  const { status, message } = previewRefusals[preview.reason]
  return data({ article: undefined, site: undefined, problem: message }, { status })
}

// The cover of a draft is drawn as that of the article that it becomes.
const findShown = async (operator: Operator, id: string) => (await findKnown(operator, id)) ?? { id }

// Without the switch a site gets the text as it is.
async function findSite(
  operator: Operator,
  { draftId, generateVariations }: DraftFormValues,
  siteId: string,
) {
  if (!isUuid(siteId) || !isUuid(draftId)) return undefined
  const site = await findPreviewSite(operator, { siteId, articleId: draftId })
  return generateVariations ? site : site && { ...site, variation: undefined }
}

const toMasthead = ({ name, url, variation }: PreviewSite) => ({
  name,
  url,
  isVaried: variation !== undefined,
})

/** The frame of a preview, and its content (see `use-preview.ts`). */
export default function Preview({ actionData }: Route.ComponentProps) {
  if (actionData?.problem) return <p data-refusal>{actionData.problem}</p>
  return <ArticlePreview article={actionData?.article} site={actionData?.site} />
}
