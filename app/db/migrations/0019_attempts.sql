-- Of the attempt that is under way: its line in the log is written when it has ended, or by whoever finds that it did not.
alter table deliveries add column attempt_id uuid;
