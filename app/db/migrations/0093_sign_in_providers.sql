-- Signing in with the provider of a company (decision 81). An account has one provider at most, which has its id.
create table sign_in_providers (
  id uuid primary key references users on delete cascade,
  issuer text not null,
  client_id text not null,
  client_secret text not null, -- sealed
  default_role text not null check (default_role in ('editor', 'author', 'contributor')),
  role_claim text not null, -- empty: all get the default role
  role_values jsonb not null -- the value of the claim for each role
);

-- The domains whose addresses the provider speaks for. Each is proven by one account at a time.
create table sign_in_domains (
  provider_id uuid not null references sign_in_providers on delete cascade,
  domain text not null,
  token text not null, -- stands in DNS
  proven_at timestamptz,
  missed_at timestamptz, -- a later check did not find the token
  primary key (provider_id, domain)
);
create unique index sign_in_domains_proven_key on sign_in_domains (domain) where proven_at is not null;

-- Who a person is for the provider. The provider's word counts only for its own account.
create table sign_in_identities (
  provider_id uuid not null references sign_in_providers on delete cascade,
  subject text not null,
  person_id uuid not null references users on delete cascade,
  linked_at timestamptz not null default now(),
  primary key (provider_id, subject),
  unique (provider_id, person_id)
);
create index sign_in_identities_person_idx on sign_in_identities (person_id);

-- Set for a session that a provider vouched for. It ends with the provider.
alter table sessions add column provider_id uuid references sign_in_providers on delete cascade;
create index sessions_provider_idx on sessions (provider_id) where provider_id is not null;

alter table sign_in_providers enable row level security;
alter table sign_in_domains enable row level security;
alter table sign_in_identities enable row level security;
create policy own on sign_in_providers for select to broadsheet_operator
  using (id = current_account_id() and (select has_right('lead')));
-- Inside a policy the other table's policy holds too.
create policy own on sign_in_domains for select to broadsheet_operator
  using (provider_id in (select id from sign_in_providers));
create policy own on sign_in_identities for select to broadsheet_operator
  using (provider_id in (select id from sign_in_providers));
grant select (id, issuer, client_id, default_role, role_claim, role_values)
  on sign_in_providers to broadsheet_operator; -- not the secret
grant select on sign_in_domains, sign_in_identities to broadsheet_operator;
