-- Local pages, made from cities and services. Each is found by its whole path on the main site.
create table generated_pages (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  slug text not null constraint generated_pages_slug_key unique check (slug <> ''), -- the path without its first slash
  is_published boolean not null default false,
  meta_title text not null check (meta_title <> ''),
  meta_description text not null default '',
  canonical_url text,
  schema_markup jsonb,
  content text not null, -- HTML
  updated_at timestamptz not null default now()
);
create index generated_pages_user_id_idx on generated_pages (user_id);
