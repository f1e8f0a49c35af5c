import { sql } from 'kysely'
import type { BlogPost } from '../../db/tables.ts'
import { db, type Transaction } from '../../platform/store/database.server.ts'
import { log } from '../../platform/log.server.ts'
import { invalidatePages, write } from '../../platform/web/page-invalidation.server.ts'
import { pageTagsOfArticle } from './articles.ts'
import { renderText, toRenderedColumns } from './commands.server.ts'
import { type RenderedMarkdown, RENDERER_VERSION } from './markdown/markdown.ts'

const BATCH_SIZE = 50
const NO_ID = '00000000-0000-0000-0000-000000000000'

/**
 * Renders articles again that an older renderer made, 50 at a time, then updates their copies on hosted sites. Dates do
 * not change. An article that is edited in the meantime keeps the result of the edit. An article that cannot be
 * rendered keeps its HTML and is logged. Returns the number of rendered articles.
 */
export async function renderOutdated(): Promise<number> {
  let count = 0
  let afterId = NO_ID
  for (;;) {
    const batch = await listOutdated(afterId)
    const last = batch.at(-1)
    if (!last) break
    const results = await Promise.all(batch.map(renderAgain))
    const rendered = results.filter((result) => result !== undefined)
    count += await write((trx) => updateHtml(trx, rendered))
    afterId = last.id
  }
  for (let updated = BATCH_SIZE; updated === BATCH_SIZE;) updated = await write(updateCopies)
  return count
}

type Outdated = Pick<BlogPost, 'id' | 'userId' | 'content' | 'canonicalUrl' | 'lang'>

function listOutdated(afterId: string): Promise<Outdated[]> {
  return db
    .selectFrom('blogPosts')
    .select(['id', 'userId', 'content', 'canonicalUrl', 'lang'])
    .where('originId', 'is', null)
    .where('rendererVersion', '<', RENDERER_VERSION)
    .where('id', '>', afterId) // continues after those that could not be rendered
    .orderBy('id')
    .limit(BATCH_SIZE)
    .execute()
}

interface RenderedAgain {
  article: Outdated
  rendered: RenderedMarkdown
}

async function renderAgain(article: Outdated): Promise<RenderedAgain | undefined> {
  try {
    return { article, rendered: await renderText(article, article.userId) }
  } catch (error) {
    log.warn({ err: error, articleId: article.id }, 'render_outdated.kept')
    return undefined
  }
}

async function updateHtml(trx: Transaction, all: RenderedAgain[]): Promise<number> {
  const tags: string[] = []
  let count = 0
  for (const { article, rendered } of all) {
    const row = await trx
      .updateTable('blogPosts')
      .set(toRenderedColumns(rendered))
      .where('id', '=', article.id)
      .where('content', '=', article.content)
      .where('canonicalUrl', 'is not distinct from', article.canonicalUrl)
      .where('lang', 'is not distinct from', article.lang)
      .where('rendererVersion', '<', RENDERER_VERSION)
      .returning(['id', 'siteId', 'tags', 'author'])
      .executeTakeFirst()
    if (!row) continue
    tags.push(...pageTagsOfArticle(row))
    count += 1
  }
  await invalidatePages(trx, tags)
  return count
}

// Leaves out a copy whose text differs from its origin's. A delivery will bring the newer text with its HTML.
async function updateCopies(trx: Transaction): Promise<number> {
  const outdated = trx
    .selectFrom('blogPosts as copies')
    .innerJoin('blogPosts as origins', 'origins.id', 'copies.originId')
    .select('copies.id')
    .whereRef('copies.content', '=', 'origins.content')
    .whereRef('copies.rendererVersion', '<', 'origins.rendererVersion')
    .limit(BATCH_SIZE)
  const rows = await trx
    .updateTable('blogPosts as copies')
    .from('blogPosts as origins')
    .set((ref) => ({
      contentHtml: ref.ref('origins.contentHtml'),
      toc: sql<string>`origins.toc`,
      excerpt: ref.ref('origins.excerpt'),
      readingMinutes: ref.ref('origins.readingMinutes'),
      rendererVersion: ref.ref('origins.rendererVersion'),
    }))
    .whereRef('origins.id', '=', 'copies.originId')
    .whereRef('copies.content', '=', 'origins.content')
    .where('copies.id', 'in', outdated)
    .returning(['copies.id', 'copies.siteId', 'copies.tags', 'copies.author'])
    .execute()
  await invalidatePages(trx, rows.flatMap(pageTagsOfArticle))
  return rows.length
}
