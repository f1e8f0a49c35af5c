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
    shareDraft: { days: 7 },
    addSite: { kind: 'hosted', name: 'The Harbour', url: 'harbour.example' },
    changeSite: { description: 'News of the harbour, short and dry.' },
    changeFace: { tagline: 'News of the harbour', accent: '#0b5394' },
    movePage: { path: '/about-us' },
    addPage: { path: '/about', title: 'About us', content: 'We write about the *harbour*.' },
    changeTag: { description: 'Journeys by boat.' },
    changeAuthor: { biography: 'Sails, and writes about it.', links: ['https://example.com/ines'] },
    changeAltRule: { requiresAlt: false },
    addCity: { name: 'Akron', state: 'Ohio', population: 190_000, notes: 'The city of rubber.' },
    addService: { name: 'Roof repair', description: 'We repair roofs within a day.' },
    generateLandingPages: { regenerateAll: true },
    changeSettings: { businessName: 'Halloran & Quay', businessCity: 'Akron' },
    invitePerson: { role: 'author' },
    renameAccount: { name: 'The newsroom' },
    addWebhook: { url: 'https://example.com/hooks', kinds: ['article.published', 'article.deleted'] },
    changeWebhook: { isPaused: true },
  }
}
