-- What somebody wants to happen to an article, and when.
create table plans (
  id uuid primary key,
  user_id uuid not null references users on delete cascade, -- the account
  made_by uuid default acting_person_id() references users on delete set null, -- the person
  made_at timestamptz not null default now(),
  article_id uuid not null references blog_posts on delete cascade,
  kind text not null check (kind in ('publish', 'unpublish', 'take-off')),
  due_at timestamptz not null,
  revision integer check ((revision is not null) = (kind = 'publish')), -- the number of the text to publish
  site_ids uuid[] not null, -- where to publish it, or which sites lose it
  varies boolean not null default false,
  enqueued_at timestamptz, -- when its job was enqueued last
  done_at timestamptz, -- null until it was carried out, refused or cancelled
  result text check (result in ('done', 'refused', 'cancelled') and (result is not null) = (done_at is not null)),
  notes text[] not null default '{}' -- what else there is to say of the result
);
create index plans_due_idx on plans (due_at) where done_at is null;
create index plans_user_idx on plans (user_id, due_at);
create index plans_article_idx on plans (article_id);

alter table plans enable row level security;
create policy own on plans to broadsheet_operator using (user_id = current_account_id());
grant select, insert, update, delete on plans to broadsheet_operator;
