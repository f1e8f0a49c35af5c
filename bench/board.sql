-- Gives all articles to one account, orders them for 20 sites, and leaves some unpublished, refused and being written.
insert into users (id, email, name) values ('00000000-0000-7000-8000-000000000001', 'bench@example.com', 'Ines');
insert into target_sites (id, name, url, kind, owner_id, credentials)
select gen_random_uuid(), 'Site ' || n, 'https://site-' || n || '.example', 'webhook', '00000000-0000-7000-8000-000000000001', 'none'
from generate_series(1, 20) n;
-- Their version of the renderer is the present one: the server beside the bench would render all others again.
update blog_posts set user_id = '00000000-0000-7000-8000-000000000001',
  renderer_version = (select max(renderer_version) from blog_posts), updated_at = coalesce(published_at, now()),
  published_at = case when ascii(id::text) % 20 = 0 then null else published_at end;
insert into deliveries (id, article_id, site_id, wanted_hash, delivered_hash, state, reason, attempted_at)
select gen_random_uuid(), blog_posts.id, target_sites.id, 'x', 'x',
  case when n % 400 = 0 then 'failed' when n % 401 = 0 then 'pending' else 'delivered' end,
  case when n % 400 = 0 then 'unexpected' end, now()
from (select *, row_number() over (order by id) as n from blog_posts) blog_posts, target_sites
where target_sites.kind = 'webhook';
insert into drafts (id, user_id, version, text)
select gen_random_uuid(), user_id, 1, jsonb_build_object('title', title || ' begun', 'content', content, 'author', author, 'tags', 'Sea')
from blog_posts limit 300;
insert into drafts (id, user_id, version, text)
select id, user_id, 1, jsonb_build_object('title', title, 'content', content, 'author', author, 'tags', 'Sea')
from blog_posts order by id limit 300;
