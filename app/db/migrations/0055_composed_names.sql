-- An accented letter is one character or two, a letter and its accent. Tags and authors that differ in this alone are one.
do $do$ begin
  if getdatabaseencoding() = 'UTF8' then
    create function compose(text) returns text language sql immutable parallel safe as $$ select normalize($1, nfc) $$;
  else
    create function compose(text) returns text language sql immutable parallel safe as $$ select $1 $$;
  end if;
end $do$;

create function fold_tag(tag text) returns text language sql immutable parallel safe
  as $$ select lower(compose(tag)) $$;

create or replace function fold_tags(tags text[]) returns text[] language sql immutable parallel safe
  as $$ select coalesce(array_agg(distinct fold_tag(tag)), '{}') from unnest(tags) as tag $$;

-- A comma before the second part of a name, such as Jr., does not separate two authors.
create or replace function split_authors(author text) returns text[] language sql immutable parallel safe as $$
  select coalesce(array_agg(name) filter (where name <> ''), array[compose(author)])
  from (
    select regexp_replace(btrim(part, ' ,'), ' *, *', ', ', 'g') as name
    from regexp_split_to_table(compose(author),
      ',(?! *(?:Jr|Sr|II|III|IV|Esq|Ph\.?D|M\.?D|J\.?D|Ed\.?D|D\.?D\.?S|R\.?N|MBA|MPH|CPA|Inc|Ltd|LLC|Corp|GmbH)\.? *(?:,|$))') as part
  ) as parts
$$;

-- What is written stays; its keys are made again.
update blog_posts set tags = tags, author = author
where tag_keys <> fold_tags(tags) or author_names <> split_authors(author);

-- Of several keys that become one, the composed one is kept.
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
