-- The language of the words on a site's pages; null for English.
alter table site_faces add column language text check (language ~ '^[a-z]{2}$');

-- The language of an article is a field of its form now. Earlier texts of an article with a language have the same one.
update revisions set text = revisions.text || jsonb_build_object('lang', lang)
from blog_posts where blog_posts.id = article_id and lang is not null and revisions.site_id is null;
update drafts set text = drafts.text || jsonb_build_object('lang', lang), base = base || jsonb_build_object('lang', lang)
from blog_posts where blog_posts.id = drafts.id and lang is not null;
