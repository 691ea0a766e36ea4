-- The fields of records that no comparison reads. They are separate from the rest of a record, so that matching and
-- clustering read few pages.
create table details (record_id bigint primary key, content json not null);
