-- The members that share the limits of accounts and keys, and the leased parts of these limits.
create table service_limit_group (key text collate "C" primary key, revision bigint not null, content json not null);
create table service_limit_members (key text collate "C" primary key, revision bigint not null, content json not null);
create table service_limit_buckets (key text collate "C" primary key, revision bigint not null, content json not null);
