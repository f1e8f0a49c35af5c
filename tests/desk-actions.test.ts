// @store none
// Each action of the desk has its call in the API. A new one without a call, or a reason for none, fails here.
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
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
const NOTHING = 'A form without an intent does nothing.'
const IN_BROWSER = 'It is about the screen, and stores nothing that others see.'
const PREVIEW = 'A preview is a page for the eye. The texts in it have calls of their own.'
const DESCRIPTION = 'It shows the description of the API, which programs read at /openapi.json.'
const EXPORT = 'The lists of the API have the same content.'

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

const PLANS: Record<string, Row> = {
  'time-zone': IN_BROWSER,
  move: ['movePlan'],
  cancel: ['cancelPlan'],
  restore: ['restorePlan'],
  'default renew': ['renewPlan'],
}

/**
 * What each action does, by the file of its route and by the intent of the form. `default` is what it does with a form
 * without an intent, and with the one that stands behind it.
 */
const ACTIONS: Record<string, Record<string, Row>> = {
  'auth/auth': { 'sign-up': OF_PERSON, 'sign-out': OF_PERSON, default: OF_PERSON },
  'auth/challenge': { recover: OF_PERSON, challenge: OF_PERSON, 'default verify': OF_PERSON },
  'auth/company': { default: OF_PERSON },
  'auth/company-link': { default: OF_PERSON },
  'auth/device-code': { default: TOKENS },
  'auth/device-token': { default: TOKENS },
  'auth/forgot': { default: OF_PERSON },
  'auth/invite': { join: OF_PERSON, default: OF_PERSON },
  'auth/reset': { default: OF_PERSON },
  'auth/revoke': { default: TOKENS },
  'auth/verify': { default: OF_PERSON },
  'desk/access-tokens': {
    'create-server': TOKENS,
    end: TOKENS,
    'new-token': TOKENS,
    retire: TOKENS,
    rotate: TOKENS,
    'default create': TOKENS,
  },
  'desk/account': {
    'end-other-sessions': OF_PERSON,
    'end-session': OF_PERSON,
    'save-name': OF_PERSON,
    'default change-password': OF_PERSON,
  },
  'desk/account-data': { keep: OF_PERSON, 'default delete': OF_PERSON },
  'desk/articles': { ...CHANGES, redeliver: ['retryDeliveries'], undo: ['undoRun'], default: NOTHING },
  'desk/authors': { 'default save': ['changeAuthor'] },
  'desk/backlink-fixer': {
    fix: ['startLinkFix'],
    try: ['startLinkFix'],
    undo: ['undoLinkFix'],
    'undo-one': ['undoLinkFix'],
    default: NOTHING,
  },
  'desk/calendar': PLANS,
  'desk/device': { approve: TOKENS, 'default refuse': TOKENS },
  'desk/draft': { default: ['createDraft', 'changeDraft'] },
  'desk/edit-article': {
    delete: ['deleteArticle'],
    discard: ['deleteDraft'],
    duplicate: ['createDraft'],
    forget: ['deleteArticle'],
    keep: ['changeDraft'],
    plan: ['createPlan'],
    publish: ['publishArticle', 'publishDraft'],
    redeliver: ['retryDeliveries'],
    submit: ['submitDraft'],
    'default save': ['changeArticle'],
  },
  'desk/factors': {
    challenge: OF_PERSON,
    enrol: OF_PERSON,
    'recovery-codes': OF_PERSON,
    remove: OF_PERSON,
    'default verify': OF_PERSON,
  },
  'desk/import': {
    continue: ['continueImport'],
    discard: ['discardImport'],
    encoding: ['chooseEncoding'],
    import: ['startImport'],
    pictures: ['bringPictures'],
    stop: ['stopImport'],
    'stop-pictures': ['stopPictures'],
    'take-back': ['takeBackImport'],
    default: ['uploadImport'],
  },
  'desk/landing-pages': { default: ['generateLandingPages'] },
  'desk/landing-pages-template': {
    live: ['previewTemplate'],
    reset: ['resetTemplate'],
    save: ['saveTemplate'],
    'default preview': ['previewTemplate'],
  },
  'desk/link-report': { default: ['startLinkCheck'] },
  'desk/manage-catalogue': {
    add: ['addCity', 'addService'],
    delete: ['deleteCities', 'deleteServices', 'deleteCity', 'deleteService'],
    restore: ['restoreCities', 'restoreServices'],
    default: NOTHING,
  },
  'desk/manage-catalogue-entry': { 'default save': ['changeCity', 'changeService'] },
  'desk/manage-catalogue-import': {
    discard: ['discardCityFile', 'discardServiceFile'],
    import: ['importCities', 'importServices'],
    read: ['readCityFile', 'readServiceFile'],
    default: NOTHING,
  },
  'desk/manage-site': {
    'add-page': ['addPage'],
    connect: ['connectSite'],
    copy: ['addSite', 'findFace', 'changeFace'],
    'move-page': ['movePage'],
    'new-secret': ['addSecret'],
    remove: ['removeSite'],
    'retire-secret': ['retireSecret'],
    save: ['changeSite'],
    'save-face': ['changeFace'],
    'switch-off': ['changeSite'],
    'switch-on': ['changeSite'],
    'take-nearest': ['changeFace'],
    test: ['testSite'],
    'test-saved': ['testSite'],
    'undo-face': ['undoFace'],
    default: NOTHING,
  },
  'desk/manage-sites-import': {
    again: IN_BROWSER,
    import: ['addSite', 'changeFace'],
    'default read': IN_BROWSER,
  },
  'desk/manage-sites-new': { test: ['testNewSite'], 'default add': ['addSite'] },
  'desk/members': {
    invite: ['invitePerson'],
    offer: OWNERSHIP,
    remove: ['removeMember'],
    rename: ['renameAccount'],
    'review-rules': RULES,
    withdraw: ['withdrawInvitation'],
    'default place': ['changeMember'],
  },
  'desk/members-data': { keep: OF_PERSON, 'default delete': OF_PERSON },
  'desk/notices': { default: ['sendNotices'] },
  'desk/own-accounts': { leave: OF_PERSON, own: OWNERSHIP, 'default change': OF_PERSON },
  'desk/picture': {
    delete: ['deletePicture'],
    focus: ['changePicture'],
    point: ['changePicture'],
    replace: ['addPicture', 'replacePicture'],
    undo: ['undoRun'],
    words: ['changePicture'],
    default: NOTHING,
  },
  'desk/pictures': {
    'alt-rule': ['changeAltRule'],
    'delete-unused': ['removeUnusedPictures'],
    'default add': ['addPicture'],
  },
  'desk/preview': { default: PREVIEW },
  'desk/proposal': { accept: PROPOSALS, 'default refuse': PROPOSALS },
  'desk/publisher': {
    'close-steps': IN_BROWSER,
    duplicate: ['createDraft'],
    plan: ['createPlan'],
    save: ['createDraft', 'changeDraft'],
    submit: ['submitDraft'],
    'default publish': ['createArticle', 'publishDraft'],
  },
  'desk/review': {
    approve: EYES,
    'approve-variation': EYES,
    'delete-note': EYES,
    note: EYES,
    reopen: EYES,
    settle: EYES,
    withdraw: ['withdrawReview'],
    'default changes': EYES,
  },
  'desk/revisions': { default: ['restoreRevision', 'restoreVariation'] },
  'desk/schedule': { ...PLANS, plan: ['createPlan'] },
  'desk/seo-audit': { default: ['startAudit'] },
  'desk/seo-dashboard': { default: ['generateLandingPages'] },
  'desk/seo-settings': { default: ['changeSettings'] },
  'desk/share-draft': { withdraw: ['withdrawShare'], 'default share': ['shareDraft'] },
  'desk/share-link': { default: ['listShares', 'shareDraft'] },
  'desk/single-sign-on': {
    'add-domain': PROVIDER,
    prove: PROVIDER,
    remove: PROVIDER,
    'remove-domain': PROVIDER,
    test: PROVIDER,
    'default save': PROVIDER,
  },
  'desk/tags': { undo: ['undoRun'], 'default save': ['changeTag'] },
  'desk/undo': { default: ['undoRun'] },
  'desk/uploads': { default: ['addPicture'] },
  'desk/webhook': {
    delete: ['deleteWebhook'],
    pause: ['changeWebhook'],
    replay: ['replayWebhookMessage'],
    resume: ['changeWebhook'],
    rotate: ['renewWebhookSecret'],
    test: ['testWebhook'],
    'default save': ['changeWebhook'],
  },
  'desk/webhooks': { 'default save': ['addWebhook'] },
}

