-- Links that show a draft to people without an account. The link holds the id with a signature, so no token is stored.
create table draft_shares (
  id uuid primary key,
  user_id uuid not null references users on delete cascade, -- the account
  made_by uuid references users on delete set null, -- the person who made it
  draft_id uuid not null, -- of a draft or an article, which may end before the link
  made_at timestamptz not null default now(),
  ends_at timestamptz not null
);
create index draft_shares_draft_idx on draft_shares (user_id, draft_id, made_at desc);

alter table draft_shares enable row level security;
create policy own on draft_shares to broadsheet_operator using (user_id = current_account_id());
grant select, insert, update, delete on draft_shares to broadsheet_operator;
