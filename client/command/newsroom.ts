import { type Api, ApiError, type Schemas } from '../client.ts'
import { fromApi, type Texts } from './texts.ts'

/** An article, or a draft or working copy that will be one. The text is the newest of the desk. */
export interface Remote {
  id: string
  texts: Texts
  etag: string
  /** The draft or the working copy; undefined for an article without one. */
  draft: Schemas['Draft'] | undefined
  isLive: boolean
}

/** Returns the newest text under an id; undefined without one. A draft that became an article is that article. */
export async function findRemote(api: Api, id: string): Promise<Remote | undefined> {
  const draft = await findOrElse(api.call('GET /v1/drafts/{draftId}', { path: { draftId: id } }))
  if (draft && !('missing' in draft)) {
    const { data, etag } = draft
    return { id, texts: fromApi(data), etag: etag ?? '*', draft: data, isLive: false }
  }
  const articleId = typeof draft?.missing.articleId === 'string' ? draft.missing.articleId : id
  const article = await findOrElse(api.call('GET /v1/articles/{articleId}', { path: { articleId } }))
  if ('missing' in article || article.data.state === 'deleting') return undefined
  const { data, etag } = article
  return {
    id: data.id,
    texts: fromApi(data),
    etag: etag ?? '*',
    draft: undefined,
    isLive: data.state === 'live',
  }
}

async function findOrElse<T>(asked: Promise<T>): Promise<T | { missing: Readonly<Record<string, unknown>> }> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return { missing: error.problem }
    throw error
  }
}

/** Returns the ids of all articles and drafts, each with a mark that changes with it. */
export async function listRemote(api: Api): Promise<Map<string, string>> {
  const marks = new Map<string, string>()
  const add = (id: string, mark: string) => marks.set(id, `${marks.get(id) ?? ''} ${mark}`.trim())
  for await (const { id, state, changedAt } of api.entries('GET /v1/articles', { query: { limit: 100 } }))
    if (state !== 'deleting') add(id, changedAt)
  for await (const { id, version } of api.entries('GET /v1/drafts', { query: { limit: 100 } }))
    add(id, String(version))
  return marks
}

/** Publishes the newest text under an id. Returns the article. Throws ApiError if it was changed since. */
export async function publishRemote(
  api: Api,
  { id, etag, draft }: Remote,
  siteIds: string[] | undefined,
): Promise<Schemas['ArticleHead']> {
  const body = siteIds ? { siteIds } : {}
  const { data } = draft
    ? await api.call('POST /v1/drafts/{draftId}/publish', { path: { draftId: id }, body, ifMatch: etag })
    : await api.call('POST /v1/articles/{articleId}/publish', {
        path: { articleId: id },
        body,
        ifMatch: etag,
      })
  return data
}

/** Returns the ids of sites by what a person calls them: an id, a name, an address or its host. Throws for an unknown one. */
export async function findSiteIds(api: Api, wanted: string[]): Promise<string[]> {
  const sites: Schemas['Site'][] = []
  for await (const site of api.entries('GET /v1/sites', { query: { limit: 100 } })) sites.push(site)
  return wanted.map((each) => {
    const site = sites.find(({ id, name, url }) =>
      [id, name, url, url.replace(/^https?:\/\//, '').replace(/\/$/, '')].includes(each),
    )
    if (!site)
      throw new Error(`The account has no site ${each}. It has ${sites.map(({ name }) => name).join(', ')}.`)
    return site.id
  })
}
