import { NIL } from 'uuid'
import { vi } from 'vitest'
import { openStore, queryStore, type TestServer } from './server.ts'

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

// Sessions note their last use, and notices to search engines go out by the clock.
const LEFT_OUT = new Set(['sessions', 'device_codes', 'page_changes'])

// The report of any account may name an article that everybody can read.
const LEFT_OUT_REFERENCES = new Set(['checked_articles.article_id'])

/** Reads the rows of an account. */
export interface RowsReader {
  /** Returns a hash of the rows by table and column, without the runs of one of its members. */
  read: (memberId?: string) => Promise<Record<string, unknown>>
  close: () => Promise<void>
}

/**
 * Opens a reader of the rows that name an account, and of those that refer to one of these. So a new table is among them. It
 * keeps its connection with the plan of its query, which is long.
 */
export async function openRowsOf(of: TestServer, accountId: string): Promise<RowsReader> {
  const named = await queryStore<{ name: string; column: string }>(
    of,
    `select c.relname as name, attname as column from pg_attribute join pg_class c on c.oid = attrelid
     where relnamespace = 'public'::regnamespace and relkind = 'r' and atttypid = 'uuid'::regtype
       and (attname in ('user_id', 'account_id', 'owner_id') or attname = 'id' and relname in ('users', 'sign_in_providers'))
     order by attname`,
  )
  const references = await queryStore<{ name: string; column: string; parent: string; key: string }>(
    of,
    `select conrelid::regclass::text as name, child.attname as column, confrelid::regclass::text as parent,
       parent.attname as key
     from pg_constraint
       join pg_attribute child on child.attrelid = conrelid and child.attnum = conkey[1]
       join pg_attribute parent on parent.attrelid = confrelid and parent.attnum = confkey[1]
     where contype = 'f' and cardinality(conkey) = 1 and confrelid <> 'users'::regclass`,
  )
  // Of a table with two such columns, the last one is that of the account.
  const own = new Map(
    named
      .filter(({ name }) => !LEFT_OUT.has(name))
      .map(({ name, column }) => {
        const except = name === 'runs' ? ' and made_by is distinct from $1' : ''
        return [name, { name, column, condition: `${column} = '${accountId}'${except}` }]
      }),
  )
  const referring = references.flatMap(({ name, column, parent, key }) => {
    const condition = own.get(parent)?.condition
    return condition && !LEFT_OUT_REFERENCES.has(`${name}.${column}`)
      ? [{ name, column, condition: `${column} in (select ${key} from ${parent} where ${condition})` }]
      : []
  })
  const hashes = [...own.values(), ...referring]
    .filter(({ name }) => !LEFT_OUT.has(name))
    .map(
      ({ name, column, condition }) =>
        `select '${name}.${column}' as name, (
           select string_agg(md5(t::text), '' order by md5(t::text)) from ${name} t where ${condition}) as rows`,
    )
  const client = await openStore(of)
  const query = { name: 'rows', text: hashes.join(' union all ') }
  return {
    async read(memberId = NIL) {
      const { rows } = await client.query<{ name: string; rows: string | null }>({
        ...query,
        values: [memberId],
      })
      return Object.fromEntries(rows.map(({ name, rows: hash }) => [name, hash]))
    },
    close: () => client.end(),
  }
}
