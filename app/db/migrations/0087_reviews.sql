-- Reviews of texts (decision 76). An approval is kept with the revision that was approved.
alter table revisions
  add column written_by uuid references users on delete set null, -- the writer, where another person published it
  add column approved_by uuid references users on delete set null,
  add column approved_at timestamptz,
  add column approved_sites uuid[]; -- null: for all sites

-- The sites on which an account asks for a second pair of eyes.
create table review_rules (
  user_id uuid not null references users on delete cascade,
  site_id uuid not null references target_sites on delete cascade,
  primary key (user_id, site_id)
);
create index review_rules_site_idx on review_rules (site_id);

-- The review of a draft, of a working copy, or of an article that no reader sees. It ends when the text is published.
create table reviews (
  user_id uuid not null references users on delete cascade,
  article_id uuid not null, -- the id of the draft, or of the article
  state text not null check (state in ('waiting', 'changes', 'approved')),
  revision int not null, -- the text that was submitted or approved
  submitted_by uuid default acting_person_id() references users on delete set null,
  submitted_at timestamptz not null default now(),
  decided_by uuid references users on delete set null,
  decided_at timestamptz,
  decided_revision int, -- the text that was decided on last
  message text not null default '', -- what the last of both said
  primary key (user_id, article_id)
);

alter table plans add column waits_for_review boolean not null default false; -- its time has come

-- The rows of a draft that this transaction has ended go with its article.
create or replace function reaches_text(owner uuid) returns boolean language sql stable parallel safe
  security definer set search_path = public, pg_temp as $$
  select reaches_article(owner) or owner::text = split_part(current_setting('app.ended_draft', true), ' ', 1)
    or exists (select from drafts
      where id = owner and user_id = current_account_id() and reaches_draft(id, begun_by, text))
$$;

alter table review_rules enable row level security;
create policy own on review_rules to broadsheet_operator using (user_id = current_account_id());
create policy rights_insert on review_rules as restrictive for insert to broadsheet_operator
  with check (has_right('lead'));
create policy rights_delete on review_rules as restrictive for delete to broadsheet_operator
  using (has_right('lead'));
grant select, insert, delete on review_rules to broadsheet_operator;

alter table reviews enable row level security;
create policy own on reviews to broadsheet_operator using (user_id = current_account_id());
create policy reach on reviews as restrictive to broadsheet_operator
  using ((select acts_for_all()) or reaches_text(article_id));
-- Who writes a text submits it. Only a reviewer decides.
create policy rights_insert on reviews as restrictive for insert to broadsheet_operator
  with check (has_right('review') or has_right('write') and state = 'waiting');
create policy rights on reviews as restrictive for update to broadsheet_operator
  using (true) with check (has_right('review') or has_right('write') and state = 'waiting');
grant select, insert, update, delete on reviews to broadsheet_operator;

-- Only a reviewer approves. The published state of an approved text repeats its approval.
create function repeats_approval(article uuid, revision uuid, approver uuid, at timestamptz, sites uuid[]) returns boolean
  language sql stable parallel safe security definer set search_path = public, pg_temp as $$
  select exists (select from revisions where user_id = current_account_id() and (article_id = article or id = revision)
    and approved_by is not distinct from approver and approved_at = at
    and approved_sites is not distinct from sites)
$$;
create policy approval on revisions as restrictive for update to broadsheet_operator using (true)
  with check (approved_at is null or has_right('review')
    or repeats_approval(article_id, id, approved_by, approved_at, approved_sites));
create policy approval_insert on revisions as restrictive for insert to broadsheet_operator
  with check (approved_at is null or has_right('review')
    or repeats_approval(article_id, id, approved_by, approved_at, approved_sites));
