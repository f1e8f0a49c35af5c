-- The pages of a sitemap's part are read from the index alone, also where some accounts show theirs on a domain of their own.
drop index generated_pages_listed_idx;
create index generated_pages_listed_idx on generated_pages (id) include (slug, updated_at, canonical_url, user_id)
  where is_published and not is_noindex;
