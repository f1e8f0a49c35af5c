-- The people of an account (decision 65). Rows stay the account's: `user_id` is the id of the account, which is that of the
-- person who made it. A member acts for the account in a role.
create table members (
  account_id uuid not null references users on delete cascade,
  person_id uuid not null references users on delete cascade,
  role text not null check (role in ('owner', 'editor', 'author', 'contributor')),
  site_ids uuid[] check (site_ids is null or cardinality(site_ids) > 0 and role <> 'owner'), -- null: all sites
  since timestamptz not null default now(),
  ended_at timestamptz, -- the person has left; what they wrote keeps their name
  primary key (account_id, person_id),
  -- A person whose account has other owners and who is none gets another id (part-from-account.server.ts).
  check (person_id <> account_id or role = 'owner' and ended_at is null)
);
create index members_person_idx on members (person_id);
insert into members (account_id, person_id, role) select id, id, 'owner' from users;

-- An account begins with its owner. It waits for the end of the transaction: a restore brings the members itself.
create function begin_account() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
begin
  insert into members (account_id, person_id, role)
  select id, id, 'owner' from users
  where id = new.id and not exists (select from members where account_id = new.id);
  return null;
end $$;
create constraint trigger users_begin_account after insert on users deferrable initially deferred
  for each row execute function begin_account();

alter table users
  add column account_name text not null default '', -- what its members call the account
  add column acts_for_others boolean not null default false; -- kept by a trigger; a session reads it with the person

create function keep_acts_for_others() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
begin
  update users set acts_for_others = exists (
    select from members where person_id = users.id and account_id <> users.id and ended_at is null)
  where id in (old.person_id, new.person_id);
  return null;
end $$;
create trigger members_keep_acts_for_others after insert or update or delete on members
  for each row execute function keep_acts_for_others();

alter table sessions add column account_id uuid references users on delete cascade; -- null: the person's own account

-- What a transaction may do (platform/own-rows.server.ts). Nothing is set for an account that acts for itself.
create or replace function acting_person_id() returns uuid language sql stable parallel safe
  as $$ select coalesce(nullif(current_setting('app.person_id', true), '')::uuid, current_account_id()) $$;
create function acts_for_all() returns boolean language sql stable parallel safe
  as $$ select coalesce(current_setting('app.reach', true), '') = '' $$;
create function acting_site_ids() returns uuid[] language sql stable parallel safe
  as $$ select string_to_array(nullif(current_setting('app.site_ids', true), ''), ',')::uuid[] $$;
create function has_right(needed text) returns boolean language sql stable parallel safe
  as $$ select coalesce(current_setting('app.rights', true), '') = ''
    or needed = any(string_to_array(current_setting('app.rights', true), ',')) $$;

-- Who began an article, a draft, a picture or a run; null for the account as a whole.
alter table blog_posts add column begun_by uuid references users on delete set null;
alter table drafts add column begun_by uuid references users on delete set null;
alter table uploads add column added_by uuid references users on delete set null;
alter table runs add column made_by uuid references users on delete set null;
alter table uploads alter column added_by set default acting_person_id();
alter table runs alter column made_by set default acting_person_id();

-- A published draft ends just before its article is stored. So its beginner is kept for the rest of the transaction.
create function keep_beginner() returns trigger language plpgsql as $$
begin
  perform set_config('app.ended_draft', concat(old.id, ' ', old.begun_by), true);
  return null;
end $$;
create trigger drafts_keep_beginner after delete on drafts for each row execute function keep_beginner();

create function note_beginner() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
declare
  ended text[] := string_to_array(current_setting('app.ended_draft', true), ' ');
begin
  if new.origin_id is not null then
    new.begun_by := (select begun_by from blog_posts where id = new.origin_id);
  elsif new.draft_id::text = ended[1] then
    new.begun_by := nullif(ended[2], '')::uuid;
  else
    new.begun_by := acting_person_id();
  end if;
  -- It stands on no site before its deliveries are stored.
  if new.origin_id is null then perform set_config('app.new_article', new.id::text, true); end if;
  return new;
