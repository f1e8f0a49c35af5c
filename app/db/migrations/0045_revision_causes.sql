-- What made a state. The kind says whether readers saw it.
alter table revisions add column cause text not null default 'publish'
  check (cause in ('publish', 'save', 'restore', 'backlinks', 'import', 'tags', 'picture', 'plan', 'variation'));
alter table revisions alter column cause drop default;

update revisions set cause = case
  when restored_from is not null then 'restore'
  when site_id is not null then 'variation'
  when kind = 'saved' then 'save'
  else 'publish' end;
