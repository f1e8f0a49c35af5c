-- A change of many texts (a picture, a tag, links) changes planned texts too. Each gets another revision then.
alter table plans add column written_as integer; -- the number of its text before such changes; null: there were none

-- An import that brings pictures here is such a change; one that brings a newer text is not.
alter table revisions
  drop constraint revisions_cause_check,
  add constraint revisions_cause_check check (cause in ('publish', 'save', 'restore', 'backlinks', 'import',
    'import-pictures', 'tags', 'picture', 'plan', 'variation'));

-- The picture of a text that a plan will publish is used. The owner of such a use is the plan.
alter table picture_uses
  drop constraint picture_uses_place_check,
  add constraint picture_uses_place_check check (place in ('article', 'draft', 'plan', 'settings', 'template'));

create function count_planned_pictures(plan plans) returns void language sql as $$
  delete from picture_uses where owner_id = plan.id and place = 'plan';
  insert into picture_uses
  select picture, 'plan', plan.id, plan.user_id from revisions, list_picture_ids(text::text) as picture
  where plan.done_at is null and article_id = plan.article_id and site_id is null and number = plan.revision
    and revisions.user_id is not distinct from plan.user_id
$$;

create function keep_planned_pictures() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
begin
  perform count_planned_pictures(new);
  return null;
end $$;
create trigger plans_insert_pictures after insert on plans
  for each row when (new.revision is not null) execute function keep_planned_pictures();
create trigger plans_update_pictures after update of revision, done_at on plans
  for each row when (new.revision is not null) execute function keep_planned_pictures();

create function forget_planned_pictures() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
begin
  delete from picture_uses where owner_id = old.id and place = 'plan';
  return null;
end $$;
create trigger plans_delete_pictures after delete on plans
  for each row when (old.revision is not null) execute function forget_planned_pictures();

-- A restored backup has the plan before it has the revision.
create function keep_restored_pictures() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as $$
begin
  perform count_planned_pictures(plans) from plans where article_id = new.article_id and revision = new.number
    and user_id is not distinct from new.user_id;
  return null;
end $$;
create trigger revisions_restore_pictures after insert on revisions
  for each row when (current_setting('app.restoring', true) = 'on' and new.site_id is null)
  execute function keep_restored_pictures();

select count_planned_pictures(plans) from plans where revision is not null and done_at is null;
