import { db } from '../../platform/database.server.ts'
import { isOwn, readAs } from '../../platform/own-rows.server.ts'
import type { Operator } from '../accounts/accounts.ts'
import { findSiteOwnerId } from '../accounts/queries.server.ts'
import { FIELDS, type SeoSettings } from './seo-settings.ts'

/** What the operator has saved (spec §7); undefined before the first time. */
export const findSettings = (operator: Operator): Promise<SeoSettings | undefined> =>
  readAs(operator, (trx) =>
    trx.selectFrom('seoSettings').select(FIELDS).where(isOwn(operator, 'userId')).executeTakeFirst(),
  )

/** Whether the operator's settings are those of the main site. */
export const isSiteOwner = async (operator: Operator): Promise<boolean> =>
  (await findSiteOwnerId()) === operator.id

/** What the owner of the main site has saved; undefined if there is none, or nothing. */
export const findOwnerSettings = (): Promise<SeoSettings | undefined> =>
  db
    .selectFrom('installation')
    .innerJoin('seoSettings', 'seoSettings.userId', 'installation.ownerId')
    .select(FIELDS)
    .executeTakeFirst()
