import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { ConnectorError } from '../../../connectors/connector-error.ts'
import { checkProvider } from '../../../connectors/identity/oidc.server.ts'
import { env } from '../../../platform/env.server.ts'
import { log } from '../../../platform/log.server.ts'
import { requireRight } from '../../../platform/own-rows.server.ts'
import { consumeRateLimits } from '../../../platform/rate-limits.server.ts'
import { seal } from '../../../platform/seal.server.ts'
import type { Transaction } from '../../../platform/store/database.server.ts'
import { refuse } from '../../../shared/refusal.ts'
import type { Operator } from '../accounts.ts'
import { changePeople } from '../members/commands.server.ts'
import { note } from '../record/commands.server.ts'
import type { Session } from '../sign-in/queries.server.ts'
import { findReadyProvider, type ReadyProvider } from './queries.server.ts'
import {
  DOMAINS_LIMIT,
  parseCompanyDomain,
  parseProvider,
  type SsoRefusal,
  toCallbackPath,
  type TypedProvider,
} from './single-sign-on.ts'

/** Returns a provider as the connector asks it. */
export const toOidcProvider = ({ id, issuer, clientId, clientSecret }: ReadyProvider) => ({
  issuer,
  clientId,
  clientSecret,
  redirectUri: env.SITE_URL + toCallbackPath(id),
})

/**
 * Saves with which provider the people of an account sign in. An empty secret keeps the saved one, for the same
 * issuer: another one would get to know it. It knows other people, too, so all links and sessions by the provider end.
 */
export async function saveProvider(
  { operator, isFresh }: Pick<Session, 'operator' | 'isFresh'>,
  typed: TypedProvider,
): Promise<SsoRefusal | undefined> {
  const parsed = parseProvider(typed)
  if (!parsed.ok) return parsed
  if (!isFresh) return refuse('not-fresh')
  const { id } = operator
  const clientSecret =
    typed.clientSecret && seal(typed.clientSecret, { table: 'sign_in_providers', rowId: id })
  return changeProvider(operator, async (trx) => {
    const before = await trx
      .selectFrom('signInProviders')
      .select(['issuer', 'clientSecret'])
      .where('id', '=', id)
      .executeTakeFirst()
    const secret = clientSecret || (before?.issuer === parsed.settings.issuer && before.clientSecret)
    if (!secret) return refuse('secret-missing')
    const row = {
      ...parsed.settings,
      clientSecret: secret,
      roleValues: JSON.stringify(parsed.settings.roleValues),
    }
    await trx
      .insertInto('signInProviders')
      .values({ id, ...row })
      .onConflict((on) => on.column('id').doUpdateSet(row))
      .execute()
    if (before && before.issuer !== row.issuer) {
      await trx.deleteFrom('signInIdentities').where('providerId', '=', id).execute()
      await endProviderSessions(trx, id)
    }
    await note(trx, operator, ['provider-saved', row.issuer])
    log.info({ account: id, issuer: row.issuer }, 'provider.saved')
    return undefined
  })
}

/** Removes the provider of an account. Its links to people and the sessions by it end; the people stay. */
export async function removeProvider({
  operator,
  isFresh,
}: Pick<Session, 'operator' | 'isFresh'>): Promise<SsoRefusal | undefined> {
  if (!isFresh) return refuse('not-fresh')
  return changeProvider(operator, async (trx) => {
    const removed = await trx
      .deleteFrom('signInProviders')
      .where('id', '=', operator.id)
      .returning('issuer')
      .executeTakeFirst()
    if (!removed) return refuse('provider-missing')
    await note(trx, operator, ['provider-removed', removed.issuer])
    log.info({ account: operator.id }, 'provider.removed')
    return undefined
  })
}

/** Asks the saved provider whether it knows the client. Returns a sentence about what is wrong; undefined if all is well. */
export async function testProvider(operator: Operator): Promise<SsoRefusal | { detail: string } | undefined> {
  requireRight(operator, 'lead')
  const limit = { name: 'provider-test', of: operator.id, most: 30, windowS: 3600 }
  if ((await consumeRateLimits([limit])) > 0) return refuse('tested-too-often')
  const provider = await findReadyProvider(operator.id)
  if (!provider) return refuse('provider-missing')
  try {
    await checkProvider(toOidcProvider(provider))
    return undefined
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error
    log.warn({ account: operator.id, reason: error.reason, why: toWhy(error) }, 'provider.test_failed')
    return { detail: error.detail ?? '' }
  }
}

/** Returns the messages of an error and its causes, for the log. Their other contents may be tokens. */
export function toWhy(error: unknown): string[] {
  return error instanceof Error ? [error.message, ...toWhy(error.cause)] : []
}

/** Adds a domain of the company. It counts once it is proven. */
export async function addDomain(operator: Operator, typed: string): Promise<SsoRefusal | undefined> {
  const domain = parseCompanyDomain(typed)
  if (!domain) return refuse('domain-wrong')
  return changeProvider(operator, async (trx) => {
    const known = await trx
      .selectFrom('signInDomains')
      .select('domain')
      .where('providerId', '=', operator.id)
      .execute()
    if (known.some((row) => row.domain === domain)) return refuse('domain-known')
    if (known.length >= DOMAINS_LIMIT) return refuse('too-many-domains')
    const token = randomBytes(24).toString('base64url')
    const { rows } = await sql`
      insert into sign_in_domains (provider_id, domain, token)
      select id, ${domain}, ${token} from sign_in_providers where id = ${operator.id} returning domain
    `.execute(trx)
    if (rows.length === 0) return refuse('provider-missing')
    await note(trx, operator, ['domain-added', domain])
    return undefined
  })
}

/** Removes a domain of the company. Sessions by the provider end: nobody knows any more who of them had an address of it. */
export const removeDomain = (operator: Operator, domain: string): Promise<SsoRefusal | undefined> =>
  changeProvider(operator, async (trx) => {
    const { numDeletedRows } = await trx
      .deleteFrom('signInDomains')
      .where('providerId', '=', operator.id)
      .where('domain', '=', domain)
      .executeTakeFirst()
    if (numDeletedRows === 0n) return refuse('domain-gone')
    await endProviderSessions(trx, operator.id)
    await note(trx, operator, ['domain-removed', domain])
    return undefined
  })

/** Runs a change of an account's provider as one of its owners, under the lock of its people. */
export async function changeProvider(
  operator: Operator,
  run: (trx: Transaction) => Promise<SsoRefusal | undefined>,
): Promise<SsoRefusal | undefined> {
  return (await changePeople(operator, run)) as SsoRefusal | undefined // it refuses a former owner, as ours do
}

/** Ends the sessions for which a provider vouched. */
export async function endProviderSessions(trx: Transaction, providerId: string): Promise<void> {
  await trx.deleteFrom('sessions').where('providerId', '=', providerId).execute()
}
