import type { Transaction } from '../../platform/database.server.ts'
import { lockHostNames } from '../landing-domains/commands.server.ts'
import { isDomain } from '../landing-domains/queries.server.ts'

/**
 * Whether a site may have its address: a hosted one not at the domain of an account (decision 29). Nobody saves its host
 * as a domain until the transaction ends. Ask before you lock the account's row, in the order of those who save domains.
 */
export async function reserveHost(
  trx: Transaction,
  { kind, url }: { kind: string; url: string },
): Promise<boolean> {
  if (kind !== 'hosted') return true
  await lockHostNames(trx)
  return !(await isDomain(trx, new URL(url).hostname))
}
