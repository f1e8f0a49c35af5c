-- A backup from before a migration has not what that migration did to the rows. A restore calls these functions for it, as it
-- calls those of 0047, 0051, 0097 and 0100. The rows of this store have all of it.

-- 0030: such a backup has no labels.
alter table deleted_entries alter column labels set default '{}';
create or replace function label_deleted_entries() returns void language sql as $$
  update deleted_entries set labels = array(
    select concat_ws(', ', entry->>'name', entry->>'state')
    from jsonb_array_elements(jsonb_path_query_array(entries, '$[0 to 4]')) with ordinality as first(entry, place)
    order by place
  )
$$;

-- 0041
create or replace function choose_shown_covers() returns void language sql as $$
  update blog_posts set cover = image_url where image_url is not null
$$;

-- 0045: such a backup has no causes.
alter table revisions alter column cause set default 'publish';
create or replace function name_revision_causes() returns void language sql as $$
  update revisions set cause = case
    when restored_from is not null then 'restore'
    when site_id is not null then 'variation'
    when kind = 'saved' then 'save'
    else 'publish' end
$$;

-- 0055: the keys of articles are made by the restore itself.
create or replace function compose_names() returns void language sql as $$
  delete from tags using tags as other
  where other.user_id = tags.user_id and compose(other.tag_key) = compose(tags.tag_key)
    and tags.tag_key <> compose(tags.tag_key)
    and (other.tag_key = compose(tags.tag_key) or other.tag_key < tags.tag_key);
  update tags set tag_key = compose(tag_key), moved_to = compose(moved_to)
  where tag_key <> compose(tag_key) or moved_to <> compose(moved_to);

  delete from author_profiles using author_profiles as other
  where other.user_id = author_profiles.user_id and compose(other.name) = compose(author_profiles.name)
    and author_profiles.name <> compose(author_profiles.name)
    and (other.name = compose(author_profiles.name) or other.name < author_profiles.name);
  update author_profiles set name = compose(name) where name <> compose(name);
$$;

-- 0069
create or replace function keep_sign_up() returns void language sql as $$
  update installation set keeps_sign_up_open = exists (select from users)
$$;

-- 0073
create or replace function give_texts_languages() returns void language sql as $$
  update revisions set text = revisions.text || jsonb_build_object('lang', lang)
  from blog_posts where blog_posts.id = article_id and lang is not null and revisions.site_id is null;
  update drafts set text = drafts.text || jsonb_build_object('lang', lang), base = base || jsonb_build_object('lang', lang)
  from blog_posts where blog_posts.id = drafts.id and lang is not null;
$$;
