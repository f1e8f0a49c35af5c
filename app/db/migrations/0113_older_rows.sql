-- A plan of a page of a site took the tick of the main site from its form, as its drafts did. They are put right for this
-- store, too.
create or replace function take_pages_off_main_site() returns void language sql as $$
  update drafts set text = jsonb_set(text, '{siteIds}', '[]'), base = jsonb_set(base, '{siteIds}', '[]')
  from site_pages
  where article_id = drafts.id and text->'siteIds' = '["00000000-0000-7000-8000-000000000000"]'
    and not exists (select from deliveries where article_id = drafts.id and wanted_hash is not null);
  update plans set site_ids = '{}'
  from site_pages
  where site_pages.article_id = plans.article_id and kind = 'publish' and done_at is null
    and site_ids = '{00000000-0000-7000-8000-000000000000}'
    and not exists (select from deliveries where article_id = plans.article_id and wanted_hash is not null)
$$;
select take_pages_off_main_site();

-- 0039 gave each variation its first revision. A restore of a backup from before it calls this.
create function revise_variations() returns void language sql as $$
  insert into revisions (id, article_id, site_id, user_id, made_by, made_at, number, kind, text, changed, cause)
  select gen_random_uuid(), article_id, variations.site_id, user_id, null, created_at, 1, 'published',
    jsonb_build_object(
      'title', variations.title, 'content', variations.content,
      'metaDescription', coalesce(variations.meta_description, ''), 'author', author,
      'tags', array_to_string(tags, ', '), 'keywords', array_to_string(keywords, ', '),
      'canonicalUrl', coalesce(canonical_url, ''), 'slug', slug),
    '{}', 'variation'
  from variations join blog_posts on blog_posts.id = article_id where state = 'written';
  update deliveries set delivered_variation = 1
  from variations
  where variations.article_id = deliveries.article_id and variations.site_id = deliveries.site_id
    and variations.state = 'written' and varies and deliveries.state = 'delivered'
$$;
