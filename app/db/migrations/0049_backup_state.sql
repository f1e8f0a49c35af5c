-- The outcome of the scheduled backups: one row, which is in no backup. A restored store has none until the next one.
create table backup_state (
  id boolean primary key default true check (id),
  good_at timestamptz,
  good_place text,
  good_file text,
  good_bytes bigint,
  good_seconds real,
  failed_at timestamptz,
  failure text
);
alter table backup_state enable row level security;
