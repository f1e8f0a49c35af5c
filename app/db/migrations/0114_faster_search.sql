-- A search reads the newest articles first. With the dates in the index, it finds the matches of those alone.
create extension if not exists btree_gin;
drop index article_search_content_idx;
create index article_search_content_idx on article_search using gin (published_at, content gin_trgm_ops);

-- The pairs of neighbouring words of four letters and more, by the letters around the space between them. Common words
-- rarely stand together, so a pair leads to few texts. A key has 16 bits, because an index of few keys is small.
create function search_pairs(text) returns int[] language sql immutable parallel safe strict cost 10000 as $$
  select array_agg(distinct hashtext(right(word, 3) || ' ' || left(next, 3)) & 65535)
  from (select word, lead(word) over () as next from unnest(string_to_array($1, ' ')) as word) as words
  where length(word) > 3 and length(next) > 3
$$;
create index article_search_pairs_idx on article_search using gin (search_pairs(content));
alter index article_search_pairs_idx alter column 1 set statistics 0; -- they would need the pairs of thousands of texts
