-- Two accounts may import the same articles: each has its own.
alter table blog_posts drop constraint blog_posts_import_key;
alter table blog_posts add constraint blog_posts_import_key unique (site_id, user_id, import_key);

-- A file that an account imports in the desk: one at a time. Its report stays until the next one.
create table imports (
  id uuid primary key,
  user_id uuid not null unique references users on delete cascade,
  file_name text not null,
  bytes integer not null default 0,
  state text not null default 'uploading'
    check (state in ('uploading', 'reading', 'unreadable', 'read', 'importing', 'stopped', 'done')),
  problem text, -- why the file cannot be read, as a sentence
  as_drafts boolean not null default false,
  run_id uuid, -- the run that reads or imports it
  created_at timestamptz not null default now()
);

-- The file in pieces, until it is read: another process may read it.
create table import_chunks (
  import_id uuid not null references imports on delete cascade,
  number integer not null,
  bytes bytea not null,
  primary key (import_id, number)
);

-- What was found in the file, in its order.
create table import_records (
  import_id uuid not null references imports on delete cascade,
  position integer not null,
  place text not null, -- such as `line 4`
  title text not null,
  import_key text, -- source and path, as in blog_posts
  found text not null check (found in ('new', 'changed', 'same', 'refused', 'left-out')),
  is_public boolean not null default false,
  record jsonb, -- the fields of the article, until it is imported
  outcome text check (outcome in ('created', 'updated', 'unchanged', 'refused')),
  problem text, -- why it is refused or left out, as a sentence
  article_id uuid,
  primary key (import_id, position)
);
create index import_records_waiting_idx on import_records (import_id, position) where record is not null;

alter table imports enable row level security;
alter table import_chunks enable row level security;
alter table import_records enable row level security;
create policy own on imports to broadsheet_operator using (user_id = current_account_id());
-- Inside a policy the other table's policy holds too: these are the account's own imports.
create policy own on import_chunks to broadsheet_operator using (import_id in (select id from imports));
create policy own on import_records to broadsheet_operator using (import_id in (select id from imports));
grant select, insert, update, delete on imports, import_chunks, import_records to broadsheet_operator;
