-- The person who acts. Today an account is one person; when it has several, only this function changes.
create function acting_person_id() returns uuid language sql stable parallel safe as $$ select current_account_id() $$;

-- The states of an article that somebody can compare and restore, and those of its variations. An article that was stored
-- before this table, or imported, has no rows until it changes: its only state is its own.
create table revisions (
  id uuid primary key,
  article_id uuid not null, -- of an article, or of a draft that was never published
  site_id uuid references target_sites on delete cascade, -- of the site whose variation it is; null for the article itself
  user_id uuid references users on delete cascade, -- the account
  made_by uuid default acting_person_id() references users on delete set null, -- the person; null for a language model
  made_at timestamptz not null default now(),
  number integer not null check (number > 0),
  kind text not null check (kind in ('published', 'saved')),
  text jsonb not null, -- the fields of the form, and the address
  changed text[] not null, -- the names of those that differ from the state before
  hash text, -- of a published state of an article: what sites show of it, as in deliveries.delivered_hash
  restored_from integer, -- the number of the revision whose text this is
  constraint revisions_number_key unique nulls not distinct (article_id, site_id, number)
);
create index revisions_user_idx on revisions (user_id);
create index revisions_site_idx on revisions (site_id) where site_id is not null;

alter table revisions enable row level security;
create policy own on revisions to broadsheet_operator using (user_id = current_account_id());
grant select, insert, update, delete on revisions to broadsheet_operator;

create function delete_revisions() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
begin
  delete from revisions where article_id = old.id;
  return null;
end $$;
create trigger blog_posts_delete_revisions after delete on blog_posts
  for each row when (old.origin_id is null) execute function delete_revisions();

create or replace function adopt_installation(account uuid) returns void language plpgsql as $$
begin
  update installation set owner_id = account where owner_id is null;
  if found then
    update blog_posts set user_id = account where user_id is null;
    update revisions set user_id = account where user_id is null;
  end if;
end $$;

-- The number of the variation that a site has; null for the text of the article.
alter table deliveries add column delivered_variation integer;

-- There are few variations, because each has cost tokens of a model: all of them get their first revision now.
insert into revisions (id, article_id, site_id, user_id, made_by, made_at, number, kind, text, changed)
select gen_random_uuid(), article_id, variations.site_id, user_id, null, created_at, 1, 'published',
  jsonb_build_object(
    'title', variations.title, 'content', variations.content,
    'metaDescription', coalesce(variations.meta_description, ''), 'author', author,
    'tags', array_to_string(tags, ', '), 'keywords', array_to_string(keywords, ', '),
    'canonicalUrl', coalesce(canonical_url, ''), 'slug', slug),
  '{}'
from variations join blog_posts on blog_posts.id = article_id where state = 'written';
update deliveries set delivered_variation = 1
from variations
where variations.article_id = deliveries.article_id and variations.site_id = deliveries.site_id
  and variations.state = 'written' and varies and deliveries.state = 'delivered';
