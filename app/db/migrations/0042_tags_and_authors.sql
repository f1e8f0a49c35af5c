-- What an account says about a tag, and the tag that took its place when it was renamed: old addresses lead there.
create table tags (
  user_id uuid not null references users on delete cascade, -- the account
  tag_key text not null, -- as in blog_posts.tag_keys
  description text not null default '',
  moved_to text, -- another key
  changed_at timestamptz not null default now(),
  primary key (user_id, tag_key)
);
create index tags_key_idx on tags (tag_key);

alter table tags enable row level security;
create policy own on tags to broadsheet_operator using (user_id = current_account_id());
grant select, insert, update, delete on tags to broadsheet_operator;

-- The authors of an article, whose names its author text separates with commas. Each has a page with all of them.
create function split_authors(author text) returns text[] language sql immutable parallel safe as $$
  select coalesce(array_agg(name) filter (where name <> ''), array[author])
  from (select btrim(part) as name from unnest(string_to_array(author, ',')) as part) as parts
$$;
alter table blog_posts add column author_names text[] generated always as (split_authors(author)) stored;
drop index blog_posts_author_idx;
create index blog_posts_author_names_idx on blog_posts using gin (author_names) where published_at is not null;

-- What an account says about an author of its articles.
create table author_profiles (
  user_id uuid not null references users on delete cascade, -- the account
  name text not null, -- as in blog_posts.author_names
  biography text not null default '',
  picture text, -- the path of an upload
  links text[] not null default '{}',
  changed_at timestamptz not null default now(),
  primary key (user_id, name)
);
create index author_profiles_name_idx on author_profiles (name);

alter table author_profiles enable row level security;
create policy own on author_profiles to broadsheet_operator using (user_id = current_account_id());
grant select, insert, update, delete on author_profiles to broadsheet_operator;
