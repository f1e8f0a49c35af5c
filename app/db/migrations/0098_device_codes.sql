-- Programs that a person connects by a code on the desk (decision 83). A row ends with its token's delivery, or by itself.
create table device_codes (
  id uuid primary key,
  device_hash text not null unique, -- SHA-256, base64url, of what the program sends
  user_hash text not null unique, -- HMAC with the secret of the installation, of what the person types
  name text not null,
  scopes text[] not null,
  expires_at timestamptz not null,
  interval_s integer not null default 5, -- between two polls
  polled_at timestamptz,
  is_refused boolean not null default false,
  session_id uuid references sessions on delete cascade -- of the new token; null until a person has approved it
);
create index device_codes_session_id_idx on device_codes (session_id);
create index device_codes_expires_at_idx on device_codes (expires_at);

alter table device_codes enable row level security; -- no person reads a row: the code is the proof