end $$;
create trigger blog_posts_note_beginner before insert on blog_posts
  for each row when (new.begun_by is null) execute function note_beginner(); -- a restore brings it

-- The working copy of an article belongs to the person who began the article.
create function note_draft_beginner() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
begin
  select begun_by into new.begun_by from blog_posts where id = new.id and user_id = new.user_id;
  if not found then new.begun_by := acting_person_id(); end if;
  return new;
end $$;
create trigger drafts_note_beginner before insert on drafts
  for each row when (new.begun_by is null) execute function note_draft_beginner();

-- Rows about a person are that person's, for whichever account he or she acts.
drop policy own on accounts;
drop policy own on sessions;
drop policy own on factors;
drop policy own on factor_challenges;
drop policy own on recovery_codes;
drop policy own on factor_limits;
create policy own on accounts to broadsheet_operator using (user_id = acting_person_id());
create policy own on sessions to broadsheet_operator using (user_id = acting_person_id());
create policy own on factors to broadsheet_operator using (user_id = acting_person_id());
create policy own on factor_challenges to broadsheet_operator using (user_id = acting_person_id());
create policy own on recovery_codes to broadsheet_operator using (user_id = acting_person_id());
create policy own on factor_limits to broadsheet_operator using (user_id = acting_person_id());

alter table members enable row level security;
create policy own on members for select to broadsheet_operator using (account_id = current_account_id());
grant select on members to broadsheet_operator;
-- The names of an account's people, also of those who have left.
create policy people on users for select to broadsheet_operator
  using (id in (select person_id from members where account_id = current_account_id()));
create policy rights on users as restrictive for update to broadsheet_operator
  using (id = acting_person_id() or has_right('organise'));

-- What a member sees of the account's articles: all of them, those on his or her sites, or those that he or she began. A
-- policy cannot read the deliveries, whose own policy reads the articles.
create function stands_on_acting_sites(article uuid, site uuid) returns boolean language sql stable parallel safe
  security definer set search_path = public, pg_temp as $$
  select current_setting('app.reach', true) = 'sites' and (site = any(acting_site_ids())
    or article::text = current_setting('app.new_article', true) or exists (
    select from deliveries where article_id = article and wanted_hash is not null and site_id = any(acting_site_ids())))
$$;
create function stands_elsewhere(article uuid) returns boolean language sql stable parallel safe
  security definer set search_path = public, pg_temp as $$
  select exists (select from deliveries
    where article_id = article and wanted_hash is not null and site_id <> all(acting_site_ids()))
$$;
create policy reach on blog_posts as restrictive to broadsheet_operator
  using ((select acts_for_all()) or begun_by = acting_person_id()
    or stands_on_acting_sites(coalesce(origin_id, id), site_id))
  with check (true);
-- Without the right, a lock is allowed and a change is not. People of named sites change no article of other sites, too.
create policy rights on blog_posts as restrictive for update to broadsheet_operator
  using (acting_site_ids() is null or not stands_elsewhere(coalesce(origin_id, id)))
  with check (has_right('publish'));
create policy rights_insert on blog_posts as restrictive for insert to broadsheet_operator
  with check (has_right('publish'));
create policy rights_delete on blog_posts as restrictive for delete to broadsheet_operator
  using (has_right('publish')
    and (acting_site_ids() is null or not stands_elsewhere(coalesce(origin_id, id))));

create policy rights on deliveries as restrictive for update to broadsheet_operator using (true)
  with check (has_right('publish')
    and (acting_site_ids() is null or site_id = any(acting_site_ids())));
create policy rights_insert on deliveries as restrictive for insert to broadsheet_operator
  with check (has_right('publish')
    and (acting_site_ids() is null or site_id = any(acting_site_ids())));
create policy rights_delete on deliveries as restrictive for delete to broadsheet_operator
  using (has_right('publish'));
create policy rights on variations as restrictive for update to broadsheet_operator using (true)
  with check (has_right('publish'));
create policy rights_insert on variations as restrictive for insert to broadsheet_operator
  with check (has_right('publish'));
create policy rights_delete on variations as restrictive for delete to broadsheet_operator
  using (has_right('publish'));

