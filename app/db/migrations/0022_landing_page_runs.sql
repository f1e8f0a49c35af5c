-- Landing pages are made from pairs of a city and a service. No foreign keys: a page outlives its pair until a run
-- retires it, and from then on says that it is gone.
alter table generated_pages
  add column city_id uuid,
  add column service_id uuid,
  add column is_noindex boolean not null default false, -- shown, but search engines are asked to pass it by
  add column content_hash text, -- of all that readers get; `updated_at` moves with it
  add column content_mac text, -- shows that the content is the generator's own: made from APP_SECRET, id and content
  add column score smallint check (score between 0 and 100),
  add column score_parts jsonb, -- what the score is the sum of, and the page that is most alike
  add column retired_at timestamptz,
  add constraint generated_pages_pair_key unique (user_id, service_id, city_id),
  add constraint generated_pages_retired_check check (retired_at is null or not is_published);

-- Texts lie apart from the rows: lists, sitemaps and runs read all rows and no texts.
alter table generated_pages set (toast_tuple_target = 256);

drop index generated_pages_user_id_idx; -- the pairs' one begins with it
create index generated_pages_listed_idx on generated_pages (id) include (slug, updated_at, canonical_url)
  where is_published and not is_noindex;

-- What an account's landing pages say. Without a row they say what the product brings along.
create table landing_templates (
  user_id uuid primary key references users on delete cascade,
  title text not null check (title <> ''),
  description text not null,
  body text not null check (body <> ''), -- Markdown with fields
  below_gate text not null check (below_gate in ('unpublished', 'noindex')), -- what a page without enough of its own becomes
  updated_at timestamptz not null default now()
);

alter table landing_templates enable row level security;
create policy own on landing_templates to broadsheet_operator using (user_id = current_account_id());
grant select, insert, update, delete on landing_templates to broadsheet_operator;
