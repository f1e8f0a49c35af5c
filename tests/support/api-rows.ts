import { v7 as uuidv7 } from 'uuid'
import { createApi, signInProgram } from './api.ts'
import type { ApiRows } from './api-calls.ts'
import { takePicture } from './pictures.ts'
import { queryStore, signUp, type TestServer } from './server.ts'

type Api = ReturnType<typeof createApi>

/** A person with an account, and a program that has signed in by password. */
export interface Person {
  id: string
  email: string
  api: Api
  headers: Record<string, string>
}

/** Signs a person up, and a program of this person in. */
export async function makePerson(server: TestServer): Promise<Person> {
  const { email } = await signUp(server)
  const [user] = await queryStore<{ id: string }>(server, `select id from users where email = '${email}'`)
  const headers = await signInProgram(server, email)
  return { id: user?.id ?? '', email, headers, api: createApi(server, headers) }
}

/** The rows of an account, and those of a text that stands on two of its sites. */
export interface AccountRows {
  rows: ApiRows
  onBothSites: ApiRows
  /** A site of the account on which nothing stands. */
  otherSiteId: string
}

/**
 * Makes a row of each kind for an account, by the API where that makes it. All of them have a word. No job is left to change
 * one.
 */
export async function makeApiRows(
  server: TestServer,
  { id: accountId, api }: Person,
  word: string,
): Promise<AccountRows> {
  const makeSite = async (name: string) => {
    const json = { kind: 'hosted', name, url: `${name}-${accountId}.example` }
    return (await make(api, 'addSite', { json })).site.id as string
  }
  const siteId = await makeSite(word)
  const secondId = await makeSite('second')
  const otherSiteId = await makeSite('other')
  const others = await makeOtherRows(server, { accountId, api, siteId, word })
  const onOne = await makeTexts(api, word, [siteId])
  const onBoth = await makeTexts(api, word, [siteId, secondId])
  await insertVariations(server, siteId, word)
  const rows = { accountId, siteId, ...others, ...onOne }
  return { rows, onBothSites: { ...rows, ...onBoth }, otherSiteId }
}

const BEGINNERS = {
  blog_posts: 'begun_by',
  drafts: 'begun_by',
  uploads: 'added_by',
  runs: 'made_by',
  draft_shares: 'made_by',
}

/** Makes all texts, pictures and runs of an account those of one of its members. */
export const giveTo = (server: TestServer, accountId: string, personId: string) =>
  queryStore(
    server,
    Object.entries(BEGINNERS)
      .map(
        ([table, column]) => `update ${table} set ${column} = '${personId}' where user_id = '${accountId}'`,
      )
      .join(';'),
  )

async function make(api: Api, ...[name, asked]: Parameters<Api>) {
  const { status, body } = await api(name, asked)
  if (status >= 300) throw new Error(`${name}: ${JSON.stringify(body)}`)
  return body
}

const idOf = async (...asked: Parameters<typeof make>) => (await make(...asked)).id as string

async function makeTexts(api: Api, word: string, siteIds: string[]) {
  const text = { title: word, content: `One of ${word}.`, author: word, tags: [word] }
  const articleId = await idOf(api, 'createArticle', { json: { ...text, siteIds } })
  const undone = await idOf(api, 'createArticle', { json: { ...text, siteIds } })
  await make(api, 'unpublishArticle', { params: { articleId: undone } })
  const dueAt = `${new Date().getUTCFullYear() + 1}-06-01T09:00:00Z`
  const json = { kind: 'publish', dueAt, siteIds }
  const planId = await idOf(api, 'createPlan', { params: { articleId }, json })
  const [draftId, readyDraftId] = [
    await idOf(api, 'createDraft', { json: { ...text, siteIds } }),
    await idOf(api, 'createDraft', { json: { ...text, siteIds } }),
  ]
  const shareId = await idOf(api, 'shareDraft', { params: { draftId }, json: { days: 7 } })
  await make(api, 'submitDraft', { params: { draftId } })
  const { entries } = await make(api, 'listUndoable', { query: 'limit=1' })
  return { articleId, planId, draftId, readyDraftId, shareId, runId: entries[0].runId as string }
}

