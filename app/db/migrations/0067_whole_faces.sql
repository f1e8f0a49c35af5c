-- The rest of a face: its type, the inks of its drawn covers, its logos, its icon, and its links.
alter table site_faces
  add column type text check (type ~ '^[a-z]{1,20}$'), -- null: the usual fonts
  add column covers text check (covers ~ '^[a-z]{1,20}$'), -- null: the inks of each category
  add column logo_light text check (logo_light ~ '^/uploads/[0-9a-f-]{36}-[0-9]{1,4}x[0-9]{1,4}\.webp$'),
  add column logo_dark text check (logo_dark ~ '^/uploads/[0-9a-f-]{36}-[0-9]{1,4}x[0-9]{1,4}\.webp$'),
  add column icon text check (icon ~ '^/uploads/[0-9a-f-]{36}-[0-9]{1,4}x[0-9]{1,4}\.webp$'),
  add column menu jsonb, -- a list of {label, href}; null: the usual links
  add column footer jsonb,
  add column footer_text text not null default '',
  add column user_id uuid references users on delete set null; -- the account that changed it last, which uses its pictures

alter table picture_uses
  drop constraint picture_uses_place_check,
  add constraint picture_uses_place_check
    check (place in ('article', 'draft', 'plan', 'settings', 'template', 'face'));

-- The pictures of the state before are used, too: an undo shows them again.
create function keep_face_pictures() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
begin
  if tg_op <> 'INSERT' then
    delete from picture_uses where owner_id = old.site_id and place = 'face';
  end if;
  if tg_op = 'DELETE' then return null; end if;
  insert into picture_uses
  select picture, 'face', new.site_id, new.user_id from list_picture_ids(to_jsonb(new)::text) as picture;
  return null;
end $$;
create trigger site_faces_keep_pictures after insert or update or delete on site_faces
  for each row execute function keep_face_pictures();
