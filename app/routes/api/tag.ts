import { answerFound, answerRead, answerWith, answerWrites } from '../../features/api/answer.server.ts'
import { refuseAs } from '../../features/api/refuse.ts'
import { changeTag, toApiTag } from '../../features/api/change-tag.server.ts'
import { toTagKey } from '../../features/articles/articles.ts'
import { changeRefusals } from '../../features/newsroom/board/messages.ts'
import { tagRefusals } from '../../features/newsroom/tags/messages.ts'
import { findTag } from '../../features/newsroom/tags/queries.server.ts'
import type { RouteFacts } from '../../platform/web/route-facts.ts'

export const handle: RouteFacts = { access: 'function', right: 'organise', checksScope: true }

/** Returns a tag of the account's articles. */
export const loader = answerRead('findTag', async ({ operator, params }) => {
  const tag = await findTag(operator, toTagKey(params.tag ?? ''))
  return answerFound('findTag', tag && toApiTag(tag))
})

/** Describes or renames the tag. */
export const action = answerWrites({
  changeTag: async ({ operator, params, body, workId }) => {
    const changed = await changeTag(operator, toTagKey(params.tag ?? ''), { ...body, workId })
    if (changed.ok) {
      const { tag, runId } = changed
      return answerWith('changeTag', { tag: tag ? toApiTag(tag) : null, runId })
    }
    return changed.reason === 'not-renamed'
      ? refuseAs({ ok: false, reason: changed.because }, changeRefusals[changed.because])
      : refuseAs(changed, tagRefusals[changed.reason])
  },
})
