import { data, useNavigation } from 'react-router'
import { operatorContext } from '../../features/accounts/guard/guard.server.ts'
import { toTagKey } from '../../features/articles/articles.ts'
import type { ChangeRefusal, ChangeSummary } from '../../features/newsroom/board/board.ts'
import { undoChange } from '../../features/newsroom/board/commands.server.ts'
import { changeRefusals, toChangeMessage } from '../../features/newsroom/board/messages.ts'
import { LatestChange } from '../../features/newsroom/board/latest-change.tsx'
import { findLatestChange } from '../../features/newsroom/board/queries.server.ts'
import { saveTag } from '../../features/newsroom/tags/commands.server.ts'
import { tagFailures, tagOutcomes, tagRefusals } from '../../features/newsroom/tags/messages.ts'
import { findOpenTag, listTags } from '../../features/newsroom/tags/queries.server.ts'
import { readTag, TAGS_PATH } from '../../features/newsroom/tags/tags.ts'
import { TagsView } from '../../features/newsroom/tags/tags-view.tsx'
import { useOpenRun, useUnansweredRun } from '../../features/runs/use-run.ts'
import { parseFilter, parsePage } from '../../shared/page-list.ts'
import { readFormText } from '../../shared/text.ts'
import { toStorable } from '../../shared/storable.ts'
import { keepFormOnFailure } from '../../shell/form-failure.tsx'
import type { RouteFacts } from '../../platform/web/route-facts.ts'
import type { Route } from './+types/tags'
import { isRefusal } from '../../shared/refusal.ts'

export const handle: RouteFacts = { access: 'screen', right: 'organise' }

/** Lists one page of the tags of own articles; `?tag=KEY` opens the form of one. */
export async function loader({ context, url: { searchParams } }: Route.LoaderArgs) {
  const operator = context.get(operatorContext)
  const query = parseFilter(searchParams.get('q'))
  const key = searchParams.get('tag')
  const change = await findLatestChange(operator)
  const latest = change?.kind === 'rename-tag' ? change : undefined
  const open = key === null ? undefined : await findOpenTag(operator, toTagKey(toStorable(key)))
  return {
    query,
    latest,
    list: await listTags(operator, { query, page: parsePage(searchParams.get('page')) }),
    ...(open && { open }),
    // The address still has a tag that was renamed just now.
    ...(key !== null && !open && !latest && { outcome: unknownTag }),
  }
}

const unknownTag = { title: tagRefusals['tag-unknown'], tone: 'bad' as const }

/** Saves a tag, or undoes that it was renamed. */
export async function action({ request, context }: Route.ActionArgs) {
  const operator = context.get(operatorContext)
  const form = await request.formData()
  const typed = readTag(form)
  if (readFormText(form, 'intent') === 'undo')
    return toAnswer(
      await undoChange(operator, readFormText(form, 'runId'), typed),
      changeRefusals['change-unknown'].title,
    )
  const key = toTagKey(readFormText(form, 'key'))
  const saved = await saveTag(operator, key, typed)
  if (saved.ok) {
    const { renamed } = saved
    const answer =
      renamed === undefined
        ? { outcome: { title: tagOutcomes.saved, tone: 'ok' as const } }
        : toAnswer(renamed, tagOutcomes.notRenamed)
    return { open: undefined, ...answer } // the address still has the tag, but its form is done
  }
  const error = tagRefusals[saved.reason]
  const open = await findOpenTag(operator, key)
  // A question is no failure.
  const taken = saved.reason === 'tag-taken' ? saved.taken : undefined
  const outcome = taken
    ? undefined
    : { title: tagOutcomes.notSaved, description: error, tone: 'bad' as const }
  return data({ open: open && { ...open, typed, error, taken }, outcome }, { status: 400 })
}

function toAnswer(result: ChangeSummary | ChangeRefusal, refused: string) {
  if (isRefusal(result))
    return {
      outcome: {
        title: refused,
        description: changeRefusals[result.reason].description,
        tone: 'bad' as const,
      },
    }
  const undoRunId = (result.counts.changed ?? 0) > 0 ? result.runId : undefined
  return { summary: result, outcome: { ...toChangeMessage(result), undoRunId } }
}

export const clientMiddleware = [keepFormOnFailure(tagFailures)]

export const meta = () => [{ title: 'Tags' }]

export default function Tags({ loaderData, actionData }: Route.ComponentProps) {
  const busy = useNavigation().formMethod === 'POST'
  const { latest, ...loaded } = loaderData
  const { summary = actionData ? undefined : latest, ...shown } = {
    open: undefined,
    outcome: undefined,
    summary: undefined,
    ...loaded,
    ...actionData,
  }
  useUnansweredRun(actionData !== undefined)
  const live = useOpenRun(summary && { id: summary.runId, state: summary.isOver ? 'done' : 'running' }, 1)
  return (
    <TagsView
      {...shown}
      progress={
        summary &&
        !(actionData && summary.isOver) && (
          <LatestChange summary={summary} live={live} busy={busy} path={TAGS_PATH} />
        )
      }
      busy={busy}
    />
  )
}
