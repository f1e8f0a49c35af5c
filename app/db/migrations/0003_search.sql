create extension if not exists pg_trgm;

-- What is searched, in lower case and uncompressed: reading through the newest must not unpack every article.
-- Published articles only; kept by a trigger, so that no writer can forget it.
create table article_search (
  article_id uuid primary key references blog_posts on delete cascade,
  site_id uuid not null,
  published_at timestamptz not null,
  title text collate "C" not null,
  description text collate "C" not null,
  content text collate "C" not null
);
alter table article_search alter column content set storage external;
create index article_search_newest_idx on article_search (site_id, published_at desc, article_id desc);
create index article_search_title_idx on article_search using gin (title gin_trgm_ops);
create index article_search_description_idx on article_search using gin (description gin_trgm_ops);
create index article_search_content_idx on article_search using gin (content gin_trgm_ops);

create function keep_article_search() returns trigger language plpgsql as $$
begin
  if new.published_at is null then
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
create trigger blog_posts_keep_search
  after insert or update of site_id, published_at, title, meta_description, content on blog_posts
  for each row execute function keep_article_search();

insert into article_search
select id, site_id, published_at, lower(title), lower(coalesce(meta_description, '')), lower(content)
from blog_posts where published_at is not null;
