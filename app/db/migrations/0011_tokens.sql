-- Access for programs: the keys that sign access tokens, and the refresh tokens of sessions of kind 'api'.
create table signing_keys (
  id uuid primary key, -- the tokens' kid
  public_key jsonb not null, -- JWK
  private_key text not null, -- sealed
  signs_from timestamptz not null,
  created_at timestamptz not null default now()
);

-- All tokens of one session are a family: each is used once and gives the next.
create table refresh_tokens (
  id uuid primary key,
  session_id uuid not null references sessions on delete cascade,
  hash text not null unique, -- SHA-256, base64url
  used_at timestamptz,
  successor_id uuid, -- what it was exchanged for
  created_at timestamptz not null default now(),
  check ((used_at is null) = (successor_id is null))
);
create index refresh_tokens_session_id_idx on refresh_tokens (session_id);

-- No account reads or writes these, not even its own.
alter table signing_keys enable row level security;
alter table refresh_tokens enable row level security;
