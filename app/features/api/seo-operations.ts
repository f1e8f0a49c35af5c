import type { Operation } from './operation.ts'
import {
  audit,
  auditQuery,
  cursorQuery,
  engine,
  generation,
  landingPage,
  landingPagesQuery,
  linkFix,
  linkFixRun,
  linkReport,
  linkReportQuery,
  linksUndone,
  linkUndo,
  receipt,
  template,
  templatePreview,
  wholeLandingPage,
} from './seo-shapes.ts'
import { noBody, noQuery, pageOf, pageQuery, runStarted } from './shapes.ts'

const read = { method: 'GET', scope: 'seo:read', query: noQuery, status: 200 } as const
const write = { scope: 'seo:write', query: noQuery } as const
const start = { ...write, method: 'POST', status: 200, answer: runStarted } as const

/** The operations on landing pages, audits, links and notices to search engines. */
export const SEO_OPERATIONS = {
  listLandingPages: {
    ...read,
    path: '/v1/landing-pages',
    summary: 'Lists the landing pages, the lowest score first.',
    query: landingPagesQuery,
    answer: pageOf(landingPage),
  },
  findLandingPage: {
    ...read,
    path: '/v1/landing-pages/{pageId}',
    summary: 'Returns a landing page in any state.',
    answer: wholeLandingPage,
  },
  generateLandingPages: {
    ...start,
    path: '/v1/landing-pages/generate',
    summary: 'Makes and publishes the landing pages, as a run.',
    body: generation,
  },
  findTemplate: {
    ...read,
    path: '/v1/landing-pages/template',
    summary: 'Returns the template of the landing pages.',
    answer: template,
  },
  saveTemplate: {
    ...write,
    method: 'PUT',
    path: '/v1/landing-pages/template',
    summary: 'Saves the template. Pages show it after the next run.',
    body: template,
    status: 200,
    answer: template,
  },
  resetTemplate: {
    ...write,
    method: 'DELETE',
    path: '/v1/landing-pages/template',
    summary: 'Goes back to the template of the product.',
    body: noBody,
    status: 204,
  },
  previewTemplate: {
    ...write,
    method: 'POST',
    path: '/v1/landing-pages/template/preview',
    summary: 'Returns a landing page as a template would make it, and saves nothing.',
    body: template,
    status: 200,
    answer: templatePreview,
  },
  findAudit: {
    ...read,
    path: '/v1/audit',
    summary: 'Returns the last audit, with one list of its findings.',
    query: auditQuery,
    answer: audit,
  },
  startAudit: { ...start, path: '/v1/audit', summary: 'Starts an audit, as a run.', body: noBody },
  findLinkReport: {
    ...read,
    path: '/v1/links',
    summary: 'Returns the last report on links, with one of its lists.',
    query: linkReportQuery,
    answer: linkReport,
  },
  startLinkCheck: { ...start, path: '/v1/links', summary: 'Checks all links, as a run.', body: noBody },
  listLinkFixes: {
    ...read,
    path: '/v1/links/fixes',
    summary: 'Lists the runs that added links to articles, the newest first.',
    query: pageQuery,
    answer: pageOf(linkFixRun),
  },
  startLinkFix: {
    ...start,
    path: '/v1/links/fixes',
    summary: 'Adds links to all articles with a canonical address, as a run.',
    body: linkFix,
  },
  undoLinkFix: {
    ...write,
    method: 'POST',
    path: '/v1/links/fixes/{runId}/undo',
    summary: 'Takes the links of a run out again: of one article, or of all as a run.',
    body: linkUndo,
    status: 200,
    answer: linksUndone,
  },
  listEngines: {
    ...read,
    path: '/v1/engines',
    summary: 'Lists the search engines, with the changed pages that wait for each.',
    answer: pageOf(engine),
  },
  listReceipts: {
    ...read,
    path: '/v1/notices',
    summary: 'Lists the answers of search engines to notices, the newest first.',
    query: cursorQuery,
    answer: pageOf(receipt),
  },
  sendNotices: {
    ...start,
    path: '/v1/notices',
    summary: 'Notifies search engines of all changed pages now, as a run.',
    body: noBody,
  },
} as const satisfies Record<string, Operation>
