-- Pages of a site, such as About: articles at a path of their own. Such an article is on no site, so no list finds it.
create table site_pages (
  article_id uuid primary key references blog_posts on delete cascade,
  site_id uuid not null references target_sites on delete cascade,
  path text not null check (path ~ '^/[a-z0-9]+(-[a-z0-9]+)*(/[a-z0-9]+(-[a-z0-9]+)*)*$' and length(path) <= 100),
  constraint site_pages_path_key unique (site_id, path)
);

alter table site_pages enable row level security;
-- Inside a policy the other table's policy holds too: these are the account's own articles.
create policy own on site_pages to broadsheet_operator using (article_id in (select id from blog_posts));
grant select, insert, delete on site_pages to broadsheet_operator;

-- Whoever writes the article, its page is drawn again. Lists do not show it, so no writer names it.
create function drop_site_page() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
begin
  insert into page_drops (id, tags)
  select gen_random_uuid(), array['article:' || new.id, 'site:' || site_id] from site_pages where article_id = new.id;
  return null;
end $$;
create trigger blog_posts_drop_site_page after update on blog_posts for each row
  when (new.site_id is null and new.origin_id is null and old.* is distinct from new.*)
  execute function drop_site_page();
