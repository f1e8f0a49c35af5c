-- The form of a page of a site, such as About, ticked the main site, which had no order for it. Its kept working copies did so
-- too. A restore of an older backup calls this too.
create function take_pages_off_main_site() returns void language sql as $$
  update drafts set text = jsonb_set(text, '{siteIds}', '[]'), base = jsonb_set(base, '{siteIds}', '[]')
  from site_pages
  where article_id = drafts.id and text->'siteIds' = '["00000000-0000-7000-8000-000000000000"]'
    and not exists (select from deliveries where article_id = drafts.id and wanted_hash is not null)
$$;
select take_pages_off_main_site();
