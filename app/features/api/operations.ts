import { ACCOUNT_OPERATIONS } from './account-operations.ts'
import { ARTICLE_OPERATIONS } from './article-operations.ts'
import { CATALOGUE_OPERATIONS } from './catalogue-operations.ts'
import { DRAFT_OPERATIONS } from './draft-operations.ts'
import { IMPORT_OPERATIONS } from './import-operations.ts'
import { LABEL_OPERATIONS } from './label-operations.ts'
import type { Operation } from './operation.ts'
import { PICTURE_OPERATIONS } from './picture-operations.ts'
import { SEO_OPERATIONS } from './seo-operations.ts'
import { SITE_OPERATIONS } from './site-operations.ts'
import { WEBHOOK_OPERATIONS } from './webhook-operations.ts'

export type { Operation } from './operation.ts'

/** All operations by name. */
export const OPERATIONS = {
  ...ARTICLE_OPERATIONS,
  ...DRAFT_OPERATIONS,
  ...PICTURE_OPERATIONS,
  ...SITE_OPERATIONS,
  ...LABEL_OPERATIONS,
  ...CATALOGUE_OPERATIONS,
  ...SEO_OPERATIONS,
  ...IMPORT_OPERATIONS,
  ...ACCOUNT_OPERATIONS,
  ...WEBHOOK_OPERATIONS,
} as const satisfies Record<string, Operation>

/** The name of an operation. */
export type OperationName = keyof typeof OPERATIONS
