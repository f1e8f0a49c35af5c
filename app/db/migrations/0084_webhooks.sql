-- An account's own webhooks, and the messages that they get about what happens in the account (decision 74).
create table webhooks (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  url text not null check (url <> ''),
  kinds text[] not null check (cardinality(kinds) > 0), -- the events that it gets
  paused_at timestamptz,
  pause_reason text check (pause_reason in ('person', 'gone', 'failing')),
  failures integer not null default 0, -- in a row
  failing_since timestamptz, -- the first of them
  rests_until timestamptz, -- nothing is sent before, because of them
  made_at timestamptz not null default now(),
  check ((paused_at is null) = (pause_reason is null))
);
create index webhooks_user_id_idx on webhooks (user_id);

-- A webhook has two secrets at most: the former one signs too until its end.
create table webhook_secrets (
  id uuid primary key,
  webhook_id uuid not null references webhooks on delete cascade,
  secret text not null, -- sealed
  ends_at timestamptz, -- null for the present one
  made_at timestamptz not null default now()
);
create index webhook_secrets_webhook_idx on webhook_secrets (webhook_id);

-- An outbox: the triggers below write a message in the transaction of what it tells. No column names the account, because
-- a message may be written while the account is being deleted.
create table webhook_messages (
  id uuid primary key default gen_random_uuid(),
  webhook_id uuid not null references webhooks on delete cascade,
  kind text not null,
  subject uuid, -- the row that it is about
  data jsonb not null,
  at timestamptz not null default now(), -- the same for all messages of a transaction
  attempts integer not null default 0,
  due_at timestamptz default now(), -- of the next attempt; null: none
  sent_at timestamptz -- accepted by the receiver
);
create index webhook_messages_due_idx on webhook_messages (webhook_id, due_at) where due_at is not null;
create index webhook_messages_at_idx on webhook_messages (webhook_id, at desc, id desc);

create table webhook_attempts (
  id uuid primary key,
  message_id uuid not null references webhook_messages on delete cascade,
  at timestamptz not null,
  duration_ms integer not null,
  status integer, -- of the answer; null without one
  answer text not null -- its first characters; without one, the reason
);
create index webhook_attempts_message_idx on webhook_attempts (message_id, id);

alter table webhooks enable row level security;
alter table webhook_secrets enable row level security;
alter table webhook_messages enable row level security;
alter table webhook_attempts enable row level security;
create policy own on webhooks to broadsheet_operator using (user_id = current_account_id());
create policy rights on webhooks as restrictive to broadsheet_operator using (has_right('lead'));
-- Inside a policy the other table's policy holds too: these are the account's own webhooks.
create policy own on webhook_secrets to broadsheet_operator using (webhook_id in (select id from webhooks));
create policy own on webhook_messages to broadsheet_operator using (webhook_id in (select id from webhooks));
create policy own on webhook_attempts to broadsheet_operator using (message_id in (select id from webhook_messages));
grant select, insert, update, delete on webhooks, webhook_secrets to broadsheet_operator;
grant select, insert, update on webhook_messages to broadsheet_operator;
grant select on webhook_attempts to broadsheet_operator;

-- An account without webhooks pays this query, and only for rows that the conditions of the triggers let through.
create function has_webhooks(account uuid) returns boolean language sql stable
  as $$ select exists (select from webhooks where user_id = account and paused_at is null)
    and coalesce(current_setting('app.restoring', true), '') <> 'on' $$;

create function note_event(account uuid, event text, about uuid, told jsonb) returns void language sql
  as $$ insert into webhook_messages (webhook_id, kind, subject, data)
    select webhooks.id, event, about, told from webhooks join users on users.id = user_id
    where user_id = account and paused_at is null and event = any(kinds) $$;

-- One transaction may change an article several times. Then `updated` is told once, and not beside `published`. What is
-- told is the last state.
create function note_article_event() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
declare
  article blog_posts := coalesce(new, old);
  event text;
  told jsonb;
begin
  if not has_webhooks(article.user_id) then return null; end if;
  event := case
    when tg_op = 'DELETE' or new.deletion_asked_at is not null then 'article.deleted'
    when tg_op = 'INSERT' then 'article.published'
    when old.published_at is null and new.published_at is not null then 'article.published'
    when old.published_at is not null and new.published_at is null then 'article.unpublished'
    else 'article.updated' end;
  told := jsonb_build_object('id', article.id, 'title', article.title, 'slug', article.slug, 'lang', article.lang,
    'publishedAt', article.published_at);
  delete from webhook_messages using webhooks where webhooks.id = webhook_id and user_id = article.user_id
    and at = now() and subject = article.id and kind = 'article.updated';
  if event = 'article.updated' then
    update webhook_messages set data = told from webhooks where webhooks.id = webhook_id and user_id = article.user_id
      and at = now() and subject = article.id and kind = 'article.published';
    if found then return null; end if;
  end if;
  perform note_event(article.user_id, event, article.id, told);
  return null;
