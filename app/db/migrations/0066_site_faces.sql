-- The look of a site, as its owner chose it. A site without a row looks as ever, and so does each column that is null.
create table site_faces (
  site_id uuid primary key references target_sites on delete cascade,
  tagline text not null default '',
  accent text check (accent ~ '^#[0-9a-f]{6}$'),
  paper_light text check (paper_light ~ '^#[0-9a-f]{6}$'),
  paper_dark text check (paper_dark ~ '^#[0-9a-f]{6}$'),
  version integer not null default 1, -- raised by each change
  before jsonb -- the name and the face before the last change; null: it was undone
);

alter table site_faces enable row level security;
-- The main site has no owner of its own: it belongs to the account that owns the installation.
create policy own on site_faces to broadsheet_operator using (
  site_id in (select id from target_sites where owner_id = current_account_id())
  or (site_id = '00000000-0000-7000-8000-000000000000'
    and exists (select from installation where owner_id = current_account_id()))
);
grant select, insert, update, delete on site_faces to broadsheet_operator;