// A model would write them.
const insertVariations = (server: TestServer, siteId: string, word: string) =>
  queryStore(
    server,
    `insert into revisions (id, article_id, user_id, site_id, number, kind, cause, text, changed)
       select gen_random_uuid(), id, user_id, '${siteId}', 1, 'published', 'variation',
         '{"title": "${word}", "content": "A text of ${word}."}', '{}'
       from blog_posts where author = '${word}' and origin_id is null`,
  )

interface Owner {
  accountId: string
  api: Api
  siteId: string
  word: string
}

async function makeOtherRows(server: TestServer, owner: Owner) {
  const { api, siteId, word } = owner
  const addPicture = async (shade: number) => {
    const file = await takePicture({ width: 60, height: 40, format: 'png', shade })
    return idOf(api, 'addPicture', { query: `name=${word}`, file })
  }
  const file = (lines: string) => ({ query: `name=${word}`, file: Buffer.from(lines) })
  const site = { kind: 'webhook', name: word, url: 'https://site.example/' }
  const hook = { url: `https://${word}.example/`, kinds: ['member.left'] }
  const params = { siteId }
  const page = { path: `/${word}`, title: word, content: word }
  await make(api, 'changeFace', { params, json: { tagline: word } })
  await make(api, 'changeSettings', { json: { businessName: word } })
  await make(api, 'renameAccount', { json: { name: word } })
  const webhookId = (await make(api, 'addWebhook', { json: hook })).webhook.id as string
  return {
    ...(await insertRows(server, owner, webhookId)),
    webhookId,
    faceVersion: String((await make(api, 'findFace', { params })).undoableVersion),
    sitePageId: (await make(api, 'addPage', { params, json: page })).articleId as string,
    webhookSiteId: (await make(api, 'addSite', { json: site })).site.id as string,
    pictureId: await addPicture(1),
    otherPictureId: await addPicture(2),
    tag: word,
    author: word,
    cityId: await idOf(api, 'addCity', { json: { name: word, state: 'Ohio' } }),
    cityReadingId: (await make(api, 'readCityFile', file(`name,state\nNo ${word},Ohio\n`)))
      .readingId as string,
    serviceId: await idOf(api, 'addService', { json: { name: word } }),
    serviceReadingId: (await make(api, 'readServiceFile', file(`name\nNo ${word}\n`))).readingId as string,
    importId: await idOf(api, 'uploadImport', {
      query: `name=${word}.md`,
      file: Buffer.from(`---\ntitle: ${word}\n---\nOld.\n`),
    }),
    invitationId: await idOf(api, 'invitePerson', { json: { role: 'author' } }),
    number: '1',
    position: '0',
  }
}

// Runs make the others of these rows, and nothing should work while the tests compare rows.
async function insertRows(server: TestServer, { accountId, word }: Owner, webhookId: string) {
  const [personId, pageId, fixRunId, messageId] = [uuidv7(), uuidv7(), uuidv7(), uuidv7()]
  await queryStore(
    server,
    `insert into users (id, email, name, email_verified)
       values ('${personId}', '${word}-${personId}@example.com', '${word}', true);
     insert into members (account_id, person_id, role) values ('${accountId}', '${personId}', 'author');
     insert into generated_pages (id, user_id, slug, meta_title, content)
       values ('${pageId}', '${accountId}', '${word}-${pageId}', '${word}', '${word}');
     insert into runs (id, user_id, kind, input, state, total, error, finished_at)
       values ('${fixRunId}', '${accountId}', 'backlinks', '{"mode":"fix"}', 'failed', 1, '${word}', now());
     insert into webhook_messages (id, webhook_id, kind, data, due_at)
       values ('${messageId}', '${webhookId}', 'webhook.test', '{"canary": "${word}"}', null)`,
  )
  return { personId, pageId, fixRunId, messageId }
}
