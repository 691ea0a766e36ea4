-- The codes of stored concordances with their sets, and the list of the concordances.
create table concordances (id text collate "C" primary key, whole json, content json not null);
