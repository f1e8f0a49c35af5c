-- Who did what for an account. Rows are only added: neither the role of requests nor the owner of the tables changes or
-- deletes them within their year. They go with their account.
create table record_lines (
  id uuid primary key,
  account_id uuid not null references users on delete cascade,
  person_id uuid, -- no reference: the row stays as it is when the person goes
  who text not null, -- the name at that time
  at timestamptz not null default now(),
  act text not null,
  about text, -- the title, the name or the address that it was about
  address text -- of the network that the request came from
);
create index record_lines_account_idx on record_lines (account_id, at desc, id desc);

create function keep_record() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and (old.at < now() - interval '1 year'
    or not exists (select from users where id = old.account_id)) then
    return old;
  end if;
  raise exception 'The record is kept as it is.' using errcode = '42501';
end $$;
create trigger record_lines_keep before update or delete on record_lines for each row execute function keep_record();

alter table record_lines enable row level security;
create policy own on record_lines for select to broadsheet_operator
  using (account_id = current_account_id() and (select has_right('lead')));
create policy own_insert on record_lines for insert to broadsheet_operator
  with check (account_id = current_account_id() and person_id = acting_person_id());
grant select, insert on record_lines to broadsheet_operator;
