-- What a session was asked to prove, and with which factor.
create table factor_challenges (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  session_id uuid not null references sessions on delete cascade,
  factor_id uuid not null references factors on delete cascade,
  kind text not null check (kind in ('totp', 'phone', 'create', 'request')), -- the last two: a passkey is made, or used
  expected text, -- the hash of a phone's code, or what a passkey has to sign; a totp factor knows its own codes
  attempts integer not null default 0,
  expires_at timestamptz not null default now() + interval '5 minutes',
  used_at timestamptz,
  created_at timestamptz not null default now()
);
create index factor_challenges_user_id_idx on factor_challenges (user_id);
create index factor_challenges_session_id_idx on factor_challenges (session_id);
create index factor_challenges_factor_id_idx on factor_challenges (factor_id);

create table recovery_codes (
  user_id uuid not null references users on delete cascade,
  code_hash text not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);

-- One row an account: how often it failed, whichever the factor, and what was sent to its phones. Locked while a proof
-- is looked at, so that a crowd of them is looked at one after the other.
create table factor_limits (
  user_id uuid primary key references users on delete cascade,
  failures integer not null default 0,
  paused_until timestamptz,
  sent_at timestamptz, -- the last code to a phone
  sent_on date,
  sent_that_day integer not null default 0
);

alter table factor_challenges enable row level security;
alter table recovery_codes enable row level security;
alter table factor_limits enable row level security;
create policy own on factor_challenges to broadsheet_operator using (user_id = current_account_id());
create policy own on recovery_codes to broadsheet_operator using (user_id = current_account_id());
create policy own on factor_limits to broadsheet_operator using (user_id = current_account_id());
grant select, insert, update, delete on factor_challenges, recovery_codes, factor_limits to broadsheet_operator;
