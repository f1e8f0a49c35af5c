-- The language that a model translated an article into; null for other words of its own language.
alter table variations add column lang text;
