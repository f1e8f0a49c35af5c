-- What a language model wrote for landing pages, kept so that nobody pays for it twice.
create table landing_paragraphs (
  user_id uuid not null references users on delete cascade,
  service_id uuid not null references services on delete cascade,
  city_id uuid not null references cities on delete cascade,
  facts_hash text not null, -- of what it was written from: where that is another, it is written anew
  paragraph text not null, -- plain text; empty where nothing came that could be used
  created_at timestamptz not null default now(),
  primary key (user_id, service_id, city_id)
);
create index landing_paragraphs_service_id_idx on landing_paragraphs (service_id);
create index landing_paragraphs_city_id_idx on landing_paragraphs (city_id);

alter table landing_paragraphs enable row level security;
create policy own on landing_paragraphs to broadsheet_operator using (user_id = current_account_id());
grant select, insert, update, delete on landing_paragraphs to broadsheet_operator;
