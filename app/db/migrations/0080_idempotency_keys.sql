-- Requests of programs that must not be carried out twice (decision 70). `work_id` is the id of what a request makes. The
-- answer is kept for a day.
create table idempotency_keys (
  account_id uuid not null references users on delete cascade,
  person_id uuid not null references users on delete cascade,
  key text not null,
  hash text not null, -- of the request
  work_id uuid not null,
  held_until timestamptz, -- a request works on it
  answer jsonb, -- status, headers and body; null before the first good answer
  made_at timestamptz not null default now(),
  primary key (account_id, person_id, key)
);
create index idempotency_keys_made_at_idx on idempotency_keys (made_at);

alter table idempotency_keys enable row level security;
create policy own on idempotency_keys to broadsheet_operator
  using (account_id = current_account_id() and person_id = acting_person_id());
grant select, insert, update, delete on idempotency_keys to broadsheet_operator;
