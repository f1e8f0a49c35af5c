-- What an account says of itself to search engines and networks; the site owner's is the main site's.
create table seo_settings (
  user_id uuid primary key references users on delete cascade,
  site_name text not null default '',
  site_domain text not null default '', -- a host name alone
  default_meta_description text not null default '',
  default_og_image text not null default '',
  gsc_verification_code text not null default '',
  business_name text not null default '',
  business_phone text not null default '',
  business_address text not null default '',
  business_city text not null default '',
  business_state text not null default '',
  business_zip text not null default '',
  business_logo_url text not null default '',
  social_facebook text not null default '',
  social_twitter text not null default '',
  social_linkedin text not null default '',
  social_instagram text not null default '',
  updated_at timestamptz not null default now()
);

-- What landing pages are made from.
create table cities (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  name text not null check (name <> ''),
  state text not null check (state <> ''),
  slug text not null check (slug <> ''), -- of name and state
  population integer check (population >= 0),
  notes text not null default '', -- local facts in Markdown
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint cities_slug_key unique (user_id, slug)
);
create index cities_name_idx on cities (user_id, name, id);

create table services (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  name text not null check (name <> ''),
  description text not null default '', -- Markdown
  slug text not null check (slug <> ''),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint services_slug_key unique (user_id, slug)
);
create index services_name_idx on services (user_id, name, id);

alter table seo_settings enable row level security;
alter table cities enable row level security;
alter table services enable row level security;
create policy own on seo_settings to broadsheet_operator using (user_id = current_account_id());
create policy own on cities to broadsheet_operator using (user_id = current_account_id());
create policy own on services to broadsheet_operator using (user_id = current_account_id());
grant select, insert, update, delete on seo_settings, cities, services to broadsheet_operator;
