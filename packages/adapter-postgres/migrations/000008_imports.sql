-- The last summaries of imports of each supplier. Each commit deletes the oldest rows of its suppliers beyond a limit.
create table imports (
  supplier text collate "C",
  change bigint,
  content json not null,
  primary key (supplier, change)
);
