-- Invitations to act for an account, by mail or by a link to hand over. An offer of the ownership is one to a member.
create table invitations (
  id uuid primary key,
  account_id uuid not null references users on delete cascade,
  made_by uuid references users on delete set null,
  email text, -- null: the link is handed over
  person_id uuid references users on delete cascade, -- of an offer: the member who gets the ownership
  role text not null check (role in ('owner', 'editor', 'author', 'contributor')),
  site_ids uuid[] check (site_ids is null or cardinality(site_ids) > 0 and role <> 'owner'),
  hands_over boolean not null default false, -- the person who offers is an editor from then on
  hash text unique, -- of the secret in the link; null until its mail is sent, and for an offer
  claimed_for text, -- the address that somebody signs up with, until a mail has confirmed it
  made_at timestamptz not null default now(),
  ends_at timestamptz not null default now() + interval '7 days',
  used_at timestamptz,
  used_by uuid references users on delete set null,
  withdrawn_at timestamptz,
  check ((role = 'owner') = (person_id is not null))
);
create index invitations_account_idx on invitations (account_id, made_at desc);
create index invitations_person_idx on invitations (person_id) where person_id is not null;

alter table invitations enable row level security;
create policy own on invitations for select to broadsheet_operator
  using (account_id = current_account_id() and (select has_right('lead')));
grant select on invitations to broadsheet_operator;
