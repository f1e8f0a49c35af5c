-- What rendering finds out about a text besides its HTML, and which renderer it was.
alter table blog_posts
  add column toc jsonb not null default '[]', -- {id, text, level} of its sections; empty for a short text
  add column renderer_version integer not null default 0; -- RENDERER_VERSION of the code; an older one is rendered again
create index blog_posts_renderer_version_idx on blog_posts (renderer_version, id);
