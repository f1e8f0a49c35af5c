-- Of work on everything that an account has, one run at a time; several articles may well be published at once.
create unique index runs_one_open_key on runs (user_id, kind) where finished_at is null and kind <> 'publish';
