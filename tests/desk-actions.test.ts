// @store none
// Each action of the desk has its call in the API. A new one without a call, or a reason for none, fails here.
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type OperationName, OPERATIONS } from '../app/features/api/operations.ts'
import type { ArticleChange } from '../app/features/newsroom/board/board.ts'
import { ROUTES } from '../app/platform/web/route-table.ts'

/** The calls that do what an action does, or the reason why a program has none. */
type Row = OperationName[] | string

const OF_PERSON = 'It is about the person, who proves to be there: not about the account.'
const OWNERSHIP = 'The person proves to be there, in a browser, before the ownership changes.'
const TOKENS = 'No token makes, renews or ends tokens: its finder could stay for ever.'
const EYES = 'A review is the judgement of a person, on a screen that shows the text.'
const RULES = 'An owner decides who must look at texts. No token takes that away.'
const PROVIDER = 'Who may sign in, and how, is decided by an owner who proves to be there.'
const PROPOSALS = 'A person decides about what agents propose: that is what proposals are for.'
const IN_BROWSER = 'It is about the screen, and stores nothing that others see.'
const PREVIEW = 'A preview is a page for the eye. The texts in it have calls of their own.'
const DESCRIPTION = 'It shows the description of the API, which programs read at /openapi.json.'
const EXPORT = 'The lists of the API have the same content.'

