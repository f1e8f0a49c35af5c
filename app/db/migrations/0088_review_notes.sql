-- A site may ask for a second pair of eyes, for a review of what a model wrote, or for both.
alter table review_rules
  add column pairs boolean not null default true,
  add column models boolean not null default false,
  add check (pairs or models);
create policy rights on review_rules as restrictive for update to broadsheet_operator using (has_right('lead'));
grant update (pairs, models) on review_rules to broadsheet_operator;
alter table variations add column approved_at timestamptz; -- by whom is told by its revision
create policy approval on variations as restrictive for update to broadsheet_operator using (true)
  with check (approved_at is null or has_right('review'));

-- Notes on lines of a text under review (decision 76). They keep the id of the draft when it becomes an article.
create table review_notes (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  article_id uuid not null,
  made_by uuid default acting_person_id() references users on delete set null,
  made_at timestamptz not null default now(),
  line int, -- null: about the text as a whole
  quote text not null default '', -- the line as it was
  body text not null,
  settled_at timestamptz,
  settled_by uuid references users on delete set null
);
create index review_notes_article_idx on review_notes (user_id, article_id);
create index review_notes_made_by_idx on review_notes (made_by);

create function reaches_note(owner uuid) returns boolean language sql stable parallel safe
  security definer set search_path = public, pg_temp as $$
  select reaches_text(owner) or exists (
    select from blog_posts where draft_id = owner and user_id = current_account_id() and reaches_article(id))
$$;
alter table review_notes enable row level security;
create policy own on review_notes to broadsheet_operator using (user_id = current_account_id());
create policy reach on review_notes as restrictive to broadsheet_operator
  using ((select acts_for_all()) or reaches_note(article_id));
create policy rights_insert on review_notes as restrictive for insert to broadsheet_operator
  with check (has_right('write') and made_by = acting_person_id());
create policy rights on review_notes as restrictive for update to broadsheet_operator using (has_right('write'));
create policy rights_delete on review_notes as restrictive for delete to broadsheet_operator
  using (made_by = acting_person_id());
grant select, insert, delete, update (settled_at, settled_by) on review_notes to broadsheet_operator;
