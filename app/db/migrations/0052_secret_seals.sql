-- What shows that the secret of an installation is the right one, and keys of earlier secrets that codes still need.
create table secret_seals (
  id text primary key, -- 'known', or the purpose and the id of an earlier key
  value text not null -- sealed
);
alter table secret_seals enable row level security;
