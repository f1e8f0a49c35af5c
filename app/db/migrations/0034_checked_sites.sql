-- When somebody tried the connection to a site last, as it is saved; and what was wrong, where something was.
alter table target_sites add checked_at timestamptz, add check_failure text;
