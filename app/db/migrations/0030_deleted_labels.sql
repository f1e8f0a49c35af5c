-- What the first few of the deleted entries are called: each view of a list names them, and need not read all for it.
alter table deleted_entries add column labels text[] not null default '{}';

update deleted_entries set labels = array(
  select concat_ws(', ', entry->>'name', entry->>'state')
  from jsonb_array_elements(jsonb_path_query_array(entries, '$[0 to 4]')) with ordinality as first(entry, place)
  order by place
);

alter table deleted_entries alter column labels drop default;
