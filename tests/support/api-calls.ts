import type { OperationName } from '../../app/features/api/operations.ts'
import type { Role } from '../../app/shared/rights.ts'
import type { ApiCall } from './api.ts'

const ROW_NAMES = [
  'accountId',
  'articleId',
  'planId',
  'draftId',
  'shareId',
  'readyDraftId',
  'runId',
  'siteId',
  'webhookSiteId',
  'sitePageId',
  'faceVersion',
  'pictureId',
  'otherPictureId',
  'tag',
  'author',
  'cityId',
  'cityReadingId',
  'serviceId',
  'serviceReadingId',
  'pageId',
  'fixRunId',
  'importId',
  'personId',
  'invitationId',
  'webhookId',
  'messageId',
  'number',
  'position',
] as const

/** What names the rows of an account in calls: ids, and the names of a tag and of an author. */
export type ApiRows = Record<(typeof ROW_NAMES)[number], string>

/** A call of an operation that is in order, and who may make it. */
interface DescribedCall extends Omit<ApiCall, 'headers'> {
  /** The role with the fewest rights that may make it, for rows that it reaches. */
  from: Role
  /** It needs a fresh sign-in, which a token of a server never is. */
  isFresh?: true
  /** The state of the rows may refuse it, too. */
  mayFail?: true
  /** Another call that names rows in another way. */
  also?: ApiCall
}

const contributor = { from: 'contributor' } as const
const author = { from: 'author' } as const
const editor = { from: 'editor' } as const
const owner = { from: 'owner' } as const

const year = new Date().getUTCFullYear()
const title = 'Mine'
const text = { title, content: 'Mine.' }
const landing = {
  title: '{{service}} in {{city}}',
  description: '',
  body: '{{services_in_city}}\n\n{{nearby_cities}}',
  belowGate: 'noindex',
}
const url = 'https://mine.example/'

/**
 * Returns a call of each operation for rows. One account can make them in their order: what deletes a row comes after what
 * needs it.
 */
export const listCalls = (rows: ApiRows): Record<OperationName, DescribedCall> => ({
  ...listArticleCalls(rows),
  ...listDraftCalls(rows),
  ...listPictureCalls(rows),
  ...listCatalogueCalls(rows),
  ...listSeoCalls(rows),
  ...listImportCalls(rows),
  ...ACCOUNT_CALLS,
  ...listSiteCalls(rows),
})

const listArticleCalls = ({ siteId, tag }: ApiRows) =>
  ({
    // A cursor of this order has a title, and the words find more articles than the page has.
    listArticles: { ...contributor, query: `q=${encodeURIComponent(tag)}&sort=title&limit=1` },
    findArticle: contributor,
    listRevisions: contributor,
    findRevision: contributor,
    listVariationRevisions: contributor,
    findVariationRevision: contributor,
    listPlans: contributor,
    listDeliveries: contributor,
    listRedirects: contributor,
    findRun: contributor,
    followRun: contributor,
    listUndoable: contributor,
    undoRun: author,
    createArticle: { ...author, json: { ...text, siteIds: [siteId] } },
    changeArticle: { ...author, json: { title } },
    restoreRevision: contributor,
    restoreVariation: { ...author, mayFail: true },
    retryDeliveries: { ...author, json: {} },
    createPlan: {
      ...author,
      json: { kind: 'publish', dueAt: `${year + 1}-07-01T09:00:00Z`, siteIds: [siteId] },
    },
    movePlan: { ...author, json: { dueAt: `${year + 1}-08-01T09:00:00Z` } },
    renewPlan: author,
    cancelPlan: author,
    restorePlan: author,
    unpublishArticle: author,
    publishArticle: { ...author, json: { siteIds: [siteId] } },
  }) satisfies Partial<Record<OperationName, DescribedCall>>

const listDraftCalls = ({ articleId, siteId, readyDraftId }: ApiRows) =>
  ({
    listDrafts: contributor,
    findDraft: contributor,
    listShares: contributor,
    createDraft: { ...contributor, json: { title, translationOf: articleId, siteIds: [siteId] } },
    changeDraft: { ...contributor, json: { title, siteIds: [siteId] } },
    shareDraft: { ...contributor, json: { days: 7 } },
    withdrawShare: contributor,
    withdrawReview: contributor,
    submitDraft: contributor,
    publishDraft: { ...author, params: { draftId: readyDraftId }, json: { siteIds: [siteId] } },
    deleteDraft: contributor,
    deleteArticle: author,
  }) satisfies Partial<Record<OperationName, DescribedCall>>

const listPictureCalls = ({ otherPictureId }: ApiRows) =>
  ({
    listPictures: contributor,
    findPicture: contributor,
    countUnusedPictures: contributor,
    findAltRule: contributor,
    addPicture: { ...contributor, file: ONE_PIXEL },
    changePicture: { ...contributor, json: { alt: title, focus: { x: 10, y: 10 } } },
    replacePicture: { ...editor, json: { by: otherPictureId } },
    deletePicture: contributor,
    removeUnusedPictures: editor,
    changeAltRule: { ...editor, json: { requiresAlt: false } },
  }) satisfies Partial<Record<OperationName, DescribedCall>>

