-- What the library of pictures knows of each one.
alter table uploads
  add column name text not null default '', -- of the file
  add column alt text not null default '',
  add column caption text not null default '',
  add column focus text check (focus ~ '^x(0|[1-9]0|100) y(0|[1-9]0|100)$'); -- in percent of width and height; null: the middle
create index uploads_user_idx on uploads (user_id, id desc);
grant update, delete on uploads to broadsheet_operator;

-- Where pictures are used. Kept by triggers, so that no writer can forget it. A text may also name a picture of another
-- account, or one that is gone.
create table picture_uses (
  upload_id uuid not null,
  place text not null check (place in ('article', 'draft', 'settings', 'template')),
  owner_id uuid not null, -- the article or the draft; the account for its settings and its template
  user_id uuid, -- the account that uses it; null for an article without an owner
  primary key (upload_id, place, owner_id)
);
create index picture_uses_owner_idx on picture_uses (owner_id, place);
alter table picture_uses enable row level security;
create policy own on picture_uses to broadsheet_operator using (user_id = current_account_id());
grant select on picture_uses to broadsheet_operator;

create function list_picture_ids(content text) returns setof uuid language sql immutable strict parallel safe as $$
  select distinct found[1]::uuid
  from regexp_matches(content, '/uploads/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})-\d', 'g') as found
$$;

create function keep_picture_uses() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
declare
  used_in text := tg_argv[0];
  owner uuid;
  account uuid;
  content text;
begin
  if tg_op <> 'INSERT' then
    if used_in in ('article', 'draft') then owner := old.id; else owner := old.user_id; end if;
    delete from picture_uses where owner_id = owner and place = used_in;
  end if;
  if tg_op = 'DELETE' then return null; end if;
  account := new.user_id;
  if used_in = 'article' then
    owner := new.id;
    content := concat_ws(' ', new.content, new.cover);
  elsif used_in = 'draft' then
    owner := new.id;
    content := new.text::text;
  else
    owner := account;
    content := to_jsonb(new)::text;
  end if;
  insert into picture_uses select picture, used_in, owner, account from list_picture_ids(content) as picture;
  return null;
end $$;

-- The picture that its author chose: an address, 'drawn' for the drawn art, or null for the first picture of the text.
-- image_url follows from it, and is what readers see.
alter table blog_posts
  add column cover text,
  add column image_focus text;
update blog_posts set cover = image_url where image_url is not null;

create trigger blog_posts_insert_pictures after insert on blog_posts for each row
  when (new.origin_id is null and (new.content like '%/uploads/%' or new.cover like '/uploads/%'))
  execute function keep_picture_uses('article');
create trigger blog_posts_update_pictures after update of content, cover, user_id on blog_posts for each row
  when (new.origin_id is null and (new.content like '%/uploads/%' or new.cover like '/uploads/%'
    or old.content like '%/uploads/%' or old.cover like '/uploads/%'))
  execute function keep_picture_uses('article');
create trigger blog_posts_delete_pictures after delete on blog_posts for each row
  when (old.origin_id is null and (old.content like '%/uploads/%' or old.cover like '/uploads/%'))
  execute function keep_picture_uses('article');
create trigger drafts_insert_pictures after insert on drafts for each row
  when (new.text::text like '%/uploads/%') execute function keep_picture_uses('draft');
create trigger drafts_update_pictures after update of text on drafts for each row
  when (new.text::text like '%/uploads/%' or old.text::text like '%/uploads/%')
  execute function keep_picture_uses('draft');
create trigger drafts_delete_pictures after delete on drafts for each row
  when (old.text::text like '%/uploads/%') execute function keep_picture_uses('draft');
create trigger seo_settings_keep_pictures after insert or update or delete on seo_settings
  for each row execute function keep_picture_uses('settings');
create trigger landing_templates_keep_pictures after insert or update or delete on landing_templates
  for each row execute function keep_picture_uses('template');

insert into picture_uses
select picture, 'article', b.id, b.user_id from blog_posts b, list_picture_ids(concat_ws(' ', b.content, b.cover)) as picture
where origin_id is null and (content like '%/uploads/%' or cover like '/uploads/%');
insert into picture_uses
select picture, 'draft', d.id, d.user_id from drafts d, list_picture_ids(d.text::text) as picture;
insert into picture_uses
select picture, 'settings', s.user_id, s.user_id from seo_settings s, list_picture_ids(to_jsonb(s)::text) as picture;
insert into picture_uses
select picture, 'template', t.user_id, t.user_id from landing_templates t, list_picture_ids(to_jsonb(t)::text) as picture;

-- Cards show the part of a picture around its focus. A restored backup has the focus before it has the picture.
create function keep_image_focus() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
declare
  found_focus text;
begin
  select focus into found_focus from uploads
  where new.image_url like '/uploads/%' and id in (select list_picture_ids(new.image_url));
  if tg_op = 'INSERT' then new.image_focus := coalesce(new.image_focus, found_focus);
  else new.image_focus := found_focus;
  end if;
  return new;
end $$;
create trigger blog_posts_insert_focus before insert on blog_posts
  for each row when (new.image_url is not null) execute function keep_image_focus();
create trigger blog_posts_update_focus before update of image_url on blog_posts
  for each row when (new.image_url is distinct from old.image_url) execute function keep_image_focus();

-- Whether an article with a picture without a text alternative is not published.
alter table users add column requires_alt boolean not null default false;
