-- What alerts are filtered, grouped and sorted by. Alerts of an earlier version have no tags; a recluster adds them.
alter table alerts add column tags text[] not null default '{}';
alter table alerts add column alert_group text collate "C";
alter table alerts add column bookings double precision not null default 0;
-- Without the list of pending entries: it is long after an import, and each query would read all of it.
create index alerts_by_tag on alerts using gin (tags) with (fastupdate = off);
create index alerts_by_age on alerts (status, detected_at, id);
create index alerts_by_bookings on alerts (status, bookings desc, id);
