-- What the tokens of a session may be used for, and on which sites (decision 71). Null: all that its person may do.
alter table sessions
  add column scopes text[],
  add column site_ids uuid[] check (site_ids is null or cardinality(site_ids) > 0);

-- Tokens of servers. A session has two at most, so that one can be replaced while the other works.
create table server_tokens (
  id uuid primary key,
  session_id uuid not null references sessions on delete cascade,
  hash text not null unique, -- SHA-256, base64url
  ending text not null, -- its last characters, by which its owner knows it
  made_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index server_tokens_session_id_idx on server_tokens (session_id);

alter table server_tokens enable row level security;
create policy own on server_tokens to broadsheet_operator
  using (exists (select from sessions where sessions.id = session_id and user_id = acting_person_id()));
grant select, insert, delete on server_tokens to broadsheet_operator;

-- A person reaches what he or she began, on whatever site. A token for named sites does not.
create function token_site_ids() returns uuid[] language sql stable parallel safe
  as $$ select string_to_array(nullif(current_setting('app.token_site_ids', true), ''), ',')::uuid[] $$;
create function stands_on_token_sites(article uuid, site uuid) returns boolean language sql stable parallel safe
  security definer set search_path = public, pg_temp as $$
  select site = any(token_site_ids()) or article::text = current_setting('app.new_article', true) or exists (
    select from deliveries where article_id = article and site_id = any(token_site_ids())) -- also a former site
$$;
create policy token on blog_posts as restrictive to broadsheet_operator
  using ((select token_site_ids()) is null or coalesce(stands_on_token_sites(coalesce(origin_id, id), site_id), false))
  with check (true);
create policy token on drafts as restrictive to broadsheet_operator
  using ((select token_site_ids()) is null or coalesce(stands_on_token_sites(id, null), false)
    or coalesce(text->'siteIds' ?| token_site_ids()::text[], false));
create policy token on revisions as restrictive to broadsheet_operator
  using ((select token_site_ids()) is null or coalesce(stands_on_token_sites(article_id, null), false)
    or exists (select from drafts where drafts.id = article_id));
create policy token on plans as restrictive to broadsheet_operator
  using ((select token_site_ids()) is null or coalesce(stands_on_token_sites(article_id, null), false));
