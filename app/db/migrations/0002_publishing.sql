-- A site is a host name. The main site is a row too, with a fixed id, so that every article has a site.
create table target_sites (
  id uuid primary key,
  name text not null check (name <> ''),
  url text not null,
  is_active boolean not null default true,
  kind text not null check (kind in ('main', 'hosted')),
  owner_id uuid references users on delete cascade, -- null: shared by all accounts
  -- The host name alone tells sites apart; ports and letter case do not.
  host text generated always as (lower(regexp_replace(url, '^https?://(\[[^]]*\]|[^/:]*).*$', '\1', 'i'))) stored,
  created_at timestamptz not null default now()
);
create unique index target_sites_hosted_host_key on target_sites (host) where kind = 'hosted';
create unique index target_sites_one_main_key on target_sites (kind) where kind = 'main';
insert into target_sites (id, name, url, kind) values ('00000000-0000-7000-8000-000000000000', 'Broadsheet', '', 'main');

-- Category and tag pages compare without case.
create function fold_tags(tags text[]) returns text[]
  language sql immutable parallel safe
  as $$ select coalesce(array_agg(distinct lower(tag)), '{}') from unnest(tags) as tag $$;

create table blog_posts (
  id uuid primary key,
  site_id uuid not null references target_sites on delete cascade,
  origin_id uuid references blog_posts on delete cascade, -- set on the copy that a hosted site shows
  user_id uuid references users on delete set null, -- null: imported before anyone signed up
  title text not null check (title <> ''),
  slug text not null check (slug <> ''),
  content text not null,
  content_html text not null, -- rendered and sanitised when saved
  excerpt text not null, -- the first 200 characters of the text without markup
  reading_minutes integer not null check (reading_minutes > 0),
  meta_description text,
  author text not null check (author <> ''),
  tags text[] not null default '{}',
  keywords text[] not null default '{}',
  canonical_url text,
  image_url text,
  lang text,
  published_at timestamptz, -- null: not published
  updated_at timestamptz not null default now(),
  draft_id uuid, -- made by the form, so that a form sent twice publishes once
  import_key text, -- source and path of an imported article, so that an import can be repeated
  import_hash text, -- of the record as it was imported last
  tag_keys text[] generated always as (fold_tags(tags)) stored,
  -- Slugs that differ by their -1, -2, ... share a root: free ones are looked for, and reserved, per root.
  slug_root text generated always as (regexp_replace(slug, '(-[0-9]+)+$', '')) stored,
  constraint blog_posts_slug_key unique (site_id, slug),
  constraint blog_posts_draft_key unique (user_id, draft_id),
  constraint blog_posts_import_key unique (site_id, import_key),
  constraint blog_posts_copy_key unique (site_id, origin_id)
);
create index blog_posts_slug_root_idx on blog_posts (site_id, slug_root);
create index blog_posts_published_idx on blog_posts (site_id, published_at desc, id desc) where published_at is not null;
create index blog_posts_author_idx on blog_posts (site_id, author, published_at desc, id desc) where published_at is not null;
create index blog_posts_tag_keys_idx on blog_posts using gin (tag_keys) where published_at is not null;
create index blog_posts_user_idx on blog_posts (user_id) where origin_id is null;
create index blog_posts_origin_idx on blog_posts (origin_id) where origin_id is not null;

-- The first account owns the site, and with it whatever was imported before anyone signed up.
create function adopt_installation() returns trigger language plpgsql as $$
begin
  update installation set owner_id = new.id where owner_id is null;
  if found then
    update blog_posts set user_id = new.id where user_id is null;
  end if;
  return null;
end $$;
create trigger users_adopt_installation after insert on users for each row execute function adopt_installation();

-- What a site should have of an article, what it has, and how the last attempt went.
create table deliveries (
  id uuid primary key,
  article_id uuid not null references blog_posts on delete cascade,
  site_id uuid not null references target_sites on delete cascade,
  wanted_hash text not null,
  delivered_hash text,
  remote_id text, -- what the site calls its copy
  state text not null default 'pending' check (state in ('pending', 'delivered', 'failed')),
  reason text check (reason in ('unexpected', 'site-inactive')),
  attempts integer not null default 0,
  attempted_at timestamptz,
  created_at timestamptz not null default now(),
  constraint deliveries_article_site_key unique (article_id, site_id),
  check (state <> 'delivered' or delivered_hash is not null),
  check (state <> 'failed' or reason is not null)
);
create index deliveries_site_idx on deliveries (site_id);

-- Tags of cached pages that a write made stale. Every process reads new rows and drops those pages.
create table page_drops (
  id uuid primary key,
  tags text[] not null,
  created_at timestamptz not null default clock_timestamp()
);
create index page_drops_created_at_idx on page_drops (created_at);

create function notify_page_drop() returns trigger language plpgsql
  as $$ begin perform pg_notify('page_drops', ''); return null; end $$;
create trigger page_drops_notify after insert on page_drops for each statement execute function notify_page_drop();