end $$;
create trigger blog_posts_note_new after insert on blog_posts for each row
  when (new.origin_id is null and new.user_id is not null and new.published_at is not null)
  execute function note_article_event();
create trigger blog_posts_note_change after update of title, slug, content, meta_description, author, tags, keywords,
  canonical_url, cover, lang, published_at, deletion_asked_at on blog_posts for each row
  when (new.origin_id is null and new.user_id is not null
    and (new.deletion_asked_at is null or old.deletion_asked_at is null)
    and (old.title, old.slug, old.content, old.meta_description, old.author, old.tags, old.keywords, old.canonical_url,
      old.cover, old.lang, old.published_at, old.deletion_asked_at) is distinct from
    (new.title, new.slug, new.content, new.meta_description, new.author, new.tags, new.keywords, new.canonical_url,
      new.cover, new.lang, new.published_at, new.deletion_asked_at))
  execute function note_article_event();
create trigger blog_posts_note_end after delete on blog_posts for each row
  when (old.origin_id is null and old.user_id is not null and old.deletion_asked_at is null)
  execute function note_article_event();

-- The main site's deliveries are never sent, so nothing is told about them.
create function note_delivery_event() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
declare
  account uuid := (select user_id from blog_posts where id = new.article_id);
begin
  if not has_webhooks(account) then return null; end if;
  perform note_event(account, case when new.state = 'failed' then 'delivery.refused' else 'delivery.succeeded' end, new.id,
    jsonb_build_object('id', new.id, 'articleId', new.article_id, 'siteId', new.site_id, 'state', new.state,
      'url', new.remote_url, 'reason', new.reason, 'attempts', new.attempts));
  return null;
end $$;
create trigger deliveries_note_end after update of state, next_attempt_at on deliveries for each row
  when (new.site_id <> '00000000-0000-7000-8000-000000000000' and new.attempted_at is not null
    and (new.state in ('delivered', 'removed') and old.state <> new.state
      or new.state = 'failed' and new.next_attempt_at is null
        and (old.state <> 'failed' or old.next_attempt_at is not null)))
  execute function note_delivery_event();

create function note_run_event() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
begin
  if not has_webhooks(new.user_id) then return null; end if;
  perform note_event(new.user_id, 'run.ended', new.id, jsonb_build_object('id', new.id, 'kind', new.kind,
    'state', new.state, 'total', new.total, 'done', new.done, 'counts', new.counts));
  return null;
end $$;
create trigger runs_note_end after update of state on runs for each row
  when (new.state in ('done', 'failed') and old.state not in ('done', 'failed')) execute function note_run_event();

create function note_landing_page_event() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
declare
  page generated_pages := coalesce(new, old);
  event text;
begin
  if not has_webhooks(page.user_id) then return null; end if;
  event := case
    when tg_op = 'INSERT' then 'landing_page.published'
    when tg_op = 'DELETE' or not new.is_published then 'landing_page.unpublished'
    when not old.is_published then 'landing_page.published'
    else 'landing_page.updated' end;
  perform note_event(page.user_id, event, page.id,
    jsonb_build_object('id', page.id, 'path', '/' || page.slug, 'title', page.meta_title));
  return null;
end $$;
create trigger generated_pages_note_new after insert on generated_pages for each row when (new.is_published)
  execute function note_landing_page_event();
create trigger generated_pages_note_change after update of is_published, content_hash on generated_pages for each row
  when (old.is_published <> new.is_published
    or new.is_published and old.content_hash is distinct from new.content_hash)
  execute function note_landing_page_event();
create trigger generated_pages_note_end after delete on generated_pages for each row when (old.is_published)
  execute function note_landing_page_event();

-- The person who made an account is its first owner, which is no event. A changed id of a person is none, too.
create function note_member_event() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
declare
  event text := case
    when tg_op = 'INSERT' or old.ended_at is not null then 'member.joined'
    when new.ended_at is not null then 'member.left'
    else 'member.role_changed' end;
begin
  if not has_webhooks(new.account_id) then return null; end if;
  perform note_event(new.account_id, event, new.person_id, jsonb_build_object('personId', new.person_id,
    'name', (select name from users where id = new.person_id), 'role', new.role, 'siteIds', new.site_ids));
  return null;
end $$;
create trigger members_note_new after insert on members for each row
  when (new.person_id <> new.account_id and new.ended_at is null) execute function note_member_event();
create trigger members_note_change after update of role, site_ids, ended_at on members for each row
  when ((old.ended_at is null) <> (new.ended_at is null)
    or new.ended_at is null and (old.role, old.site_ids) is distinct from (new.role, new.site_ids))
  execute function note_member_event();
