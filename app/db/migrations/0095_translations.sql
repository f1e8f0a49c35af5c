-- The article that this one is a translation of. All articles of an account that name the same one, and that one, are a
-- group. It may be deleted: the others stay a group by its id. So there is no reference.
alter table blog_posts add column translation_of uuid;
create index blog_posts_translation_idx on blog_posts (translation_of) where translation_of is not null;

-- An export names the group in its first article, too.
create function name_no_self() returns trigger language plpgsql as $$
begin
  new.translation_of := null;
  return new;
end $$;
create trigger blog_posts_name_no_self before insert or update of translation_of on blog_posts for each row
  when (new.translation_of = new.id) execute function name_no_self();

-- Whoever writes an article, the pages and the sitemaps with its translations are drawn again. No writer names them.
create function drop_translations() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
declare
  old_group uuid;
  new_group uuid;
  stale text[];
begin
  if tg_op <> 'INSERT' then
    old_group := coalesce(old.translation_of,
      (select coalesce(translation_of, id) from blog_posts where id = old.origin_id), old.origin_id, old.id);
  end if;
  if tg_op <> 'DELETE' then
    new_group := coalesce(new.translation_of,
      (select coalesce(translation_of, id) from blog_posts where id = new.origin_id), new.origin_id, new.id);
  end if;
  with members as (
    select id, lang, translation_of is not null as is_named, coalesce(translation_of, id) as of_group from blog_posts
    where origin_id is null and (id in (old_group, new_group) or translation_of in (old_group, new_group))
      and user_id is not distinct from (coalesce(new, old)).user_id
  ), pages as (
    select of_group, rows.site_id, is_named or rows.lang is distinct from members.lang as is_translation
    from members join blog_posts as rows on rows.id = members.id or rows.origin_id = members.id
  )
  select array_agg(distinct tag) into stale
  from (
    select of_group from pages group by of_group having bool_or(is_translation)
    -- It was one.
    union select old_group where old.translation_of is not null
      or (old.origin_id is not null and (tg_op = 'DELETE' or old.lang is distinct from new.lang))
  ) as groups(of_group)
    left join pages using (of_group)
    cross join lateral (values ('translations:' || of_group), ('translations-on:' || site_id)) as tags(tag)
  where tag is not null;
  if stale is not null then
    insert into page_drops (id, tags) values (gen_random_uuid(), stale);
  end if;
  return null;
end $$;
create trigger blog_posts_add_translation after insert on blog_posts for each row
  when (new.translation_of is not null or new.origin_id is not null) execute function drop_translations();
create trigger blog_posts_remove_translation after delete on blog_posts for each row execute function drop_translations();
create trigger blog_posts_change_translation after update on blog_posts for each row
  when ((old.site_id, old.slug, old.title, old.lang, old.excerpt, old.canonical_url, old.is_noindex, old.published_at, old.translation_of)
    is distinct from
    (new.site_id, new.slug, new.title, new.lang, new.excerpt, new.canonical_url, new.is_noindex, new.published_at, new.translation_of))
  execute function drop_translations();
