-- Who may sign up where SIGN_UP is not set: on a public address only people with an invitation. A store from before this
-- rule goes on as it was.
alter table installation add column keeps_sign_up_open boolean not null default false;
update installation set keeps_sign_up_open = exists (select from users);
