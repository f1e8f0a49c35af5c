-- The time of a plan before it was moved last, so that the move can be undone.
alter table plans add column moved_from timestamptz, add column moved_at timestamptz;
