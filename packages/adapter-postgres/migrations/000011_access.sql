-- Members by their identity at the sign-in provider, sessions by their owner, and accounts that their owner deleted.
create table service_member_identities (key text collate "C" primary key, revision bigint not null, content json not null);
create table service_own_sessions (key text collate "C" primary key, revision bigint not null, content json not null);
create table service_deleted_accounts (key text collate "C" primary key, revision bigint not null, content json not null);
