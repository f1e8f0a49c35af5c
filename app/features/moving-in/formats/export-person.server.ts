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

/** The lines about a person in the records of other accounts, as a list of the export. */
export const ACTS_ELSEWHERE = {
  name: 'record-of-other-accounts',
  listIds: (trx: Transaction, operator: Operator) =>
    asInstallation(trx, () => selectActsElsewhere(trx, operator).select('id').orderBy('id').execute()),
  listRows: (trx: Transaction, operator: Operator, ids: string[]) =>
    asInstallation(trx, () =>
      selectActsElsewhere(trx, operator)
        .select(['accountId', 'at', 'act', 'address'])
        .where('id', 'in', ids)
        .orderBy('id')
        .execute(),
    ),
}

// Without what they were about: titles of other accounts are those accounts'.
const selectActsElsewhere = (trx: Transaction, { id }: Operator) =>
  trx.selectFrom('recordLines').where('personId', '=', id).where('accountId', '!=', id)
