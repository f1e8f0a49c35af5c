-- The main site may get another owner, and its look keeps the pictures of the one before. So a picture of a face is used by the
-- account that uploaded it: only its library could put it there. An address that the words of a face name is used by the
-- account that wrote them, as in a text.
create function count_face_pictures(face site_faces) returns void language sql as $$
  delete from picture_uses where owner_id = face.site_id and place = 'face';
  insert into picture_uses
  select picture, 'face', face.site_id,
    case when picture in (select list_picture_ids(concat_ws(' ', face.logo_light, face.logo_dark, face.icon,
      face.before->'face'->>'logoLight', face.before->'face'->>'logoDark', face.before->'face'->>'icon')))
    then uploads.user_id else face.user_id end
  from list_picture_ids(to_jsonb(face)::text) as picture left join uploads on uploads.id = picture
$$;

create or replace function keep_face_pictures() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'DELETE' then
    delete from picture_uses where owner_id = old.site_id and place = 'face';
  else
    perform count_face_pictures(new);
  end if;
  return null;
end $$;

-- A restored backup has the face before it has the picture.
create function keep_restored_faces() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
begin
  perform count_face_pictures(site_faces) from site_faces
  where site_id in (select owner_id from picture_uses where upload_id = new.id and place = 'face');
  return null;
end $$;
create trigger uploads_restore_faces after insert on uploads
  for each row when (current_setting('app.restoring', true) = 'on') execute function keep_restored_faces();

select count_face_pictures(site_faces) from site_faces;
