-- A process reads the rows of transactions that had not ended when it read last (decision 4).
alter table page_drops add column xact xid8 not null default pg_current_xact_id();
create index page_drops_xact_idx on page_drops (xact);
