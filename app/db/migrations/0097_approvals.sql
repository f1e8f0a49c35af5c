-- A text can have several approvals: of reviewers of different sites, for example (decision 86). The columns of 0087 stay for
-- processes of the release before.
create table approvals (
  id uuid primary key default gen_random_uuid(),
  revision_id uuid not null references revisions on delete cascade, -- the text
  user_id uuid not null references users on delete cascade,
  site_id uuid references target_sites on delete cascade, -- null: for all sites
  approved_by uuid references users on delete set null,
  approved_at timestamptz not null,
  constraint approvals_revision_site_key unique nulls not distinct (revision_id, site_id)
);
create index approvals_user_idx on approvals (user_id);
create index approvals_site_idx on approvals (site_id) where site_id is not null;
create index approvals_approved_by_idx on approvals (approved_by);

-- A restore of an older backup calls this too.
create function keep_approvals() returns void language sql as $$
insert into approvals (revision_id, user_id, site_id, approved_by, approved_at)
select revisions.id, user_id, site, approved_by, approved_at
from revisions cross join lateral unnest(coalesce(approved_sites, array[null]::uuid[])) as site
where approved_at is not null and user_id is not null
  and (site is null or exists (select from target_sites where target_sites.id = site))
on conflict do nothing
$$;
select keep_approvals();

-- Only a reviewer approves. The published state of an approved text repeats its approvals.
create function repeats_approval(revision uuid, approver uuid, at timestamptz, site uuid) returns boolean
  language sql stable parallel safe security definer set search_path = public, pg_temp as $$
  select exists (
    select from revisions as repeated join revisions as approved using (article_id, user_id)
      join approvals on approvals.revision_id = approved.id
    where repeated.id = revision and approved.user_id = current_account_id()
      and approvals.approved_by is not distinct from approver and approvals.approved_at = at
      and approvals.site_id is not distinct from site)
$$;
alter table approvals enable row level security;
create policy own on approvals to broadsheet_operator using (user_id = current_account_id());
create policy reach on approvals as restrictive to broadsheet_operator
  using (exists (select from revisions where revisions.id = revision_id));
create policy rights_insert on approvals as restrictive for insert to broadsheet_operator
  with check (has_right('review') or repeats_approval(revision_id, approved_by, approved_at, site_id));
create policy rights_delete on approvals as restrictive for delete to broadsheet_operator using (has_right('review'));
grant select, insert, delete on approvals to broadsheet_operator;
