-- The board lists an account's own articles. Most of its filters and orders read nothing but these indexes.
create index blog_posts_board_idx on blog_posts (user_id, updated_at desc, id desc)
  include (published_at, deletion_asked_at) where origin_id is null;
drop index blog_posts_user_idx;
create index deliveries_unfinished_idx on deliveries (article_id) where state in ('pending', 'failed');
create index deliveries_wanted_idx on deliveries (site_id, article_id) where wanted_hash is not null;

-- As `in (select ...)` these policies read every article of the account, even for the deliveries of one.
alter policy own on deliveries using (exists (select from blog_posts where id = deliveries.article_id));
alter policy own on variations using (exists (select from blog_posts where id = variations.article_id));

-- The board finds words in originals that are not published too. Readers' searches leave out rows without a date.
alter table article_search alter column published_at drop not null;
create or replace function keep_article_search() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
begin
  if new.published_at is null and new.origin_id is not null then
    delete from article_search where article_id = new.id;
  else
    insert into article_search
    values (new.id, new.site_id, new.published_at, lower(new.title), lower(coalesce(new.meta_description, '')), lower(new.content))
    on conflict (article_id) do update set
      site_id = excluded.site_id, published_at = excluded.published_at,
      title = excluded.title, description = excluded.description, content = excluded.content;
  end if;
  return null;
end $$;
insert into article_search
select id, site_id, null, lower(title), lower(coalesce(meta_description, '')), lower(content)
from blog_posts where published_at is null and origin_id is null;

-- Somebody may change other articles, or the same ones again, while an earlier change is under way.
drop index runs_one_open_key;
create unique index runs_one_open_key on runs (user_id, kind) where finished_at is null and kind not in ('publish', 'articles');
