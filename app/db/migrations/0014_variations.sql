-- Hosts that failed lately. While `open_until` is ahead nobody asks them; null is a host that may be asked.
create table host_breakers (
  host text primary key,
  failures integer not null default 0, -- one after the other
  open_until timestamptz
);
