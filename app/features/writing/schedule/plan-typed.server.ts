import { readFormText } from '../../../shared/text.ts'
import type { Operator } from '../../accounts/accounts.ts'
import { readDraftForm } from '../drafts/drafts.ts'
import { ARTICLES_PATH } from '../writing.ts'
import { makePlan } from './commands.server.ts'
import type { PlanRefusal } from './schedule.ts'
import { findClockChange, toMomentIn } from './time-zones.server.ts'
import { refuse, type Refusal } from '../../../shared/refusal.ts'

/**
 * Plans the text of a form, which is saved already, for its sites and its time. Returns the path of the article's form,
 * or a refusal.
 */
export async function planTyped(
  operator: Operator,
  id: string,
  { form, timeZone }: { form: FormData; timeZone: string },
): Promise<{ ok: true; path: string } | Refusal<PlanRefusal>> {
  const { siteIds, generateVariations: varies } = readDraftForm(form)
  const local = readFormText(form, 'dueAt')
  const dueAt = toMomentIn(timeZone, local)
  if (!dueAt) return refuse('wrong-time')
  const planned = await makePlan(operator, id, { kind: 'publish', dueAt, siteIds, varies })
  if (!planned.ok) return planned
  const asked = findClockChange(timeZone, local) ? `&asked=${local}` : ''
  return { ok: true, path: `${ARTICLES_PATH}/${planned.articleId}?done=planned${asked}` }
}
