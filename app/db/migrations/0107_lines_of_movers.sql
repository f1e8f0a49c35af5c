-- Who leaves the account that he or she made gets another id (part-from-account.server.ts). The lines about that person follow,
-- in a transaction that names both ids. Nothing else of a line changes, and the role of requests may still change none.
create or replace function keep_record() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and (old.at < now() - interval '1 year'
    or not exists (select from users where id = old.account_id)) then
    return old;
  end if;
  if tg_op = 'UPDATE' then
    if concat(old.person_id, ' ', new.person_id) = current_setting('app.moving_person', true)
      and to_jsonb(new) - 'person_id' = to_jsonb(old) - 'person_id' then
      return new;
    end if;
  end if;
  raise exception 'The record is kept as it is.' using errcode = '42501';
end $$;
