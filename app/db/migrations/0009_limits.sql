-- Attempts are counted per limit and window: how many there were, and when counting begins anew.
drop table rate_limits;
create table rate_limits (
  key text primary key,
  count integer not null,
  resets_at timestamptz not null
);
create index rate_limits_resets_at_idx on rate_limits (resets_at);

-- Nobody's rows: no account reads or writes them.
alter table rate_limits enable row level security;
alter table verifications enable row level security;
