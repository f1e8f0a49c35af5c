-- What a run that checks an account's links found. The report is that of the last run that was done; rows of those
-- before it are removed.
create table checked_articles (
  run_id uuid not null references runs on delete cascade,
  article_id uuid not null references blog_posts on delete cascade,
  is_published boolean not null, -- one that is not is here for its canonical address alone
  page text, -- its canonical address as addresses compare: `pageOf`
  inbound integer not null default 0, -- how many other articles link to it
  outbound integer not null default 0, -- how many other articles it links to
  primary key (run_id, article_id)
) with (fillfactor = 80); -- the numbers grow while the run goes on
create index checked_articles_article_id_idx on checked_articles (article_id);
create index checked_articles_page_idx on checked_articles (run_id, page) where page is not null;

create table broken_links (
  run_id uuid not null,
  article_id uuid not null, -- the one that it stands in
  place integer not null, -- among the links of the text, from 0
  words text not null,
  address text not null, -- as it is in the HTML
  fault text not null check (fault in ('no-article', 'no-page', 'not-published')),
  primary key (run_id, article_id, place),
  foreign key (run_id, article_id) references checked_articles on delete cascade
);

alter table checked_articles enable row level security;
alter table broken_links enable row level security;
-- Inside a policy the other table's policy holds too: these are the account's own runs.
create policy own on checked_articles to broadsheet_operator using (run_id in (select id from runs));
create policy own on broken_links to broadsheet_operator using (run_id in (select id from runs));
grant select on checked_articles, broken_links to broadsheet_operator;
