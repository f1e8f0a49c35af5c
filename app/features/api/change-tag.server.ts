import type { Refusal } from '../../shared/refusal.ts'
import { isRefusal, refuse } from '../../shared/refusal.ts'
import type { Operator } from '../accounts/accounts.ts'
import { toTagKey } from '../articles/articles.ts'
import type { ChangeRefusal } from '../newsroom/board/board.ts'
import { findChange } from '../newsroom/board/commands.server.ts'
import { saveTag } from '../newsroom/tags/commands.server.ts'
import { findTag } from '../newsroom/tags/queries.server.ts'
import type { Tag, TagRefusal } from '../newsroom/tags/tags.ts'

interface Wish {
  name?: string | undefined
  description?: string | undefined
  merge?: boolean | undefined
  workId: string
}

type TagChanged =
  | { ok: true; tag: Tag | undefined; runId: string | null }
  | TagRefusal
  | Refusal<'not-renamed', { because: ChangeRefusal['reason'] }>

/**
 * Describes or renames a tag: what is left out stays. Returns it with the run that renames it. A request that arrives again
 * after a crash finds that run.
 */
export async function changeTag(operator: Operator, key: string, wish: Wish): Promise<TagChanged> {
  const { workId } = wish
  if (await findChange(operator, workId)) return toChanged(operator, wish.name ?? '', workId)
  const tag = await findTag(operator, key)
  if (!tag) return refuse('tag-unknown')
  const { name = tag.name, description = tag.description } = wish
  const mergeWith = wish.merge ? toTagKey(name) : ''
  const saved = await saveTag(operator, key, { name, description, mergeWith, newRunId: workId })
  if (!saved.ok) return saved
  const { renamed } = saved
  if (isRefusal(renamed)) return refuse('not-renamed', { because: renamed.reason })
  return toChanged(operator, name, renamed?.runId)
}

const toChanged = async (operator: Operator, name: string, runId: string | undefined) => ({
  ok: true as const,
  tag: await findTag(operator, toTagKey(name)),
  runId: runId ?? null,
})

/** Returns a tag as the API answers with it. */
export const toApiTag = ({ name, articles, description }: Tag) => ({ name, articles, description })
