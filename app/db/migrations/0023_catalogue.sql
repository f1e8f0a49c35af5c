-- A file of cities or services that was read and waits for a yes: one an account and kind, for a day.
create table catalogue_imports (
  user_id uuid not null references users on delete cascade,
  kind text not null check (kind in ('cities', 'services')),
  file_name text not null,
  records jsonb not null, -- what would be added, each with its line and the id that it will have
  report jsonb not null, -- what was left out, and why
  created_at timestamptz not null default now(),
  primary key (user_id, kind)
);

-- The cities or services that an account deleted last, for a day, so that they can be put back.
create table deleted_entries (
  user_id uuid not null references users on delete cascade,
  kind text not null check (kind in ('cities', 'services')),
  entries jsonb not null, -- whole rows of their table
  count integer not null,
  deleted_at timestamptz not null default now(),
  primary key (user_id, kind)
);

alter table catalogue_imports enable row level security;
alter table deleted_entries enable row level security;
create policy own on catalogue_imports to broadsheet_operator using (user_id = current_account_id());
create policy own on deleted_entries to broadsheet_operator using (user_id = current_account_id());
grant select, insert, update, delete on catalogue_imports, deleted_entries to broadsheet_operator;
