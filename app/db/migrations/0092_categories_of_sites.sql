-- The categories of a site, as its owner chose them: a list of {name, tags, description}; null: the usual eight.
alter table site_faces add column categories jsonb;
