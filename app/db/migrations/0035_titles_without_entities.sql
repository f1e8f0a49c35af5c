-- Titles that were imported when an import still kept HTML entities, and the addresses made from them: `They&#8217;re`
-- was at `/article/they8217re`, which leads on.
create function mend_title(title text) returns text language plpgsql as $$
declare
  known constant jsonb := '{"amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "''", "nbsp": " ", "rsquo": "’",
    "lsquo": "‘", "ldquo": "“", "rdquo": "”", "ndash": "–", "mdash": "—", "hellip": "…"}';
  name text;
  code integer;
begin
  -- An ampersand of its own comes last: what it would make an entity of was none.
  for name in select part[1] from regexp_matches(title, '&(#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z]+);', 'g') as part
    order by part[1] = 'amp' loop
    if name like '#%' then
      code := case when name ~* '^#x' then ('x' || lpad(substr(name, 3), 8, '0'))::bit(32)::int else substr(name, 2)::int end;
      if code between 32 and 55295 or code between 57344 and 1114111 then
        title := replace(title, '&' || name || ';', chr(code));
      end if;
    elsif known ? name then
      title := replace(title, '&' || name || ';', known ->> name);
    end if;
  end loop;
  return title;
end $$;

create function mend_slug(slug text, title text) returns text language plpgsql as $$
declare
  name text;
begin
  for name in select part[1] from regexp_matches(title, '&#?(\d{1,7}|[xX][0-9a-fA-F]{1,6}|[a-zA-Z]+);', 'g') as part loop
    slug := case when name ~ '^(amp|lt|gt)$' then regexp_replace(slug, '(^|-)' || name || '(?=-|$)', '', 'g')
      else replace(slug, lower(name), '') end;
  end loop;
  return trim('-' from regexp_replace(slug, '-+', '-', 'g'));
end $$;

do $$
declare
  post record;
  mended text;
begin
  for post in
    select id, site_id, title, slug from blog_posts p
    where title ~ '&(#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z]+);'
      and (import_key is not null or exists (select from blog_posts o where o.id = p.origin_id and o.import_key is not null))
  loop
    continue when mend_title(post.title) = post.title or trim(mend_title(post.title)) = '';
    update blog_posts set title = trim(mend_title(post.title)) where id = post.id;
    mended := mend_slug(post.slug, post.title);
    continue when mended in ('', post.slug)
      or exists (select from blog_posts where site_id = post.site_id and slug = mended)
      or exists (select from redirects where site_id = post.site_id and path = '/article/' || mended and article_id <> post.id);
    update blog_posts set slug = mended where id = post.id;
    delete from redirects where site_id = post.site_id and path in ('/article/' || mended, '/article/' || post.slug);
    insert into redirects (site_id, path, article_id) values (post.site_id, '/article/' || post.slug, post.id);
  end loop;
end $$;

drop function mend_title(text);
drop function mend_slug(text, text);
