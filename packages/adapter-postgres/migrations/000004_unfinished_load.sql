-- The process that is loading the registry without all indexes, and the statements of the dropped indexes: clearing a
-- failed load creates these indexes again. Null at any other time. During a load there is no registry, so no process
-- can open it, even if it read the head before the load.
alter table head add column load json;
alter table head add constraint head_is_no_load check (load is null or index_version is null);
