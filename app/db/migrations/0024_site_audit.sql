-- What a run that looked over an account's public pages found. Only those of the last run that was done are kept.
create table audit_findings (
  run_id uuid not null references runs on delete cascade,
  article_id uuid references blog_posts on delete cascade,
  landing_page_id uuid references generated_pages on delete cascade,
  page_id uuid generated always as (coalesce(article_id, landing_page_id)) stored,
  kind text not null check (kind in (
    'title-long', 'title-duplicate', 'description-missing', 'description-short', 'description-long',
    'description-duplicate', 'image-missing', 'alt-missing', 'headings-missing', 'headings-skipped'
  )),
  detail text not null default '', -- how long, how many, from which to which
  primary key (run_id, kind, page_id),
  check (num_nonnulls(article_id, landing_page_id) = 1)
);
create index audit_findings_article_idx on audit_findings (article_id) where article_id is not null;
create index audit_findings_landing_page_idx on audit_findings (landing_page_id) where landing_page_id is not null;

-- How many pages an account had in which state, day by day (UTC).
create table page_counts (
  user_id uuid not null references users on delete cascade,
  day date not null,
  articles integer not null, -- published ones
  published integer not null, -- landing pages, these and the following
  noindex integer not null,
  unpublished integer not null,
  retired integer not null,
  primary key (user_id, day)
);

alter table audit_findings enable row level security;
alter table page_counts enable row level security;
-- Inside a policy the other table's policy holds too: these are the account's own runs.
create policy own on audit_findings to broadsheet_operator using (run_id in (select id from runs));
create policy own on page_counts to broadsheet_operator using (user_id = current_account_id());
grant select on audit_findings, page_counts to broadsheet_operator;
