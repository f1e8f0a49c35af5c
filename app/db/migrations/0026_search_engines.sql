-- Addresses that readers get something new at, until every search engine that is to know of it was told: the outbox of
-- notices, written with the change itself.
create table page_changes (
  id uuid primary key, -- another one with every change of the page: whoever told of an earlier one has not told of this
  user_id uuid references users on delete cascade, -- null: of an account that is gone
  origin text not null, -- of the site that the page is on: scheme, host and port
  url text not null,
  change text not null check (change in ('changed', 'removed')),
  waiting_for text[] not null check (waiting_for <> '{}'), -- engines that were not told yet
  changed_at timestamptz not null default now(),
  constraint page_changes_url_key unique nulls not distinct (url, user_id)
);
create index page_changes_user_id_idx on page_changes (user_id, changed_at);
create index page_changes_changed_at_idx on page_changes (changed_at);

-- What each engine answered.
create table notice_receipts (
  id uuid primary key,
  user_id uuid references users on delete cascade,
  run_id uuid references runs on delete set null, -- of the run that somebody asked for; null: told by itself
  engine text not null,
  origin text not null,
  addresses integer not null, -- how many it was told of
  examples text[] not null, -- the first few of them
  status integer, -- of its answer; null: there was none
  -- accepted: it has them; refused: it will never take them; failed: it is told again later
  outcome text not null check (outcome in ('accepted', 'refused', 'failed')),
  detail text not null, -- a sentence
  created_at timestamptz not null default now()
);
create index notice_receipts_user_id_idx on notice_receipts (user_id, id);
create index notice_receipts_run_id_idx on notice_receipts (run_id) where run_id is not null;
create index notice_receipts_created_at_idx on notice_receipts (created_at);

-- Whose turn it is: one process at a time tells one engine of one site, and leaves it alone for a while after a failure.
create table notice_turns (
  engine text not null,
  origin text not null,
  leased_until timestamptz,
  failures integer not null default 0, -- in a row
  paused_until timestamptz,
  is_patience boolean not null default false, -- the engine itself asked for the pause
  primary key (engine, origin)
);

alter table page_changes enable row level security;
alter table notice_receipts enable row level security;
create policy own on page_changes to broadsheet_operator using (user_id = current_account_id());
create policy own on notice_receipts to broadsheet_operator using (user_id = current_account_id());
grant select, insert, update on page_changes to broadsheet_operator;
grant select on notice_receipts, notice_turns to broadsheet_operator;
