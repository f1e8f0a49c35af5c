import type { BlogPost } from '../../../db/tables.ts'
import type { Transaction } from '../../../platform/store/database.server.ts'
import { asAccount, readAs } from '../../../platform/own-rows.server.ts'
import { write } from '../../../platform/web/page-invalidation.server.ts'
import { DeadlineError } from '../../../platform/work/worker-pool.server.ts'
import type { Operator } from '../../accounts/accounts.ts'
import { renderText } from '../../articles/commands.server.ts'
import type { RenderedMarkdown } from '../../articles/markdown/markdown.ts'
import { namesPicture, replacePicture } from '../../articles/pictures/pictures.ts'
import { defineRun, executeItemOnce } from '../../runs/commands.server.ts'
import { findRun } from '../../runs/queries.server.ts'
import { deliver } from '../../delivery/deliveries/commands.server.ts'
import { rewriteDraft } from '../../writing/drafts/commands.server.ts'
import { rewriteArticle } from '../../writing/publish/commands.server.ts'
import { lockOwnArticle, selectOwnArticle } from '../../writing/publish/queries.server.ts'
import { REPLACE_RUN, type Replacement, replacement, type ReplaceOutcome, replaceResult } from './library.ts'

const SIDE_BY_SIDE = 10

/**
 * Replaces a picture text by text. Each is stored with its working copy, its revision and the jobs that deliver it; then the
 * run makes the first attempts, ten texts at a time.
 */
export const replacementRun = defineRun({
  kind: REPLACE_RUN,
  input: replacement,
  right: 'organise',
  onError: 'retry', // only the database throws
  sideBySide: 2,
  async prepare({ id, operator, input }) {
    const results = (await findRun(operator, id))?.results ?? []
    const done = new Set(results.map((result) => replaceResult.parse(result).id))
    const left = input.ids.filter((textId) => !done.has(textId))
    const task = { runId: id, operator, input }
    return async () => {
      await Promise.all(left.splice(0, SIDE_BY_SIDE).map((textId) => replaceOne(task, textId)))
      return left.length > 0
    }
  },
})

interface ReplacementTask {
  runId: string
  operator: Operator
  input: Replacement
}

async function replaceOne(task: ReplacementTask, id: string): Promise<void> {
  const { runId, operator } = task
  const prepared = await prepareText(task, id)
  let deliveryIds: string[] = []
  await write((trx) =>
    executeItemOnce(trx, runId, {
      itemId: id,
      async work() {
        const replaced = await asAccount(trx, operator, () => replaceIn(trx, task, { id, prepared }))
        deliveryIds = replaced.deliveryIds ?? []
        const { outcome, hadBoth } = replaced
        return { outcome, result: { id, hadBoth, isChanged: outcome === 'changed' } }
      },
    }),
  )
  await Promise.all(deliveryIds.map((deliveryId) => deliver(deliveryId)))
}

/** A text is rendered before it is locked, so it may have changed since. */
interface Prepared {
  content: string
  canonicalUrl: string | null
  rendered: RenderedMarkdown
}

async function prepareText({ operator, input }: ReplacementTask, id: string): Promise<Prepared | undefined> {
  const article = await readAs(operator, (trx) => selectOwnArticle(trx, operator, id).executeTakeFirst())
  return article && render(operator, replaceText(article, input))
}

async function render(
  operator: Operator,
  text: Pick<BlogPost, 'content' | 'canonicalUrl' | 'lang'>,
): Promise<Prepared | undefined> {
  const { content, canonicalUrl } = text
  try {
    return { content, canonicalUrl, rendered: await renderText(text, operator.id) }
  } catch (error) {
    if (error instanceof DeadlineError) return undefined
    throw error
  }
}

interface Replaced {
  outcome: ReplaceOutcome
  hadBoth?: boolean
  deliveryIds?: string[]
}

async function replaceIn(
  trx: Transaction,
  task: ReplacementTask,
  { id, prepared }: Ready,
): Promise<Replaced> {
  const { operator, input } = task
  if (input.leftOut.includes(id)) return { outcome: 'refused' }
  const article = await lockOwnArticle(trx, operator, id)
  if (article) return replaceInArticle(trx, task, { article, prepared })
  const draft = await rewriteDraft(trx, operator, { id, rewrite: (text) => replaceText(text, input) })
  return draft ? { outcome: 'changed', hadBoth: showsBoth([draft.text], input) } : { outcome: 'unchanged' }
}

/** The id of a text, and its rendering if it belongs to an article. */
interface Ready {
  id: string
  prepared: Prepared | undefined
}

async function replaceInArticle(
  trx: Transaction,
  { operator, input }: ReplacementTask,
  { article, prepared }: { article: BlogPost; prepared: Prepared | undefined },
): Promise<Replaced> {
  const rewrite = <Text extends { content: string; cover: string | null }>(text: Text) =>
    replaceText(text, input)
  const fitting = isOf(prepared, rewrite(article)) ? prepared : await render(operator, rewrite(article))
  if (!fitting) return { outcome: 'refused' }
  const { rendered } = fitting
  const { isChanged, draft, planned, deliveryIds } = await rewriteArticle(trx, operator, {
    article,
    rewrite,
    rendered,
    cause: 'picture',
    updatedAt: new Date(),
  })
  const hadBoth = showsBoth([article, ...(draft ? [draft.text] : []), ...planned], input)
  const outcome = isChanged || draft || planned.length > 0 ? 'changed' : 'unchanged'
  return { outcome, hadBoth, deliveryIds }
}

const isOf = (prepared: Prepared | undefined, { content, canonicalUrl }: BlogPost) =>
  prepared?.content === content && prepared.canonicalUrl === canonicalUrl

function replaceText<Text extends { content: string; cover: string | null }>(
  text: Text,
  { from, to }: Replacement,
): Text {
  const content = replacePicture(text.content, from.id, to)
  return { ...text, content, cover: text.cover && replacePicture(text.cover, from.id, to) }
}

const showsBoth = (texts: { content: string; cover: string | null }[], { to }: Replacement): boolean =>
  texts.some(({ content, cover }) => namesPicture(`${content} ${cover ?? ''}`, to.id))
