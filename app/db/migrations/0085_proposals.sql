-- What agents have proposed (decision 75). A person accepts a proposal, and then its request is carried out in his or her
-- name.
create table proposals (
  id uuid primary key,
  account_id uuid not null references users on delete cascade,
  person_id uuid not null references users on delete cascade, -- whose token it was
  session_id uuid not null, -- of the token, which may have ended
  agent text not null, -- its name
  operation text not null,
  request jsonb not null, -- the path, the precondition and the body
  why text not null default '', -- in the agent's words
  state text not null default 'waiting' check (state in ('waiting', 'accepted', 'refused')),
  held_until timestamptz, -- a person accepts it right now
  problem text, -- why the last attempt to accept it failed
  decided_by uuid references users on delete set null,
  decided_at timestamptz,
  made_at timestamptz not null default now(),
  check ((decided_at is null) = (state = 'waiting'))
);
create index proposals_account_idx on proposals (account_id, id desc);

alter table proposals enable row level security;
-- People who do not reach all articles of the account see their own agents' proposals alone.
create policy own on proposals to broadsheet_operator
  using (account_id = current_account_id() and ((select acts_for_all()) or person_id = acting_person_id()));
grant select, insert, update on proposals to broadsheet_operator;

-- Set for the token of an agent: the scopes whose writes need no person. Null for other programs.
alter table sessions add column direct_scopes text[];
