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

-- What is written stays; its keys are made again.
update blog_posts set tags = tags where tag_keys <> fold_tags(tags);

-- Of several keys that become one, the composed one is kept.
delete from tags using tags as other
where other.user_id = tags.user_id and compose(other.tag_key) = compose(tags.tag_key)
  and tags.tag_key <> compose(tags.tag_key)
  and (other.tag_key = compose(tags.tag_key) or other.tag_key < tags.tag_key);
update tags set tag_key = compose(tag_key), moved_to = compose(moved_to)
where tag_key <> compose(tag_key) or moved_to <> compose(moved_to);
