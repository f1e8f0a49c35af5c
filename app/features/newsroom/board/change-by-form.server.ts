import { validate as isUuid } from 'uuid'
import { refuse } from '../../../shared/refusal.ts'
import { readFormText, toName } from '../../../shared/text.ts'
import type { Operator } from '../../accounts/accounts.ts'
import { retryDeliveries } from '../../delivery/deliveries/commands.server.ts'
import { findSiteName } from '../../delivery/target-sites/queries.server.ts'
import { articleChange, type BoardFilter, type ChangeRefusal, type ChangeSummary } from './board.ts'
import { changeMany, undoChange } from './commands.server.ts'
import { listSelected } from './queries.server.ts'

/** The outcome of another attempt to deliver an article to one site. */
interface Retried {
  siteName: string
  isUpToDate: boolean
}

/** The outcome of the board's form: a change, a refusal, or what became of a repeated delivery. */
type FormOutcome = ChangeSummary | ChangeRefusal | Retried

/**
 * Makes the change that the board's form asks for: of the selected articles, of all articles that the filter selects, of
 * one article on one site, or the undo of an earlier change.
 */
export async function changeByForm(
  operator: Operator,
  form: FormData,
  filter: BoardFilter,
): Promise<FormOutcome> {
  const changeId = readFormText(form, 'changeId')
  const named: Named = { newRunId: isUuid(changeId) ? changeId : undefined }
  const dot = readFormText(form, 'dot')
  if (dot) return changeDot(operator, dot, named)
  return readFormText(form, 'intent') === 'undo'
    ? undoChange(operator, readFormText(form, 'runId'), named)
    : changeSelected(operator, form, { filter, ...named })
}

interface Named {
  /** The id that the screen gave to the run of this change. */
  newRunId: string | undefined
}

// The value of a site's button: the action, the article and the site.
async function changeDot(operator: Operator, dot: string, named: Named): Promise<FormOutcome> {
  const [kind, articleId = '', siteId = ''] = dot.split(' ')
  if (!isUuid(articleId)) return refuse('change-unknown')
  if (kind === 'redeliver') return retry(operator, articleId, siteId)
  const change = articleChange.safeParse({ kind, siteId })
  return change.success
    ? changeMany(operator, [articleId], { ...change.data, ...named })
    : refuse('change-unknown')
}

async function retry(
  operator: Operator,
  articleId: string,
  siteId: string,
): Promise<Retried | ChangeRefusal> {
  const siteName = isUuid(siteId) ? await findSiteName(operator, siteId) : null
  if (siteName === null) return refuse('change-unknown')
  const unreached = await retryDeliveries(operator, articleId, siteId)
  return unreached === undefined ? refuse('article-unknown') : { siteName, isUpToDate: unreached === 0 }
}

async function changeSelected(
  operator: Operator,
  form: FormData,
  { filter, newRunId }: Named & { filter: BoardFilter },
): Promise<FormOutcome> {
  const [kind, tag] = [readFormText(form, 'intent'), toName(readFormText(form, 'tag'), Infinity)]
  const change = articleChange.safeParse({ kind, tag, siteId: readFormText(form, 'siteId') })
  if (!change.success) return refuse(kind.endsWith('-tag') ? 'tag-wrong' : 'change-unknown')
  if (change.data.kind === 'restore') return refuse('change-unknown')
  if ('tag' in change.data && change.data.tag.includes(',')) return refuse('tag-wrong')
  if (!form.has('every'))
    return changeMany(operator, form.getAll('ids').map(String).filter(isUuid), {
      ...change.data,
      newRunId,
    })
  const ids = await listSelected(operator, filter)
  if (ids.length !== Number(form.get('every'))) return refuse('selection-changed') // it is the number that was shown
  return changeMany(operator, ids, { ...change.data, newRunId })
}
