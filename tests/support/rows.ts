import { vi } from 'vitest'
import { queryStore, type TestServer } from './server.ts'

const TABLES = [
  'users',
  'deleted_accounts',
  'accounts',
  'factors',
  'recovery_codes',
  'runs',
  'run_items',
  'checked_articles',
  'broken_links',
  'generated_pages',
  'seo_settings',
  'audit_findings',
  'page_counts',
  'landing_templates',
  'landing_paragraphs',
  'cities',
  'services',
  'factors',
  'recovery_codes',
  'installation',
  'secret_seals',
  'target_sites',
  'blog_posts',
  'redirects',
  'deliveries',
  'variations',
  'ai_usage',
  'article_search',
  'uploads',
  'drafts',
  'draft_shares',
  'revisions',
  'approvals',
  'plans',
  'reviews',
  'review_notes',
  'review_rules',
  'imports',
  'import_chunks',
  'import_records',
  'tags',
  'author_profiles',
  'upload_variants',
  'picture_uses',
  'page_changes',
  'notice_receipts',
]

/** Returns a hash of each row, by table. `more` names tables that other changes of a test may touch. */
export async function readAll(of: TestServer, more: string[] = []): Promise<Record<string, unknown>> {
  const all: Record<string, unknown> = {}
  for (const table of [...TABLES, ...more])
    all[table] = await queryStore(of, `select md5(t::text) as row from ${table} t order by 1`)
  return all
}

/** Starts a scheduled job of a running server now, waits for its end and returns its state. */
export async function runJob(of: TestServer, name: string): Promise<'completed' | 'failed'> {
  const [job] = await queryStore<{ id: string }>(
    of,
    `insert into pgboss.job (name, retry_limit) values ('${name}', 0) returning id`,
  )
  const ended = `select state from pgboss.job where id = '${job?.id}' and state in ('completed', 'failed')`
  return vi.waitFor(
    async () => {
      const [row] = await queryStore<{ state: 'completed' | 'failed' }>(of, ended)
      if (!row) throw new Error(`${name} is not done.`)
      return row.state
    },
    { timeout: 30_000, interval: 100 },
  )
}
