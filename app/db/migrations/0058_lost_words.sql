-- The parts of the text of an article that readers do not find after its import; null if they find all of them.
alter table import_records add column lost_words text[];
