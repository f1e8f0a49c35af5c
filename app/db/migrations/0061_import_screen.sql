-- The kinds of things that an article loses when it is imported, in words; null if it loses nothing.
alter table import_records add column lost text[];

-- What an article was before an import changed it, as JSON; for taking the import back.
alter table import_records add column replaced jsonb;

-- A file that does not say its encoding waits in the state `asking` for the answer of its account.
alter table imports drop constraint imports_state_check;
alter table imports add constraint imports_state_check
  check (state in ('uploading', 'reading', 'asking', 'unreadable', 'read', 'importing', 'stopped', 'done'));
