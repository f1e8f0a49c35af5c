import type { Extension, PGlite } from '@electric-sql/pglite'
import { amcheck } from '@electric-sql/pglite/contrib/amcheck'
import { pageinspect } from '@electric-sql/pglite/contrib/pageinspect'

/** The Postgres extensions that `prepareChecks` and `checkStore` need. */
export const checkExtensions: Record<string, Extension> = { amcheck, pageinspect }

// Postgres checks the checksum of each page that a query reads. A checksum does not show that a page is empty, missing
// or outdated. In that case rows and indexes contradict each other. Each query returns a row for a problem, or fails.
const CHECKS = [
  // Rows, with their TOAST values.
  `select c.oid::regclass as place, msg as problem
   from pg_class c, verify_heapam(c.oid::regclass, check_toast => true)
   where relkind in ('r', 't') and relpersistence = 'p' limit 1`,

  // Indexes, and every row that is missing in its index. These functions throw their errors.
  `select c.oid::regclass as place, '' as problem
   from pg_class c join pg_am a on a.oid = relam, bt_index_check(c.oid::regclass, true) as checked
   where relkind = 'i' and amname = 'btree' and relpersistence = 'p' and checked::text <> ''`,
  `select c.oid::regclass as place, '' as problem
   from pg_class c join pg_am a on a.oid = relam, gin_index_check(c.oid::regclass) as checked
   where relkind = 'i' and amname = 'gin' and relpersistence = 'p' and checked::text <> ''`,

  // The pending list of GIN indexes.
  `select place, 'entries are missing' as problem
   from (
     select c.oid::regclass::text as place, pg_relation_size(c.oid) / 8192 - 1 as last
     from pg_class c join pg_am a on a.oid = relam where relkind = 'i' and amname = 'gin' and relpersistence = 'p'
   ) as indexes, gin_metapage_info(get_raw_page(place, 0))
   where n_pending_pages <> (
     select count(*) from generate_series(1, last) as block, gin_page_opaque_info(get_raw_page(place, block))
     where 'list' = any(flags))`,

  // Rows that an index points to, but that do not exist. On a page with a successor, the first item is no entry.
  `with tables as materialized (
     select distinct on (i.indrelid) i.indrelid::regclass::text as place, i.indexrelid::regclass::text as index,
       pg_relation_size(i.indrelid) / 8192 - 1 as last, pg_relation_size(i.indexrelid) / 8192 - 1 as index_last
     from pg_index i join pg_class c on c.oid = i.indexrelid join pg_am a on a.oid = c.relam
     where amname = 'btree' and indpred is null and indisvalid and relpersistence = 'p' order by i.indrelid
   ), leaves as (
     select place, index, block, btpo_next <> 0 as is_bounded
     from tables, generate_series(1, index_last) as block, bt_page_stats(index, block) where type = 'l'
   ), pointers as (
     select place, unnest(coalesce(tids, array[htid])) as tid
     from leaves, bt_page_items(index, block) where not (is_bounded and itemoffset = 1)
   ), found as (
     select place, format('(%s,%s)', block, lp)::tid as tid
     from tables, generate_series(0, last) as block, heap_page_items(get_raw_page(place, block)) where lp_flags <> 0
   )
   select place, 'rows are missing' as problem
   from (select place, tid from pointers except select place, tid from found) as lost limit 1`,

  // Pages that are newer than the journal: then the end of the journal is lost, with other changes in it.
  `select c.oid::regclass as place, 'it is ahead of the journal' as problem
   from pg_class c, generate_series(0, pg_relation_size(c.oid) / 8192 - 1) as block,
     page_header(get_raw_page(c.oid::regclass::text, block))
   where relkind in ('r', 't', 'i', 'S') and relpersistence = 'p' and lsn > pg_current_wal_insert_lsn() limit 1`,
]

/** Installs the extensions for `checkStore`. Call it on a new store: a damaged one should not be written to. */
export const prepareChecks = (store: PGlite) =>
  store.exec('create extension if not exists amcheck; create extension if not exists pageinspect')

/**
 * Checks the whole store. Throws the first problem. It takes half a second, or one second with thousands of articles.
 */
export async function checkStore(store: PGlite): Promise<void> {
  await prepareChecks(store) // older versions made stores without the extensions
  for (const check of CHECKS) {
    const { rows } = await store.query<{ place: string; problem: string }>(check)
    if (rows[0]) throw new Error(`${rows[0].place}: ${rows[0].problem}`)
  }
}