/** By the folder of the view, and by the intent that its form sends. */
const INTENTS: Record<string, Row> = {
  'api accept': PROPOSALS,
  'api refuse': PROPOSALS,
  'accounts/factors challenge': OF_PERSON,
  'accounts/factors enrol': OF_PERSON,
  'accounts/factors recover': OF_PERSON,
  'accounts/factors recovery-codes': OF_PERSON,
  'accounts/factors remove': OF_PERSON,
  'accounts/factors verify': OF_PERSON,
  'accounts/members change': OF_PERSON,
  'accounts/members invite': ['invitePerson'],
  'accounts/members join': OF_PERSON,
  'accounts/members leave': OF_PERSON,
  'accounts/members offer': OWNERSHIP,
  'accounts/members own': OWNERSHIP,
  'accounts/members place': ['changeMember'],
  'accounts/members remove': ['removeMember'],
  'accounts/members rename': ['renameAccount'],
  'accounts/members sign-up': OF_PERSON,
  'accounts/members withdraw': ['withdrawInvitation'],
  'accounts/settings change-password': OF_PERSON,
  'accounts/settings delete': OF_PERSON,
  'accounts/settings end-other-sessions': OF_PERSON,
  'accounts/settings end-session': OF_PERSON,
  'accounts/settings keep': OF_PERSON,
  'accounts/settings save-name': OF_PERSON,
  'accounts/sign-in change': OF_PERSON,
  'accounts/sign-in sign-out': OF_PERSON,
  'accounts/single-sign-on add-domain': PROVIDER,
  'accounts/single-sign-on prove': PROVIDER,
  'accounts/single-sign-on remove': PROVIDER,
  'accounts/single-sign-on remove-domain': PROVIDER,
  'accounts/single-sign-on save': PROVIDER,
  'accounts/single-sign-on test': PROVIDER,
  'accounts/tokens approve': TOKENS,
  'accounts/tokens refuse': TOKENS,
  'accounts/tokens create': TOKENS,
  'accounts/tokens create-server': TOKENS,
  'accounts/tokens end': TOKENS,
  'accounts/tokens new-token': TOKENS,
  'accounts/tokens retire': TOKENS,
  'accounts/tokens rotate': TOKENS,
  'accounts/webhooks delete': ['deleteWebhook'],
  'accounts/webhooks pause': ['changeWebhook'],
  'accounts/webhooks replay': ['replayWebhookMessage'],
  'accounts/webhooks resume': ['changeWebhook'],
  'accounts/webhooks rotate': ['renewWebhookSecret'],
  'accounts/webhooks save': ['addWebhook', 'changeWebhook'],
  'accounts/webhooks test': ['testWebhook'],
  'delivery/faces save-face': ['changeFace'],
  'delivery/faces take-nearest': ['changeFace'],
  'delivery/faces undo-face': ['undoFace'],
  'delivery/target-sites add': ['addSite'],
  'delivery/target-sites add-page': ['addPage'],
  'delivery/target-sites again': IN_BROWSER,
  'delivery/target-sites connect': ['connectSite'],
  'delivery/target-sites copy': ['addSite', 'findFace', 'changeFace'],
  'delivery/target-sites import': ['addSite', 'changeFace'],
  'delivery/target-sites move-page': ['movePage'],
  'delivery/target-sites new-secret': ['addSecret'],
  'delivery/target-sites read': IN_BROWSER,
  'delivery/target-sites remove': ['removeSite'],
  'delivery/target-sites retire-secret': ['retireSecret'],
  'delivery/target-sites save': ['changeSite'],
  'delivery/target-sites switch-off': ['changeSite'],
  'delivery/target-sites switch-on': ['changeSite'],
  'delivery/target-sites test': ['testNewSite', 'testSite'],
  'delivery/target-sites test-saved': ['testSite'],
  'links/fixer fix': ['startLinkFix'],
  'links/fixer try': ['startLinkFix'],
  'links/fixer undo': ['undoLinkFix'],
  'links/fixer undo-one': ['undoLinkFix'],
  'local-seo/cities-services add': ['addCity', 'addService'],
  'local-seo/cities-services delete': ['deleteCities', 'deleteServices', 'deleteCity', 'deleteService'],
  'local-seo/cities-services discard': ['discardCityFile', 'discardServiceFile'],
  'local-seo/cities-services import': ['importCities', 'importServices'],
  'local-seo/cities-services read': ['readCityFile', 'readServiceFile'],
  'local-seo/cities-services restore': ['restoreCities', 'restoreServices'],
  'local-seo/cities-services save': ['changeCity', 'changeService'],
  'local-seo/landing-pages live': ['previewTemplate'],
  'local-seo/landing-pages preview': ['previewTemplate'],
  'local-seo/landing-pages reset': ['resetTemplate'],
  'local-seo/landing-pages save': ['saveTemplate'],
  'moving-in/imports continue': ['continueImport'],
  'moving-in/imports discard': ['discardImport'],
  'moving-in/imports encoding': ['chooseEncoding'],
  'moving-in/imports import': ['startImport'],
  'moving-in/imports pictures': ['bringPictures'],
  'moving-in/imports stop': ['stopImport'],
  'moving-in/imports stop-pictures': ['stopPictures'],
  'moving-in/imports take-back': ['takeBackImport'],
  'newsroom/authors save': ['changeAuthor'],
  'newsroom/board delete': ['deleteArticle', 'deleteDraft'],
  'newsroom/board publish': ['publishArticle', 'publishDraft'],
  'newsroom/board unpublish': ['unpublishArticle'],
  'newsroom/library add': ['addPicture'],
  'newsroom/library alt-rule': ['changeAltRule'],
  'newsroom/library delete': ['deletePicture'],
  'newsroom/library delete-unused': ['removeUnusedPictures'],
  'newsroom/library focus': ['changePicture'],
  'newsroom/library point': ['changePicture'],
  'newsroom/library replace': ['replacePicture'],
  'newsroom/library undo': ['undoRun'],
  'newsroom/library words': ['changePicture'],
  'newsroom/tags save': ['changeTag'],
  'writing/drafts keep': ['changeDraft'],
  'writing/drafts save': ['createDraft', 'changeDraft'],
  'writing/form close-steps': IN_BROWSER,
  'writing/form delete': ['deleteArticle'],
  'writing/form discard': ['deleteDraft'],
  'writing/form duplicate': ['createDraft'],
  'writing/form forget': ['deleteArticle'],
  'writing/form keep': ['changeDraft'],
  'writing/form plan': ['createPlan'],
  'writing/form publish': ['createArticle', 'publishArticle', 'publishDraft'],
  'writing/form redeliver': ['retryDeliveries'],
  'writing/form save': ['changeArticle', 'createDraft', 'changeDraft'],
  'writing/form share': ['shareDraft'],
  'writing/form submit': ['submitDraft'],
  'writing/review approve': EYES,
  'writing/review approve-variation': EYES,
  'writing/review changes': EYES,
  'writing/review delete-note': EYES,
  'writing/review note': EYES,
  'writing/review reopen': EYES,
  'writing/review review-rules': RULES,
  'writing/review settle': EYES,
  'writing/review withdraw': ['withdrawReview'],
  'writing/schedule cancel': ['cancelPlan'],
  'writing/schedule move': ['movePlan'],
  'writing/schedule plan': ['createPlan'],
  'writing/schedule renew': ['renewPlan'],
  'writing/schedule restore': ['restorePlan'],
  'writing/schedule time-zone': IN_BROWSER,
  'writing/sharing share': ['shareDraft'],
  'writing/sharing withdraw': ['withdrawShare'],
}

/** The changes of the board, which its selection and the dots of its sites make. */
const CHANGES: Record<ArticleChange['kind'], Row> = {
  publish: ['publishArticle', 'publishDraft'],
  unpublish: ['unpublishArticle'],
  delete: ['deleteArticle', 'deleteDraft'],
  'add-tag': ['changeArticle', 'changeDraft'],
  'remove-tag': ['changeArticle', 'changeDraft'],
  'rename-tag': ['changeTag'],
  'add-site': ['changeArticle', 'publishArticle'],
  'remove-site': ['changeArticle'],
  restore: ['undoRun'],
}

