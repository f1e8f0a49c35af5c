-- The moment for which an import plans an article. A plan for another moment is not one of the import.
alter table import_records add column planned_for timestamptz;
