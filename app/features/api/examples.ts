import { MAIN_SITE_ID } from '../../shared/sites.ts'
import type { OperationName } from './operations.ts'

/** Returns an example of the body of each operation that needs one. Its moments are in the next year. */
export function listExamples(year: number): Partial<Record<OperationName, object>> {
  const dueAt = `${year + 1}-01-15T09:00:00Z`
  const siteIds = [MAIN_SITE_ID]
  return {
    createArticle: {
      title: 'A quiet harbour',
      content: 'The *tide* turned at six.\n\nThe boats lay still.\n',
      author: 'Ines Halloran',
      tags: ['Travel'],
      siteIds,
    },
    changeArticle: { title: 'A quiet harbour at night', tags: ['Travel', 'Science'] },
    publishArticle: { siteIds },
    createPlan: { kind: 'unpublish', dueAt },
    movePlan: { dueAt: `${year + 1}-02-01T09:00:00+01:00` },
    retryDeliveries: { siteId: MAIN_SITE_ID },
    createDraft: { title: 'Low water', content: 'At noon the sand is dry.\n', siteIds },
    changeDraft: { metaDescription: 'What the sea leaves behind.' },
    publishDraft: { siteIds },
  }
}