/** What each address of the desk shows. */
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
  revisions: ['listRevisions', 'findRevision', 'listVariationRevisions', 'findVariationRevision'],
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

const ACTION = /^export (?:async function|const) action\b/m
const IMPORT = /^import \{([^}]*)\} from '(\.\.\/\.\.\/[^']*\.server\.ts)'/gm
const COMPARED = /(?:\bintent|'intent'\)) [!=]== '([\w-]+)'/g
const SWITCH = /^( *)switch \(readFormText\(form, 'intent'\)\) \{[^]*?\n\1\}/gm

/** Returns the text of an exported function; empty for one that is not there. No blank line stands in a function. */
const findFunction = (text: string, name: string): string =>
  new RegExp(`^export (?:async )?(?:function|const) ${name}\\b[^]*?(?=\n\n|(?![^]))`, 'm').exec(text)?.[0] ??
  ''

/** Returns the code of a route, and of the functions on the server that it imports. */
function readCode(file: string): string {
  const text = readFileSync(file, 'utf8')
  const imported = [...text.matchAll(IMPORT)].flatMap(([, names = '', path = '']) => {
    const other = readFileSync(join(dirname(file), path), 'utf8')
    return names.split(',').map((name) => findFunction(other, name.trim()))
  })
  return [text, ...imported].join('\n')
}

