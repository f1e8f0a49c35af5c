-- Makes :articles articles from the existing ones. The indexes are built once, at the end.
drop index article_search_content_idx, article_search_pairs_idx, article_search_description_idx, article_search_title_idx, blog_posts_tag_keys_idx;
with source as (
  select *, row_number() over (order by id) as place, count(*) over () as total from blog_posts
)
insert into blog_posts (id, site_id, title, slug, content, content_html, excerpt, reading_minutes, meta_description, author, tags, published_at)
select gen_random_uuid(), site_id, title || ' ' || n, slug || '-copy-' || n,
  (select left(string_agg(paragraph, e'\n\n' order by md5(paragraph || n)), 4000)
   from regexp_split_to_table(content, '\n\s*\n') as paragraph),
  '', excerpt, reading_minutes, meta_description, author, tags, '2015-01-01'::timestamptz + (n * total + place) * interval '1 hour'
from source, generate_series(1, :articles / (select count(*) from blog_posts) + 1) as n
where (n - 1) * total + place <= :articles - total;
create index article_search_title_idx on article_search using gin (title gin_trgm_ops);
create index article_search_description_idx on article_search using gin (description gin_trgm_ops);
create index article_search_content_idx on article_search using gin (published_at, content gin_trgm_ops);
create index article_search_pairs_idx on article_search using gin (search_pairs(content));
alter index article_search_pairs_idx alter column 1 set statistics 0;
create index blog_posts_tag_keys_idx on blog_posts using gin (tag_keys) where published_at is not null;
