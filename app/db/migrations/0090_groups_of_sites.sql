-- The group that lists of sites show a site in, such as those of one client; empty for none.
alter table target_sites add column group_name text not null default '' check (length(group_name) <= 60);
