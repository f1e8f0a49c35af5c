-- Sites that are other computers.
alter table target_sites
  drop constraint target_sites_kind_check,
  add constraint target_sites_kind_check check (kind in ('main', 'hosted', 'wordpress', 'ghost', 'webhook')),
  add column description text not null default '', -- what the site is about, and how it speaks
  -- canonical: copies name the original; noindex: they ask search engines to pass them by; independent: neither
  add column copy_policy text not null default 'canonical' check (copy_policy in ('canonical', 'noindex', 'independent')),
  add column credentials text, -- sealed
  add column disabled_reason text, -- why it was switched off by itself
  add constraint target_sites_credentials_check check ((credentials is null) = (kind in ('main', 'hosted'))),
  add constraint target_sites_address_key unique nulls not distinct (owner_id, kind, url);

alter table blog_posts
  add column is_noindex boolean not null default false,
  add column deletion_asked_at timestamptz; -- set: it goes as soon as no site has it any more

alter table deliveries
  alter column wanted_hash drop not null, -- null: the site should not have the article
  add column orders integer not null default 1, -- grows with everything that is asked of the site
  add column varies boolean not null default false, -- a variation is wanted, where one can be written
  add column remote_url text,
  add column detail text, -- a sentence beside the reason
  add column lease_until timestamptz, -- somebody is at it until then, and longer while they are alive
  add column unended integer not null default 0, -- attempts in a row that never came to an end
  add column next_attempt_at timestamptz, -- of a failed one; null: not by itself
  drop constraint deliveries_state_check,
  add constraint deliveries_state_check check (state in ('pending', 'delivered', 'removed', 'failed')),
  drop constraint deliveries_reason_check;
create index deliveries_pending_idx on deliveries (id) where state = 'pending';

create table delivery_attempts (
  id uuid primary key,
  delivery_id uuid not null references deliveries on delete cascade,
  started_at timestamptz not null default now(),
  duration_ms integer, -- null: it never came to an end
  outcome text check (outcome in ('delivered', 'removed', 'failed')),
  reason text,
  detail text
);
create index delivery_attempts_delivery_idx on delivery_attempts (delivery_id, id);
create index delivery_attempts_started_at_idx on delivery_attempts (started_at);

alter table delivery_attempts enable row level security;
create policy own on delivery_attempts to broadsheet_operator using (delivery_id in (select id from deliveries));
grant select on delivery_attempts to broadsheet_operator;
