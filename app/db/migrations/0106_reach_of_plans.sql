-- A planned draft is an article that is on no site yet. The people of its planned sites reach it, and so do their tokens. They
-- reach it also after its plan was cancelled or refused, so that it can be planned again, unless it is on other sites by then.
create or replace function stands_on_acting_sites(article uuid, site uuid) returns boolean language sql stable parallel safe
  security definer set search_path = public, pg_temp as $$
  select current_setting('app.reach', true) = 'sites' and (site = any(acting_site_ids())
    or article::text = current_setting('app.new_article', true) or exists (
    select from deliveries where article_id = article and wanted_hash is not null and site_id = any(acting_site_ids()))
    or exists (
    select from plans where article_id = article and kind = 'publish' and site_ids && acting_site_ids()
      and (done_at is null or result <> 'done' and not stands_elsewhere(article))))
$$;
create or replace function stands_on_token_sites(article uuid, site uuid) returns boolean language sql stable parallel safe
  security definer set search_path = public, pg_temp as $$
  select site = any(token_site_ids()) or article::text = current_setting('app.new_article', true) or exists (
    select from deliveries where article_id = article and site_id = any(token_site_ids())) -- also a former site
    or exists (
    select from plans where article_id = article and kind = 'publish' and site_ids && token_site_ids()
      and (done_at is null or result <> 'done' and not stands_elsewhere(article)))
$$;
