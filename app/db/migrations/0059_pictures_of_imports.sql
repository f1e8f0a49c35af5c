-- The files of an upload, which stay until the pictures among them have come in.
alter table imports add column files jsonb not null default '[]';

alter table import_records
  add column addresses text[], -- the paths that the article had on its old site
  add column links jsonb, -- its links to pages of its old site, until they lead to articles
  add column lost_pictures jsonb; -- its pictures that do not come in, with the reasons
create index import_records_addresses_idx on import_records using gin (addresses);
create index import_records_links_idx on import_records (import_id, position) where links is not null;
