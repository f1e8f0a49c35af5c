-- The text of an article that its readers do not see yet: a new article, or the working copy of a published one. Its id is
-- that of the article, or the one that a new article is published with (blog_posts.draft_id).
create table drafts (
  id uuid primary key,
  user_id uuid not null references users on delete cascade, -- the account
  written_by uuid references users on delete set null, -- the person who saved it last
  version integer not null check (version > 0), -- counts the saves
  text jsonb not null, -- the fields of the form, as they were typed
  article_version text, -- the state of the article that a working copy was made from
  base jsonb, -- the text of that state
  created_at timestamptz not null default now(),
  saved_at timestamptz not null default now()
);
create index drafts_user_id_idx on drafts (user_id, saved_at desc, id desc);

alter table drafts enable row level security;
create policy own on drafts to broadsheet_operator using (user_id = current_account_id());
grant select, insert, update, delete on drafts to broadsheet_operator;
