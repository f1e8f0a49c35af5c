import { isOwn, readAs } from '../../../platform/own-rows.server.ts'
import type { Operator } from '../../accounts/accounts.ts'
import { type ImportRecord, parseRecord } from '../formats/formats.ts'

/** Returns an article that was found in the operator's file and is not imported yet; undefined if there is none. */
export async function readFound(operator: Operator, position: number): Promise<ImportRecord | undefined> {
  const row = await readAs(operator, (trx) =>
    trx
      .selectFrom('importRecords')
      .innerJoin('imports', 'imports.id', 'importId')
      .select('record')
      .where(isOwn(operator, 'imports.userId'))
      .where('imports.state', 'in', ['read', 'stopped'])
      .where('position', '=', position)
      .where('record', 'is not', null)
      .executeTakeFirst(),
  )
  const parsed = row && parseRecord(row.record)
  return parsed?.ok ? parsed.record : undefined
}
