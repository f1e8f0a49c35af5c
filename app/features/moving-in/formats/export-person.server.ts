import type { Transaction } from '../../../platform/store/database.server.ts'
import { asInstallation, isOwn } from '../../../platform/own-rows.server.ts'
import type { Operator } from '../../accounts/accounts.ts'

/**
 * Returns the sessions and factors of a person, the accounts of others that the person acts for, and the companies whose
 * providers know the person.
 */
export async function findPersonalFacts(trx: Transaction, operator: Operator) {
  const sessions = trx
    .selectFrom('sessions')
    .select(['kind', 'name', 'ipAddress', 'userAgent', 'createdAt', 'lastSeenAt'])
    .where(isOwn(operator, 'userId'))
  const factors = trx
    .selectFrom('factors')
    .select(['factorType', 'friendlyName', 'status', 'phone', 'createdAt', 'lastUsedAt'])
    .where(isOwn(operator, 'userId'))
  const memberOf = trx
    .selectFrom('members')
    .select(['accountId', 'role', 'siteIds', 'since', 'endedAt'])
    .where(isOwn(operator, 'personId'))
  const companies = trx
    .selectFrom('signInIdentities')
    .innerJoin('signInProviders', 'signInProviders.id', 'providerId')
    .select(['providerId as accountId', 'issuer', 'subject', 'linkedAt'])
    .where(isOwn(operator, 'personId'))
  return {
    sessions: await sessions.execute(),
    factors: await factors.execute(),
    ...(await asInstallation(trx, async () => ({
      memberOf: await memberOf.execute(),
      companies: await companies.execute(),
    }))),
  }
}

const selectActs = (trx: Transaction, { id }: Operator) =>
  trx.selectFrom('recordLines').where('personId', '=', id).where('accountId', '!=', id).orderBy('id')

const selectNotes = (trx: Transaction, { id }: Operator) =>
  trx.selectFrom('reviewNotes').where('madeBy', '=', id).where('userId', '!=', id).orderBy('id')

/** What other accounts know of a person, as lists of the export. Titles and texts of other accounts are theirs. */
export const OF_OTHER_ACCOUNTS = [
  {
    name: 'record-of-other-accounts',
    listIds: (trx: Transaction, operator: Operator) =>
      asInstallation(trx, () => selectActs(trx, operator).select('id').execute()),
    listRows: (trx: Transaction, operator: Operator, ids: string[]) =>
      asInstallation(trx, () =>
        selectActs(trx, operator)
          .select(['accountId', 'at', 'act', 'address'])
          .where('id', 'in', ids)
          .execute(),
      ),
  },
  {
    name: 'notes-in-other-accounts',
    listIds: (trx: Transaction, operator: Operator) =>
      asInstallation(trx, () => selectNotes(trx, operator).select('id').execute()),
    listRows: (trx: Transaction, operator: Operator, ids: string[]) =>
      asInstallation(trx, () =>
        selectNotes(trx, operator)
          .select(['userId as accountId', 'madeAt', 'body'])
          .where('id', 'in', ids)
          .execute(),
      ),
  },
]