/** What each address of the desk shows, and does without an intent. */
const SCREENS: Record<string, Row> = {
  articles: ['listArticles', 'listDrafts'],
  calendar: ['listPlans', 'listArticles'],
  pictures: ['listPictures', 'countUnusedPictures', 'findAltRule'],
  tags: ['listTags', 'findTag'],
  authors: ['listAuthors', 'findAuthor'],
  import: ['findImport', 'uploadImport'],
  publisher: ['createArticle', 'findDraft', 'listSites'],
  picture: ['findPicture'],
  undo: ['listUndoable', 'undoRun'],
  'edit-article': ['findArticle', 'listDeliveries', 'listRedirects'],
  revisions: [
    'listRevisions',
    'findRevision',
    'restoreRevision',
    'listVariationRevisions',
    'findVariationRevision',
    'restoreVariation',
  ],
  review: EYES,
  schedule: ['listPlans'],
  'share-draft': ['listShares'],
  'backlink-fixer': ['listLinkFixes', 'findRun', 'followRun'],
  'link-report': ['findLinkReport', 'startLinkCheck'],
  'manage-sites': ['listManagedSites'],
  'manage-sites-import': ['addSite'],
  'manage-sites-new': ['addSite'],
  'manage-site': ['findSite', 'findFace', 'listPages'],
  'seo-dashboard': ['findAudit', 'generateLandingPages'],
  'landing-pages': ['listLandingPages', 'generateLandingPages'],
  'landing-pages-template': ['findTemplate'],
  'own-landing-page': ['findLandingPage'],
  'seo-audit': ['findAudit', 'startAudit'],
  notices: ['listEngines', 'listReceipts', 'sendNotices'],
  'seo-settings': ['findSettings', 'changeSettings'],
  'manage-cities': ['listCities'],
  'manage-cities-import': ['findCityFile'],
  'manage-city': ['findCity'],
  'manage-services': ['listServices'],
  'manage-services-import': ['findServiceFile'],
  'manage-service': ['findService'],
  account: OF_PERSON,
  factors: OF_PERSON,
  'access-tokens': TOKENS,
  device: TOKENS,
  'api-reference': DESCRIPTION,
  'account-data': OF_PERSON,
  'own-accounts': OF_PERSON,
  members: ['listMembers', 'listInvitations', 'findAccount'],
  'single-sign-on': PROVIDER,
  'members-data': OF_PERSON,
  'members-export': EXPORT,
  record: ['listRecord'],
  proposal: PROPOSALS,
  proposals: PROPOSALS,
  webhooks: ['listWebhooks'],
  webhook: ['findWebhook', 'listWebhookMessages'],
  preview: PREVIEW,
  'site-preview': PREVIEW,
  'site-preview-sheet': PREVIEW,
  'share-link': ['listShares', 'shareDraft'],
  'import-preview': ['findFoundArticle'],
  'import-picture': PREVIEW,
  uploads: ['addPicture'],
  'find-pictures': ['listPictures'],
  'article-labels': ['listTags', 'listAuthors'],
  'find-articles': ['listArticles'],
  draft: ['createDraft', 'changeDraft', 'deleteDraft'],
  'account-export': EXPORT,
  'record-export': EXPORT,
}

const ATTRIBUTE = /\bintent(?:="|"\s+value=")([\w-]+)"/g
const VALUES = /\bintent(?:: |=\{|', )([^,;})\n]*)/g

/** Lists the intents that the forms and the scripts of the desk send, with the folder of each. */
function listIntents(): string[] {
  const files = globSync('app/features/**/*.{ts,tsx}').filter((file) => !/\.test\.ts|\/site\//.test(file))
  return files.flatMap((file) => {
    const text = readFileSync(file, 'utf8')
    const attributes = [...text.matchAll(ATTRIBUTE)].map(([, intent = '']) => intent)
    const values = [...text.matchAll(VALUES)].flatMap(
      ([, value = '']) => value.match(/(?<=')[\w-]+(?=')/g) ?? [],
    )
    const folder = file.split('/').slice(2, -1).join('/')
    return [...attributes, ...values].map((intent) => `${folder} ${intent}`)
  })
}

test('every intent of the desk has its call, or a reason for none', () => {
  expect([...new Set(listIntents())].toSorted()).toEqual(Object.keys(INTENTS).toSorted())
})

test('every address of the desk has its calls, or a reason for none', () => {
  const folder = 'routes/desk/'
  const desk = Object.keys(ROUTES).flatMap((id) => (id.startsWith(folder) ? [id.slice(folder.length)] : []))
  expect(desk.toSorted()).toEqual(Object.keys(SCREENS).toSorted())
})

test('every call does something that the desk does, too', () => {
  const called = new Set([INTENTS, CHANGES, SCREENS].flatMap(Object.values<Row>).flat())
  const unused = Object.keys(OPERATIONS).filter((name) => !called.has(name))
  expect(unused).toEqual([])
})
