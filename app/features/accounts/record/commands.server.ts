import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Database } from '../../../platform/store/database.server.ts'
import { findWork } from '../../../platform/current-work.server.ts'
import { db } from '../../../platform/store/database.server.ts'
import { type Operator, toPersonId } from '../accounts.ts'
import type { Act } from './record.ts'

const LONGEST = 200

/**
 * Adds a line to the record of the operator's account, in the caller's transaction: what was done, and the title, the name
 * or the address that it was about. Lines are never changed.
 */
export async function note(
  trx: Database,
  operator: Operator,
  [act, about]: [Act, about?: string | null],
): Promise<void> {
  await trx
    .insertInto('recordLines')
    .values({
      id: uuidv7(),
      accountId: operator.id,
      personId: toPersonId(operator),
      who: operator.name || operator.email,
      act,
      about: about?.slice(0, LONGEST) ?? null,
      address: findWork()?.address ?? null,
    })
    .execute()
}

/** Deletes lines that are older than a year. */
export async function pruneRecord(): Promise<void> {
  await db
    .deleteFrom('recordLines')
    .where('at', '<', sql<Date>`now() - interval '1 year'`)
    .execute()
}
