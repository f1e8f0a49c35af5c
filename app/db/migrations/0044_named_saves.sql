-- The last save of the edit form: its name, and the version of the article that it led to. If the answer was lost, the same
-- form may save again, because the article was not changed by anyone else.
alter table blog_posts add column save_id uuid, add column save_version text;
