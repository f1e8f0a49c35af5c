-- A working copy is reached with its article. Its own sites say nothing: a person of named sites could write some into a
-- copy of any article.
create or replace function reaches_draft(draft uuid, beginner uuid, content jsonb) returns boolean
  language sql stable parallel safe security definer set search_path = public, pg_temp as $$
  select coalesce(beginner = acting_person_id(), false) or current_setting('app.reach', true) = 'sites'
    and case when exists (select from blog_posts where id = draft and user_id = current_account_id())
      then reaches_article(draft) else coalesce(content->'siteIds' ?| acting_site_ids()::text[], false) end
$$;

-- People of named sites place no article on another one.
drop policy rights on blog_posts;
drop policy rights_insert on blog_posts;
create policy rights on blog_posts as restrictive for update to broadsheet_operator
  using (acting_site_ids() is null or not stands_elsewhere(coalesce(origin_id, id)))
  with check (has_right('publish') and (acting_site_ids() is null or site_id is null or site_id = any(acting_site_ids())));
create policy rights_insert on blog_posts as restrictive for insert to broadsheet_operator
  with check (has_right('publish') and (acting_site_ids() is null or site_id is null or site_id = any(acting_site_ids())));
