-- A client chooses the id of a draft. So the key of a draft, and that of its revisions, belongs to the account: no account
-- can take an id away from another one.
alter table drafts drop constraint drafts_pkey, add primary key (user_id, id);
alter table revisions drop constraint revisions_number_key,
  add constraint revisions_number_key unique nulls not distinct (article_id, site_id, number, user_id);
alter table picture_uses drop constraint picture_uses_pkey,
  add constraint picture_uses_key unique nulls not distinct (upload_id, place, owner_id, user_id);

create or replace function keep_picture_uses() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
declare
  used_in text := tg_argv[0];
  owner uuid;
  account uuid;
  content text;
begin
  if tg_op <> 'INSERT' then
    if used_in in ('article', 'draft') then owner := old.id; else owner := old.user_id; end if;
    delete from picture_uses
    where owner_id = owner and place = used_in and user_id is not distinct from old.user_id;
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

-- The number of places in which texts of other accounts show a picture. Its owner reads nothing else of them.
create function count_other_uses(picture uuid) returns integer language sql stable
  security definer set search_path = public, pg_temp as $$
  select count(*)::int from picture_uses where upload_id = picture and user_id is distinct from current_account_id()
$$;

-- Drafts and revisions under the id of another account's article get an id of their own, and the text stays. A restore of
-- an older backup calls this too.
create function free_foreign_ids() returns void language sql as $$
  with taken as materialized (
    select user_id, id, gen_random_uuid() as new_id
    from (select user_id, id from drafts union select user_id, article_id from revisions where user_id is not null) as own
    where exists (select from blog_posts where id = own.id and user_id is distinct from own.user_id)
  ), moved_drafts as (
    update drafts set id = new_id, article_version = null, base = null
    from taken where drafts.user_id = taken.user_id and drafts.id = taken.id
  ), moved_revisions as (
    update revisions set article_id = new_id
    from taken where revisions.user_id = taken.user_id and article_id = taken.id
  ), moved_shares as (
    update draft_shares set draft_id = new_id
    from taken where draft_shares.user_id = taken.user_id and draft_id = taken.id
  )
  update picture_uses set owner_id = new_id
  from taken where picture_uses.user_id = taken.user_id and owner_id = taken.id and place = 'draft'
$$;
select free_foreign_ids();