-- The conditions are functions, so that a query of an account without members is planned as fast as before.
create function reaches_article(article uuid) returns boolean language sql stable parallel safe
  security definer set search_path = public, pg_temp as $$
  select exists (select from blog_posts where id = article and user_id = current_account_id()
    and (begun_by = acting_person_id() or stands_on_acting_sites(coalesce(origin_id, id), site_id)))
$$;
create function reaches_draft(draft uuid, beginner uuid, content jsonb) returns boolean language sql stable parallel safe
  security definer set search_path = public, pg_temp as $$
  select coalesce(beginner = acting_person_id(), false) or current_setting('app.reach', true) = 'sites'
    and (reaches_article(draft) or coalesce(content->'siteIds' ?| acting_site_ids()::text[], false))
$$;
create function reaches_text(owner uuid) returns boolean language sql stable parallel safe
  security definer set search_path = public, pg_temp as $$
  select reaches_article(owner) or exists (select from drafts
    where id = owner and user_id = current_account_id() and reaches_draft(id, begun_by, text))
$$;
create policy reach on drafts as restrictive to broadsheet_operator
  using ((select acts_for_all()) or reaches_draft(id, begun_by, text));
create policy reach on draft_shares as restrictive to broadsheet_operator
  using ((select acts_for_all()) or made_by = acting_person_id());
create policy reach on revisions as restrictive to broadsheet_operator
  using ((select acts_for_all()) or made_by = acting_person_id() or reaches_text(article_id));
create policy reach on plans as restrictive to broadsheet_operator
  using ((select acts_for_all()) or reaches_article(article_id))
  with check (has_right('publish') and (acting_site_ids() is null or site_ids <@ acting_site_ids()));
create policy rights_delete on plans as restrictive for delete to broadsheet_operator
  using (has_right('publish'));
create policy reach on runs as restrictive to broadsheet_operator
  using ((select acts_for_all()) or made_by = acting_person_id());

-- A picture is known by its content in the whole account. So everybody finds it, except people of named sites.
create policy reach on uploads as restrictive for select to broadsheet_operator
  using (acting_site_ids() is null or added_by = acting_person_id());
create policy rights on uploads as restrictive for update to broadsheet_operator
  using (has_right('organise') or added_by = acting_person_id());
create policy rights_delete on uploads as restrictive for delete to broadsheet_operator
  using (has_right('organise') or added_by = acting_person_id());
create policy reach on picture_uses as restrictive to broadsheet_operator
  using ((select acts_for_all()) or reaches_text(owner_id));

create policy reach on target_sites as restrictive for select to broadsheet_operator
  using (acting_site_ids() is null or id = any(acting_site_ids()));

-- The other tables of an account: who may write to them, or see them at all.
do $$
declare
  each record;
begin
  for each in select * from (values
    ('tags', 'organise', false), ('author_profiles', 'organise', false),
    ('imports', 'organise', true), ('import_chunks', 'organise', true), ('import_records', 'organise', true),
    ('catalogue_imports', 'promote', true), ('deleted_entries', 'promote', true), ('cities', 'promote', true),
    ('services', 'promote', true), ('generated_pages', 'promote', true), ('landing_templates', 'promote', true),
    ('landing_paragraphs', 'promote', true), ('notice_receipts', 'promote', true), ('page_counts', 'promote', true),
    ('seo_settings', 'set_up', false), ('target_sites', 'set_up', false), ('site_faces', 'set_up', false),
    ('site_pages', 'organise', false)
  ) as rights (name, needed, hides) loop
    if each.hides then
      execute format('create policy rights on %I as restrictive to broadsheet_operator using (has_right(%L))',
        each.name, each.needed);
    else
      execute format('create policy rights_insert on %I as restrictive for insert to broadsheet_operator
        with check (has_right(%L))', each.name, each.needed);
      execute format('create policy rights on %I as restrictive for update to broadsheet_operator
        using (has_right(%L))', each.name, each.needed);
      execute format('create policy rights_delete on %I as restrictive for delete to broadsheet_operator
        using (has_right(%L))', each.name, each.needed);
    end if;
  end loop;
end $$;
