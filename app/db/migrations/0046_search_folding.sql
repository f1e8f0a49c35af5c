-- What a reader types finds what an author wrote: straight quotes find curly ones, composed letters find decomposed ones,
-- and & finds the entity in Markdown.
create function search_text(text) returns text language sql immutable parallel safe strict as $$
  select case when getdatabaseencoding() = 'UTF8' then normalize(plain, nfc) else plain end
  from (select translate(replace($1, '&amp;', '&'), '‘’‚‛′“”„‟″', $quotes$'''''"""""$quotes$) as plain) as text
$$;

create or replace function keep_article_search() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
begin
  if new.published_at is null and new.origin_id is not null then
    delete from article_search where article_id = new.id;
  else
    insert into article_search
    values (new.id, new.site_id, new.published_at, lower(search_text(new.title)),
      lower(search_text(coalesce(new.meta_description, ''))), lower(search_text(new.content)))
    on conflict (article_id) do update set
      site_id = excluded.site_id, published_at = excluded.published_at,
      title = excluded.title, description = excluded.description, content = excluded.content;
  end if;
  return null;
end $$;

update article_search set title = folded.title, description = folded.description, content = folded.content
from (
  select id, lower(search_text(title)) as title, lower(search_text(coalesce(meta_description, ''))) as description,
    lower(search_text(content)) as content
  from blog_posts
) as folded
where article_id = id
  and (article_search.title, article_search.description, article_search.content)
    is distinct from (folded.title, folded.description, folded.content);
