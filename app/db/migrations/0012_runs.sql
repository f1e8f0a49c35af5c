-- Long work, as its owner watches it: how far it is, and what came of each part.
create table runs (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  kind text not null,
  input jsonb not null, -- what it works on: enough to go on after a crash
  state text not null default 'queued' check (state in ('queued', 'running', 'done', 'failed')),
  total integer not null check (total >= 0),
  done integer not null default 0,
  counts jsonb not null default '{}', -- how many parts ended how
  error text,
  version integer not null default 1, -- grows with every change
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  check ((finished_at is null) = (state in ('queued', 'running')))
);
create index runs_user_id_idx on runs (user_id, id);

create table run_items (
  run_id uuid not null references runs on delete cascade,
  item_id text not null,
  version integer not null, -- of the run, with this item
  result jsonb not null,
  primary key (run_id, item_id)
);

alter table runs enable row level security;
alter table run_items enable row level security;
create policy own on runs to broadsheet_operator using (user_id = current_account_id());
-- Inside a policy the other table's policy holds too: these are the account's own runs.
create policy own on run_items to broadsheet_operator using (run_id in (select id from runs));
grant select, insert on runs to broadsheet_operator;
grant select on run_items to broadsheet_operator;
