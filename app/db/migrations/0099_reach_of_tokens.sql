-- A token for named sites reaches no text of other sites by a way round: by the review or a shared link of the text, by the
-- uses of a picture, or by the cursor of a list.
create or replace function reaches_article(article uuid) returns boolean language sql stable parallel safe
  security definer set search_path = public, pg_temp as $$
  select exists (select from blog_posts where id = article and user_id = current_account_id()
    and (begun_by = acting_person_id() or stands_on_acting_sites(coalesce(origin_id, id), site_id))
    and (token_site_ids() is null or stands_on_token_sites(coalesce(origin_id, id), site_id)))
$$;
create or replace function reaches_draft(draft uuid, beginner uuid, content jsonb) returns boolean
  language sql stable parallel safe security definer set search_path = public, pg_temp as $$
  select (coalesce(beginner = acting_person_id(), false) or current_setting('app.reach', true) = 'sites'
    and case when exists (select from blog_posts where id = draft and user_id = current_account_id())
      then reaches_article(draft) else coalesce(content->'siteIds' ?| acting_site_ids()::text[], false) end)
    and (token_site_ids() is null or coalesce(stands_on_token_sites(draft, null), false)
      or coalesce(content->'siteIds' ?| token_site_ids()::text[], false))
$$;
create policy token on draft_shares as restrictive to broadsheet_operator
  using ((select token_site_ids()) is null or reaches_note(draft_id)); -- also that of a draft that was published since

-- The parts of a run have the titles of the texts that it changed, or the addresses on the sites that it delivered to.
create policy token on run_items as restrictive to broadsheet_operator
  using ((select token_site_ids()) is null or case when item_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
    then item_id::uuid = any(token_site_ids()) or reaches_text(item_id::uuid) else false end);

-- A run does no more than the token that started it. Null: a token for all sites, or none.
alter table runs add column token_site_ids uuid[] default token_site_ids();
