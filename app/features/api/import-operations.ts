import {
  ARTICLES_FILE,
  articlesImport,
  encodingChoice,
  foundArticle,
  importQuery,
  importStart,
  importStep,
} from './import-shapes.ts'
import type { Operation } from './operation.ts'
import { noBody, noQuery } from './shapes.ts'

const ofImport = { scope: 'imports:write', query: noQuery } as const
const step = { ...ofImport, method: 'POST', body: importStep, status: 200, answer: articlesImport } as const

/** The operations on the import of the account. */
export const IMPORT_OPERATIONS = {
  findImport: {
    ...ofImport,
    method: 'GET',
    path: '/v1/import',
    summary: 'Returns the import, from the upload of its file to its report.',
    status: 200,
    answer: articlesImport,
  },
  uploadImport: {
    ...ofImport,
    method: 'PUT',
    path: '/v1/import',
    summary: 'Reads a file with articles, in place of an earlier import. It imports nothing yet.',
    query: importQuery,
    body: noBody,
    file: ARTICLES_FILE,
    isLarge: true,
    status: 200,
    answer: articlesImport,
  },
  discardImport: {
    ...ofImport,
    method: 'DELETE',
    path: '/v1/import',
    summary: 'Discards the file, or the report of what came in.',
    body: importStep,
    status: 204,
  },
  findFoundArticle: {
    ...ofImport,
    method: 'GET',
    path: '/v1/import/articles/{position}',
    summary: 'Returns an article that was found in the file.',
    status: 200,
    answer: foundArticle,
  },
  chooseEncoding: {
    ...step,
    path: '/v1/import/encoding',
    summary: 'Reads the file again, in an encoding that the import asked for.',
    body: encodingChoice,
  },
  startImport: {
    ...step,
    path: '/v1/import/start',
    summary: 'Imports the articles that were found, as a run.',
    body: importStart,
  },
  continueImport: {
    ...step,
    path: '/v1/import/continue',
    summary: 'Continues an import that was stopped.',
  },
  stopImport: {
    ...ofImport,
    method: 'POST',
    path: '/v1/import/stop',
    summary: 'Stops the import. What came in stays.',
    body: noBody,
    status: 204,
  },
  bringPictures: {
    ...step,
    path: '/v1/import/pictures',
    summary: 'Fetches the pictures of other hosts that the articles show, as a run.',
  },
  stopPictures: {
    ...ofImport,
    method: 'DELETE',
    path: '/v1/import/pictures',
    summary: 'Stops to fetch pictures.',
    body: noBody,
    status: 204,
  },
  takeBackImport: {
    ...step,
    path: '/v1/import/take-back',
    summary: 'Takes the import back, as a run: what was not changed since.',
  },
} as const satisfies Record<string, Operation>
