import {
  articleHead,
  draftHead,
  draftItem,
  draftTextsBody,
  publishBody,
  wholeDraft,
} from './article-shapes.ts'
import type { Operation } from './operation.ts'
import { mergeQuery, newShare, noBody, noQuery, pageOf, pageQuery, share } from './shapes.ts'

const ofDraft = '/v1/drafts/{draftId}'

const read = { method: 'GET', scope: 'articles:read', query: noQuery, status: 200 } as const
const publish = { scope: 'articles:publish', right: 'publish', query: noQuery } as const
const write = { scope: 'articles:write', query: noQuery } as const

/** The operations on drafts and what belongs to them. */
export const DRAFT_OPERATIONS = {
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
    sends: ['ETag', 'Location'],
  },
  findDraft: {
    ...read,
    path: ofDraft,
    summary: 'Returns a draft or a working copy.',
    answer: wholeDraft,
    sends: ['ETag'],
  },
  changeDraft: {
    ...write,
    method: 'PATCH',
    path: ofDraft,
    summary:
      'Changes a draft, or begins the working copy of an article. With merge, changes of others since are merged by lines.',
    query: mergeQuery,
    body: draftTextsBody,
    status: 200,
    answer: draftHead,
    ifMatch: 'required',
    sends: ['ETag', 'Location'],
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
    sends: ['ETag', 'Location'],
  },
  submitDraft: {
    ...write,
    method: 'POST',
    path: `${ofDraft}/review`,
    summary: 'Submits a draft or a working copy for a review.',
    body: noBody,
    status: 204,
  },
  withdrawReview: {
    ...write,
    method: 'DELETE',
    path: `${ofDraft}/review`,
    summary: 'Takes a submitted text back.',
    body: noBody,
    status: 204,
  },
  listShares: {
    ...read,
    path: `${ofDraft}/shares`,
    summary: 'Lists the links that show a draft to people without an account.',
    query: pageQuery,
    answer: pageOf(share),
  },
  shareDraft: {
    ...write,
    method: 'POST',
    path: `${ofDraft}/shares`,
    summary: 'Makes a link that shows a draft to people without an account.',
    body: newShare,
    status: 201,
    answer: share,
  },
  withdrawShare: {
    ...write,
    method: 'DELETE',
    path: `${ofDraft}/shares/{shareId}`,
    summary: 'Withdraws a link to a draft.',
    body: noBody,
    status: 204,
  },
} as const satisfies Record<string, Operation>
