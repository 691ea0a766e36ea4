-- Who fills the registry at once and has not made all indexes yet, and the statements of those that were taken away:
-- whoever clears what was left of it makes the same again. Null at any other time. Meanwhile there is no registry, so
-- that nobody opens it, neither one who read the head before the rows were there.
alter table head add column load json;
alter table head add constraint head_is_no_load check (load is null or index_version is null);
