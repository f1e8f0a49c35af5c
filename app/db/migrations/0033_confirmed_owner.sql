-- The site belongs to the first account whose address is known to be its owner's: anybody can sign up with any address.
-- Where no mails are sent none is known, and the first account is asked to adopt it by the statement that makes it.
drop trigger users_adopt_installation on users;
drop function adopt_installation;

create function adopt_installation(account uuid) returns void language plpgsql as $$
begin
  update installation set owner_id = account where owner_id is null;
  if found then
    update blog_posts set user_id = account where user_id is null;
  end if;
end $$;

create function adopt_when_confirmed() returns trigger language plpgsql as $$
begin
  perform adopt_installation(new.id);
  return null;
end $$;
create trigger users_adopt_installation after insert or update of email_verified on users
  for each row when (new.email_verified) execute function adopt_when_confirmed();
