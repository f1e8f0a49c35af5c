-- The main site is a target site like the others (decision 44). An article that is not on it has no site; so public
-- queries, which ask for a site, never find it. What is not published is on no site.
alter table blog_posts alter column site_id drop not null,
  add constraint blog_posts_site_check check (site_id is not null or origin_id is null);
create index blog_posts_siteless_slug_idx on blog_posts (slug) where site_id is null;
alter table article_search alter column site_id drop not null;

create function leave_main_site() returns trigger language plpgsql as $$
begin
  new.site_id := null;
  return new;
end $$;
create trigger blog_posts_leave_main_site before insert or update of site_id, published_at on blog_posts for each row
  when (new.published_at is null and new.site_id = '00000000-0000-7000-8000-000000000000')
  execute function leave_main_site();

-- Its row among the deliveries follows the article: there is nothing to send, so nothing can be late or refused.
create function keep_main_delivery() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
declare main constant uuid := '00000000-0000-7000-8000-000000000000';
begin
  -- A backup has these rows.
  if current_setting('app.restoring', true) = 'on' then return null; end if;
  if new.site_id = main then
    insert into deliveries (id, article_id, site_id, wanted_hash, delivered_hash, state, attempted_at)
    values (new.id, new.id, main, 'main', 'main', 'delivered', now())
    on conflict (article_id, site_id) do update
      set wanted_hash = 'main', delivered_hash = 'main', state = 'delivered', attempted_at = now();
  else
    update deliveries set wanted_hash = null, delivered_hash = null, state = 'removed'
    where article_id = new.id and site_id = main;
  end if;
  return null;
end $$;
create trigger blog_posts_enter_main_site after insert on blog_posts for each row
  when (new.site_id = '00000000-0000-7000-8000-000000000000') execute function keep_main_delivery();
create trigger blog_posts_move_main_site after update on blog_posts for each row
  when (new.origin_id is null and old.site_id is distinct from new.site_id) execute function keep_main_delivery();

-- Existing articles stay where they are. A restore of an older backup calls this too.
create function stand_on_main_site() returns void language plpgsql as $$
declare main constant uuid := '00000000-0000-7000-8000-000000000000';
begin
  insert into deliveries (id, article_id, site_id, wanted_hash, delivered_hash, state, attempted_at)
  select id, id, main, case when published_at is not null then 'main' end, case when published_at is not null then 'main' end,
    case when published_at is null then 'removed' else 'delivered' end, published_at
  from blog_posts where site_id = main or (site_id is null and published_at is null);
  update blog_posts set site_id = null where site_id = main and published_at is null;
  update drafts set text = jsonb_set(text, '{siteIds}', coalesce(text->'siteIds', '[]') || jsonb_build_array(main)),
    base = jsonb_set(base, '{siteIds}', coalesce(base->'siteIds', '[]') || jsonb_build_array(main));
  update plans set site_ids = array_append(site_ids, main) where kind = 'publish' and done_at is null;
  -- A version names the sites that have the article, the main site first.
  update drafts set article_version = regexp_replace(article_version, '^\S+', '\& ' || main)
  where exists (select from blog_posts where blog_posts.id = drafts.id and blog_posts.site_id = main);
  update blog_posts set save_version = regexp_replace(save_version, '^\S+', '\& ' || main)
  where save_version is not null and site_id = main;
end $$;
select stand_on_main_site();

-- The name that its owner gave the main site; every account may publish there.
create function main_site_name() returns text language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce(
    (select nullif(site_name, '') from seo_settings join installation on owner_id = user_id),
    (select name from target_sites where kind = 'main'))
$$;
