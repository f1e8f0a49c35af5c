-- The front page of a site, as its owner edits it; null: it edits itself.
alter table site_faces add column front jsonb;
