-- Of the text as the form sent it: a form sent twice is known by it, whatever the stored text got besides.
alter table blog_posts add column draft_hash text;
