import type { Transaction } from '../../../platform/store/database.server.ts'
import { requireRight, writeAs } from '../../../platform/own-rows.server.ts'
import { isRefusal, refuse } from '../../../shared/refusal.ts'
import type { Operator } from '../../accounts/accounts.ts'
import { note } from '../../accounts/record/commands.server.ts'
import { deliver, orderAgain } from '../../delivery/deliveries/commands.server.ts'
import { approveIn } from '../../delivery/variations/commands.server.ts'
import { hashSource } from '../../delivery/variations/queries.server.ts'
import { withinCallLimit } from '../../runs/commands.server.ts'
import { insertApprovals } from '../approval/commands.server.ts'
import { approveAs } from '../approval/queries.server.ts'
import { lockOwnArticle } from '../publish/queries.server.ts'
import type { NotReviewed } from './messages.ts'

/** A variation that a model wrote: its article, its site, and the number that the reviewer saw. */
interface SeenVariation {
  articleId: string
  siteId: string
  number: number
}

/** Approves a variation that a model wrote, and delivers it to its site. Refused if another one is stored by now. */
export async function approveVariation(
  operator: Operator,
  seen: SeenVariation,
): Promise<NotReviewed | undefined> {
  requireRight(operator, 'review')
  const { articleId, siteId } = seen
  const done = await writeAs(operator, async (trx) => {
    const article = await lockOwnArticle(trx, operator, articleId)
    if (!article) return refuse('gone')
    if ((await findNumber(trx, seen)) !== seen.number) return refuse('changed-meanwhile')
    const order = { articleId, siteId, sourceHash: hashSource(article) }
    if (!(await approveIn(trx, order))) return refuse('changed-meanwhile')
    const approved = await trx
      .selectFrom('revisions')
      .select(['id', 'userId'])
      .where('articleId', '=', articleId)
      .where('siteId', '=', siteId)
      .where('number', '=', seen.number)
      .execute()
    await insertApprovals(trx, approved, approveAs(operator))
    await note(trx, operator, ['approved', article.title])
    return { deliveryIds: await orderAgain(trx, order) }
  })
  if (isRefusal(done)) return done
  await withinCallLimit(Promise.all(done.deliveryIds.map((id) => deliver(id))))
  return undefined
}

async function findNumber(trx: Transaction, { articleId, siteId }: SeenVariation): Promise<number> {
  const row = await trx
    .selectFrom('revisions')
    .select((max) => max.fn.max('number').as('number'))
    .where('articleId', '=', articleId)
    .where('siteId', '=', siteId)
    .executeTakeFirst()
  return row?.number ?? 0
}
