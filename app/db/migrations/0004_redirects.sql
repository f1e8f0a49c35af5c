-- Addresses that articles had elsewhere, before they were imported: each leads to its article for good.
create table redirects (
  site_id uuid not null references target_sites on delete cascade,
  path text not null check (path like '/_%'), -- without escapes, query and slash at the end
  article_id uuid not null references blog_posts on delete cascade,
  created_at timestamptz not null default now(),
  primary key (site_id, path)
);
create index redirects_article_id_idx on redirects (article_id);
