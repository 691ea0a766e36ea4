-- The files of jobs, kept for some days. Their parts are compressed already.
create table service_kept_files (key text collate "C" primary key, revision bigint not null, content json not null);
create table service_kept_file_parts (key text collate "C" primary key, revision bigint not null, content json not null);
create table service_kept_file_tallies (key text collate "C" primary key, revision bigint not null, content json not null);
alter table service_kept_file_parts alter column content set storage external;
