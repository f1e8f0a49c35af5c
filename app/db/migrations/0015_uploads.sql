-- Pictures that accounts uploaded for their articles; anybody may see them.
create table uploads (
  id uuid primary key,
  user_id uuid references users on delete cascade, -- null: the account is gone, and its articles stayed
  hash text not null, -- SHA-256 of the file as it came, base64url
  width integer not null check (width > 0), -- of the largest variant, as the address says it
  height integer not null check (height > 0),
  bytes integer not null, -- of all variants
  created_at timestamptz not null default now(),
  constraint uploads_hash_key unique (user_id, hash)
);

create table upload_variants (
  upload_id uuid not null references uploads on delete cascade,
  width integer not null,
  height integer not null,
  bytes bytea not null, -- WebP
  primary key (upload_id, width)
);
-- Compressed already: a second time would only cost work.
alter table upload_variants alter column bytes set storage external;

alter table uploads enable row level security;
alter table upload_variants enable row level security;
create policy own on uploads to broadsheet_operator using (user_id = current_account_id());
-- Inside a policy the other table's policy holds too: these are variants of the account's own pictures.
create policy own on upload_variants to broadsheet_operator using (upload_id in (select id from uploads));
grant select, insert on uploads, upload_variants to broadsheet_operator;
