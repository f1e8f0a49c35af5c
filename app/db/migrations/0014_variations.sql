-- Hosts that failed lately. While `open_until` is ahead nobody asks them; null is a host that may be asked.
create table host_breakers (
  host text primary key,
  failures integer not null default 0, -- one after the other
  open_until timestamptz
);

-- What each account has had language models read and write; a day is one of UTC.
create table ai_usage (
  user_id uuid not null references users on delete cascade,
  day date not null,
  tokens integer not null check (tokens >= 0), -- what was reserved, and once an answer is there, what it took
  calls integer not null default 0,
  primary key (user_id, day)
);
create index ai_usage_day_idx on ai_usage (day);

-- An article in other words, for one site; or why there is none.
create table variations (
  article_id uuid not null references blog_posts on delete cascade,
  site_id uuid not null references target_sites on delete cascade,
  source_hash text not null, -- of the text that it was made from
  state text not null check (state in ('written', 'refused')),
  reason text,
  detail text, -- a sentence beside the reason
  title text,
  content text,
  meta_description text,
  created_at timestamptz not null default now(),
  primary key (article_id, site_id),
  check ((state = 'written') = (title is not null and content is not null and reason is null))
);
create index variations_site_id_idx on variations (site_id);

alter table ai_usage enable row level security;
alter table variations enable row level security;
create policy own on ai_usage to broadsheet_operator using (user_id = current_account_id());
-- Inside a policy the other table's policy holds too: these are the account's own articles.
create policy own on variations to broadsheet_operator using (article_id in (select id from blog_posts));
grant select on ai_usage to broadsheet_operator;
grant select, insert, update, delete on variations to broadsheet_operator;