/** Lists the intents that a code compares. */
function listCompared(code: string): string[] {
  const cases = [...code.matchAll(SWITCH)].flatMap(([block]) => [...block.matchAll(/\bcase '([\w-]+)':/g)])
  return [...code.matchAll(COMPARED), ...cases].map(([, intent = '']) => intent)
}

const FILES = globSync('app/routes/{desk,auth}/*.{ts,tsx}')
  .filter((path) => !path.includes('.test.') && ACTION.test(readFileSync(path, 'utf8')))
  .map((path) => ({ path, file: path.replace(/^app\/routes\/|\.tsx?$/g, '') }))

const toIntent = (key: string) => (key.startsWith('default') ? key.slice('default '.length) : key)

test('every action of the desk has its calls, or a reason for none, also without an intent', () => {
  expect(FILES.map(({ file }) => file).toSorted()).toEqual(Object.keys(ACTIONS))
  for (const [file, rows] of Object.entries(ACTIONS))
    expect(
      Object.keys(rows).filter((key) => /^default\b/.test(key)),
      file,
    ).toHaveLength(1)
})

test.each(FILES)('each intent that $file knows has its calls, or a reason for none', ({ path, file }) => {
  const known = Object.keys(ACTIONS[file] ?? {}).map(toIntent)
  for (const intent of listCompared(readCode(path))) expect(known).toContain(intent)
})

const ATTRIBUTE = /\bintent(?:="|"\s+value=")([\w-]+)"/g
const VALUES = /\bintent(?:: |=\{|', )([^,;})\n]*)/g

/** Lists the intents that the forms and the scripts of the desk send. */
function listIntents(): string[] {
  const files = globSync('app/features/**/*.{ts,tsx}').filter((file) => !/\.test\.ts|\/site\//.test(file))
  return files.flatMap((file) => {
    const text = readFileSync(file, 'utf8')
    const attributes = [...text.matchAll(ATTRIBUTE)].map(([, intent = '']) => intent)
    const values = [...text.matchAll(VALUES)].flatMap(
      ([, value = '']) => value.match(/(?<=')[\w-]+(?=')/g) ?? [],
    )
    return [...attributes, ...values]
  })
}

test('every intent that a form sends is one that an action knows, and the other way round', () => {
  const known = Object.values(ACTIONS)
    .flatMap((rows) => Object.keys(rows))
    .map(toIntent)
    .filter(Boolean)
  const sent = [...listIntents(), ...Object.keys(CHANGES)]
  expect([...new Set(sent)].toSorted()).toEqual([...new Set(known)].toSorted())
})

test('every address of the desk has its calls, or a reason for none', () => {
  const folder = 'routes/desk/'
  const desk = Object.keys(ROUTES).flatMap((id) => (id.startsWith(folder) ? [id.slice(folder.length)] : []))
  expect(desk.toSorted()).toEqual(Object.keys(SCREENS).toSorted())
})

test('every call does something that the desk does, too', () => {
  const called = new Set([...Object.values(ACTIONS), SCREENS].flatMap(Object.values<Row>).flat())
  const unused = Object.keys(OPERATIONS).filter((name) => !called.has(name))
  expect(unused).toEqual([])
})
