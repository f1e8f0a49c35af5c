import { sql } from 'kysely'
import { db } from '../../../platform/store/database.server.ts'
import { isOwn, readAs } from '../../../platform/own-rows.server.ts'
import { unseal } from '../../../platform/seal.server.ts'
import type { Operator } from '../accounts.ts'
import { accountLabel } from '../members/queries.server.ts'
import { mapRoles, type ProviderSettings, type SignInProvider } from './single-sign-on.ts'

const SETTINGS = ['id', 'issuer', 'clientId', 'defaultRole', 'roleClaim', 'roleValues'] as const

type Row = Omit<ProviderSettings, 'roleValues'> & { roleValues: unknown }

/** Returns the provider of an account, with its domains; undefined without one. */
export const findSignInProvider = (operator: Operator): Promise<SignInProvider | undefined> =>
  readAs(operator, async (trx) => {
    const row = await trx
      .selectFrom('signInProviders')
      .select(SETTINGS)
      .select(sql<number>`(select count(*)::int from sign_in_identities where provider_id = id)`.as('people'))
      .where(isOwn(operator, 'id'))
      .executeTakeFirst()
    if (!row) return undefined
    const domains = await trx
      .selectFrom('signInDomains')
      .select(['domain', 'token', 'provenAt', 'missedAt'])
      .where(isOwn(operator, 'providerId'))
      .orderBy('domain')
      .execute()
    return { ...toSettings(row), domains, people: row.people }
  })

const toSettings = ({ issuer, clientId, defaultRole, roleClaim, roleValues }: Row): ProviderSettings => {
  const values = roleValues as Partial<ProviderSettings['roleValues']>
  return { issuer, clientId, defaultRole, roleClaim, roleValues: mapRoles((role) => values[role] ?? '') }
}

/** A provider with its secret. Its id is that of the account. */
export type ReadyProvider = ProviderSettings & { id: string; clientSecret: string }

/** Returns the provider of an account with its secret; undefined without one. */
export async function findReadyProvider(accountId: string): Promise<ReadyProvider | undefined> {
  const row = await db
    .selectFrom('signInProviders')
    .select([...SETTINGS, 'clientSecret'])
    .where(sql`id::text`, '=', accountId)
    .executeTakeFirst()
  if (!row) return undefined
  const clientSecret = unseal(row.clientSecret, { table: 'sign_in_providers', rowId: row.id })
  return { ...toSettings(row), id: row.id, clientSecret }
}

/** Returns the id of the account whose provider speaks for the addresses of a domain; undefined without one. */
export async function findCompanyOf(domain: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('signInDomains')
    .select('providerId')
    .where('domain', '=', domain)
    .where('provenAt', 'is not', null)
    .executeTakeFirst()
  return row?.providerId
}

/** Returns what the people of an account call it; empty for an account that is gone. */
export async function findAccountLabel(accountId: string): Promise<string> {
  const row = await db
    .selectFrom('users')
    .select(accountLabel.as('label'))
    .where('id', '=', accountId)
    .executeTakeFirst()
  return row?.label ?? ''
}

/** Returns true if anybody can sign in with a company. */
export const hasCompanies = async (): Promise<boolean> =>
  (await db
    .selectFrom('signInDomains')
    .select('domain')
    .where('provenAt', 'is not', null)
    .limit(1)
    .executeTakeFirst()) !== undefined
