import type { z } from 'zod'
import {
  articleChanges,
  articleHead,
  articleItem,
  articlesQuery,
  draftHead,
  draftItem,
  draftTextsBody,
  newArticle,
  publishBody,
  wholeArticle,
  wholeDraft,
} from './article-shapes.ts'
import type { Scope } from '../../shared/scopes.ts'
import {
  delivery,
  deliveryRetry,
  mergeQuery,
  newPlan,
  noBody,
  noQuery,
  pageOf,
  pageQuery,
  plan,
  planMade,
  planMove,
  redirect,
  revision,
  revisionTexts,
  site,
} from './shapes.ts'

/** One thing that the API does. Requests are checked by its shapes, and the description is made of them. */
export interface Operation {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  path: string
  summary: string
  scope: Scope
  query: z.ZodObject
  /** Undefined for an operation that only reads. */
  body?: z.ZodObject
  /** The status of its good answer, and the shape of the body; no shape for an empty one. */
  status: 200 | 201 | 204
  answer?: z.ZodType
  /** `required`: the request must name the version that it changes. */
  ifMatch?: 'required' | 'allowed'
}

const ofArticle = '/v1/articles/{articleId}'
const ofDraft = '/v1/drafts/{draftId}'

const read = { method: 'GET', scope: 'articles:read', query: noQuery, status: 200 } as const
const publish = { scope: 'articles:publish', query: noQuery } as const
const write = { scope: 'articles:write', query: noQuery } as const

/** All operations by name. */
export const OPERATIONS = {
  listSites: {
    ...read,
    path: '/v1/sites',
    scope: 'sites:read',
    summary: 'Lists the sites that articles can be published on.',
    answer: pageOf(site),
  },
  listArticles: {
    ...read,
    path: '/v1/articles',
    summary: 'Lists the articles of the account, by the filters of the board.',
    query: articlesQuery,
    answer: pageOf(articleItem),
  },
  createArticle: {
    ...publish,
    method: 'POST',
    path: '/v1/articles',
    summary: 'Publishes a new article.',
    body: newArticle,
    status: 201,
    answer: articleHead,
  },
  findArticle: { ...read, path: ofArticle, summary: 'Returns an article.', answer: wholeArticle },
  changeArticle: {
    ...publish,
    method: 'PATCH',
    path: ofArticle,
    summary: 'Changes an article. With `merge`, changes of others since are merged by lines.',
    query: mergeQuery,
    body: articleChanges,
    status: 200,
    answer: articleHead,
    ifMatch: 'required',
  },
  deleteArticle: {
    ...publish,
    method: 'DELETE',
    path: ofArticle,
    summary: 'Deletes an article and its copies on all sites.',
    body: noBody,
    status: 204,
    ifMatch: 'allowed',
  },
  publishArticle: {
    ...publish,
    method: 'POST',
    path: `${ofArticle}/publish`,
    summary: 'Publishes an article that readers do not see, or sends one to more sites.',
    body: publishBody,
    status: 200,
    answer: articleHead,
    ifMatch: 'allowed',
  },
  unpublishArticle: {
    ...publish,
    method: 'POST',
    path: `${ofArticle}/unpublish`,
    summary: 'Takes an article off all sites.',
    body: noBody,
    status: 200,
    answer: articleHead,
    ifMatch: 'allowed',
  },
  listRevisions: {
    ...read,
    path: `${ofArticle}/revisions`,
    summary: 'Lists the revisions of an article or a draft, the newest first.',
    query: pageQuery,
    answer: pageOf(revision),
  },
  findRevision: {
    ...read,
    path: `${ofArticle}/revisions/{number}`,
    summary: 'Returns the texts of a revision.',
    answer: revisionTexts,
  },
  restoreRevision: {
    ...write,
    method: 'POST',
    path: `${ofArticle}/revisions/{number}`,
    summary: 'Restores a revision into the draft or the working copy.',
    body: noBody,
    status: 200,
    answer: draftHead,
  },
  listPlans: {
    ...read,
    path: `${ofArticle}/plans`,
    summary: 'Lists the plans of an article: those that wait, then the last ones that are over.',
    answer: pageOf(plan),
  },
  createPlan: {
    ...publish,
    method: 'POST',
    path: `${ofArticle}/plans`,
    summary: 'Plans the saved text of an article or a draft.',
    body: newPlan,
    status: 201,
    answer: planMade,
  },
  movePlan: {
    ...publish,
    method: 'PATCH',
    path: `${ofArticle}/plans/{planId}`,
    summary: 'Moves a plan to another time.',
    body: planMove,
    status: 200,
    answer: plan,
  },
  cancelPlan: {
    ...publish,
    method: 'DELETE',
    path: `${ofArticle}/plans/{planId}`,
    summary: 'Cancels a plan.',
    body: noBody,
    status: 204,
  },
  listDeliveries: {
    ...read,
    path: `${ofArticle}/deliveries`,
    summary: 'Returns the state of an article on each site.',
    answer: pageOf(delivery),
  },
  retryDeliveries: {
    ...publish,
    method: 'POST',
    path: `${ofArticle}/deliveries`,
    summary: 'Attempts again what did not reach its site.',
    body: deliveryRetry,
    status: 200,
    answer: pageOf(delivery),
  },
  listRedirects: {
    ...read,
    path: `${ofArticle}/redirects`,
    summary: 'Lists the old paths that lead to an article.',
    query: pageQuery,
    answer: pageOf(redirect),
  },
  listDrafts: {
    ...read,
    path: '/v1/drafts',
    summary: 'Lists the drafts and the working copies of the account, the last saved first.',
    query: pageQuery,
    answer: pageOf(draftItem),
  },
  createDraft: {
    ...write,
    method: 'POST',
    path: '/v1/drafts',
    summary: 'Saves a new draft, which no reader sees.',
    body: draftTextsBody,
    status: 201,
    answer: draftHead,
  },
  findDraft: { ...read, path: ofDraft, summary: 'Returns a draft or a working copy.', answer: wholeDraft },
  changeDraft: {
    ...write,
    method: 'PATCH',
    path: ofDraft,
    summary: 'Changes a draft. With `merge`, changes of others since are merged by lines.',
    query: mergeQuery,
    body: draftTextsBody,
    status: 200,
    answer: draftHead,
    ifMatch: 'required',
  },
  deleteDraft: {
    ...write,
    method: 'DELETE',
    path: ofDraft,
    summary: 'Discards a draft.',
    body: noBody,
    status: 204,
    ifMatch: 'allowed',
  },
  publishDraft: {
    ...publish,
    method: 'POST',
    path: `${ofDraft}/publish`,
    summary: 'Publishes a draft, or a working copy over its article.',
    body: publishBody,
    status: 200,
    answer: articleHead,
    ifMatch: 'allowed',
  },
} as const satisfies Record<string, Operation>

/** The name of an operation. */
export type OperationName = keyof typeof OPERATIONS
