-- How strongly a session was proven, and the second factors it can be proven with.
alter table sessions
  add column kind text not null default 'browser' check (kind in ('browser', 'api')),
  add column name text, -- what its owner calls an API client
  add column aal text not null default 'aal1' check (aal in ('aal1', 'aal2')),
  add column amr text[] not null default '{password}',
  add column authenticated_at timestamptz not null default now(), -- when its owner last proved to be there
  add column last_seen_at timestamptz not null default now();

alter table users
  add column deletion_due_at timestamptz, -- set: the account goes then, unless its owner changes their mind
  add column deletion_keeps_articles boolean not null default false;
create index users_deletion_due_at_idx on users (deletion_due_at) where deletion_due_at is not null;

-- What is left of an account that is gone.
create table deleted_accounts (
  id uuid primary key,
  deleted_at timestamptz not null default now()
);

create table factors (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  factor_type text not null check (factor_type in ('totp', 'webauthn', 'phone')),
  status text not null default 'unverified' check (status in ('unverified', 'verified')),
  friendly_name text not null check (friendly_name <> ''),
  secret text, -- sealed: the seed of a totp factor
  credential jsonb, -- the public half of a passkey
  phone text,
  last_used_step bigint, -- of a totp factor: no step counts twice
  last_used_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index factors_user_id_idx on factors (user_id);

-- The second layer around owned rows. Whoever asks for an account does so in this role, which owns no table: the
-- database itself then shows and takes only rows of the account that the transaction names (platform/own-rows.server.ts).
do $$
begin
  if not exists (select from pg_roles where rolname = 'broadsheet_operator') then
    begin
      create role broadsheet_operator nologin;
    exception
      when duplicate_object or unique_violation then null; -- another installation on this server was faster
      when insufficient_privilege then
        raise exception 'The database user may not create roles. Ask its administrator for: create role broadsheet_operator nologin; grant broadsheet_operator to "%";', current_user;
    end;
  end if;
  if not pg_has_role(current_user, 'broadsheet_operator', 'member') then
    execute format('grant broadsheet_operator to %I', current_user);
  end if;
end $$;

create function current_account_id() returns uuid language sql stable parallel safe
  as $$ select nullif(current_setting('app.account_id', true), '')::uuid $$;

alter table users enable row level security;
alter table accounts enable row level security;
alter table sessions enable row level security;
alter table factors enable row level security;
alter table blog_posts enable row level security;
alter table deliveries enable row level security;
alter table redirects enable row level security;
alter table target_sites enable row level security;
alter table generated_pages enable row level security;

create policy own on users to broadsheet_operator using (id = current_account_id());
create policy own on accounts to broadsheet_operator using (user_id = current_account_id());
create policy own on sessions to broadsheet_operator using (user_id = current_account_id());
create policy own on factors to broadsheet_operator using (user_id = current_account_id());
create policy own on blog_posts to broadsheet_operator using (user_id = current_account_id());
-- Inside a policy the other table's policy holds too: these are the account's own articles.
create policy own on deliveries to broadsheet_operator using (article_id in (select id from blog_posts));
create policy own on redirects to broadsheet_operator using (article_id in (select id from blog_posts));
create policy own on target_sites to broadsheet_operator using (owner_id = current_account_id());
create policy shared on target_sites for select to broadsheet_operator using (owner_id is null);
create policy own on generated_pages to broadsheet_operator using (user_id = current_account_id());

grant select, insert, update, delete
  on sessions, factors, blog_posts, deliveries, redirects, target_sites, generated_pages to broadsheet_operator;
grant select, update on users to broadsheet_operator;
grant select (user_id, provider_id), update (password, updated_at) on accounts to broadsheet_operator;
grant select on installation to broadsheet_operator;
grant insert on page_drops to broadsheet_operator;

-- It writes a table that nobody owns.
alter function keep_article_search() security definer set search_path = public, pg_temp;