const listCatalogueCalls = ({ cityId, cityReadingId, serviceId, serviceReadingId }: ApiRows) =>
  ({
    listTags: editor,
    findTag: editor,
    changeTag: { ...editor, json: { description: title } },
    listAuthors: editor,
    findAuthor: editor,
    changeAuthor: { ...editor, json: { biography: title } },
    listCities: editor,
    findCity: editor,
    findCityFile: editor,
    addCity: { ...editor, json: { name: title, state: 'Ohio' } },
    changeCity: { ...editor, json: { notes: title } },
    importCities: { ...editor, json: { readingId: cityReadingId, updates: true } },
    readCityFile: { ...editor, file: Buffer.from('name,state\nMine too,Ohio\n') },
    discardCityFile: editor,
    deleteCity: editor,
    restoreCities: editor,
    deleteCities: { ...editor, json: { ids: [cityId] }, also: { json: { all: { count: 1 } } } },
    listServices: editor,
    findService: editor,
    findServiceFile: editor,
    addService: { ...editor, json: { name: title } },
    changeService: { ...editor, json: { description: title } },
    importServices: { ...editor, json: { readingId: serviceReadingId, updates: true } },
    readServiceFile: { ...editor, file: Buffer.from('name\nMine too\n') },
    discardServiceFile: editor,
    deleteService: editor,
    restoreServices: editor,
    deleteServices: { ...editor, json: { ids: [serviceId] }, also: { json: { all: { count: 1 } } } },
  }) satisfies Partial<Record<OperationName, DescribedCall>>

const listSeoCalls = ({ articleId, fixRunId }: ApiRows) =>
  ({
    listLandingPages: editor,
    findLandingPage: editor,
    findTemplate: editor,
    saveTemplate: { ...editor, json: landing },
    previewTemplate: { ...editor, json: landing },
    resetTemplate: editor,
    generateLandingPages: { ...editor, json: { regenerateAll: true } },
    findAudit: editor,
    startAudit: editor,
    findLinkReport: editor,
    startLinkCheck: { ...editor, mayFail: true }, // the audit checks links, too
    listLinkFixes: editor,
    undoLinkFix: {
      ...editor,
      params: { runId: fixRunId },
      json: {},
      also: { json: { articleId } },
      mayFail: true,
    },
    startLinkFix: { ...editor, json: { mode: 'try' } },
    listEngines: editor,
    listReceipts: editor,
    sendNotices: { ...editor, mayFail: true }, // without an engine
  }) satisfies Partial<Record<OperationName, DescribedCall>>

// The import has ended or not by the next step, as its run goes.
const listImportCalls = ({ importId }: ApiRows) =>
  ({
    findImport: editor,
    findFoundArticle: editor,
    chooseEncoding: { ...editor, json: { importId, encoding: 'utf-8' }, mayFail: true },
    startImport: { ...editor, json: { importId, asDrafts: true } },
    stopImport: editor,
    continueImport: { ...editor, json: { importId }, mayFail: true },
    bringPictures: { ...editor, json: { importId }, mayFail: true },
    stopPictures: editor,
    takeBackImport: { ...editor, json: { importId }, mayFail: true },
    discardImport: { ...editor, json: { importId }, mayFail: true },
    uploadImport: { ...editor, query: 'name=a.md', file: Buffer.from('# A\n\nOne.\n'), mayFail: true },
  }) satisfies Partial<Record<OperationName, DescribedCall>>

const ACCOUNT_CALLS = {
  findSettings: owner,
  changeSettings: { ...owner, json: { businessName: title } },
  listMembers: owner,
  changeMember: { ...owner, json: { role: 'editor' } },
  removeMember: owner,
  listInvitations: owner,
  invitePerson: { ...owner, json: { role: 'author' } },
  withdrawInvitation: owner,
  findAccount: owner,
  renameAccount: { ...owner, json: { name: title } },
  listRecord: owner,
  listWebhooks: owner,
  findWebhook: owner,
  listWebhookMessages: owner,
  addWebhook: { ...owner, json: { url, kinds: ['run.ended'] }, isFresh: true },
  changeWebhook: { ...owner, json: { isPaused: false } },
  renewWebhookSecret: { ...owner, isFresh: true },
  testWebhook: owner,
  replayWebhookMessage: owner,
  deleteWebhook: owner,
} satisfies Partial<Record<OperationName, DescribedCall>>

const listSiteCalls = ({ accountId, siteId, webhookSiteId, sitePageId, faceVersion }: ApiRows) =>
  ({
    listSites: contributor,
    listManagedSites: owner,
    findSite: owner,
    findFace: owner,
    listPages: owner,
    addSite: { ...owner, json: { kind: 'hosted', name: title, url: `mine-${accountId}.example` } },
    // No connector calls this machine, so the test fails at once.
    testNewSite: {
      ...owner,
      json: { kind: 'ghost', url: 'https://127.0.0.1', credentials: { key: GHOST_KEY } },
    },
    changeSite: { ...owner, json: { name: title } },
    testSite: { ...owner, mayFail: true }, // there is no way to a hosted one
    connectSite: { ...owner, json: { url: `moved-${siteId}.example` } },
    addSecret: { ...owner, params: { siteId: webhookSiteId }, isFresh: true },
    retireSecret: { ...owner, params: { siteId: webhookSiteId }, isFresh: true },
    undoFace: { ...owner, json: { version: Number(faceVersion) } },
    changeFace: { ...owner, json: { tagline: title } },
    addPage: { ...owner, json: { ...text, path: '/mine' } },
    movePage: { ...owner, params: { articleId: sitePageId }, json: { path: '/moved' } },
    removeSite: owner,
  }) satisfies Partial<Record<OperationName, DescribedCall>>

const GHOST_KEY = `${'0'.repeat(24)}:${'0'.repeat(64)}`

const ONE_PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
