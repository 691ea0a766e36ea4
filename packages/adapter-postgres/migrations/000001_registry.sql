-- The tables of a registry. The core creates all ids, so there are no sequences and no triggers. Tables that depend on
-- the index version (records, products, edges, words and their lookup tables) exist twice, as set 0 and set 1. The
-- views with their names show the active set; the views named spare_... show the other set. A reindex fills the spare
-- set and swaps the views. Texts that are looked up are escaped where PostgreSQL cannot store them, and shortened to a
-- hash where they are long (see src/tables/stored-text.ts); "whole" then stores the complete text. Rows without lookups
-- are JSON: unlike jsonb, JSON keeps every JavaScript string. The most frequent rows are stored as text without the
-- values that other columns contain.

create table head (
  -- The only row. Every writer locks this row first.
  id smallint primary key default 1 check (id = 1),
  change bigint not null,
  index_version text,
  scoring json,
  -- Touched keys of changes up to this change are not stored.
  keys_since bigint not null,
  -- The active set: 0 or 1.
  serving smallint not null
);
insert into head (change, keys_since, serving) values (0, 0, 0);

-- The change feed, and the rows and keys that each change touched. Ages use the clock of the writer.
create table changes (change bigint primary key, written_at bigint not null, entry json not null);
create table touched_keys (change bigint primary key, keys bigint[] not null);
create table tokens (token text collate "C" primary key, change bigint not null, written_at bigint not null);
create index tokens_by_age on tokens (written_at);

create table links (
  record_id bigint primary key,
  product_id bigint not null,
  confidence integer not null,
  epoch integer not null,
  method text not null,
  since text not null,
  model text not null
);
create table codes (
  supplier text collate "C",
  code text collate "C",
  whole json,
  record_id bigint not null,
  primary key (supplier, code)
);
create table lineage (id bigint primary key, content text not null);
create table aliases (alias text collate "C" primary key, whole json, product_id bigint not null);
create table rulings (a bigint, b bigint, content json not null, primary key (a, b));
create index rulings_by_b on rulings (b, a);
create table alerts (
  id text collate "C" primary key,
  first_product bigint not null,
  second_product bigint not null,
  status text not null,
  gain double precision not null,
  confidence double precision not null,
  detected_at text collate "C" not null,
  content json not null
);
create index alerts_by_first_product on alerts (first_product);
create index alerts_by_second_product on alerts (second_product);
create index alerts_by_gain on alerts (status, gain desc, id);
create table verifications (
  product_id bigint,
  -- The change that wrote the row. It differs from the change in a row that was copied from elsewhere.
  written bigint,
  position integer,
  content json not null,
  primary key (product_id, written, position)
);
create table decisions (change bigint primary key, content json not null);
create table suppliers (id text collate "C" primary key, content json not null);
create table scorings (name text collate "C" primary key, content json not null);
create table counters (name text collate "C" primary key, whole json, amount bigint not null);

-- The generation that fills the spare set. "opened" identifies the process that fills it, and excludes other processes.
create table generation (
  id smallint primary key default 1 check (id = 1),
  opened text not null,
  plan json not null,
  progress json
);

-- Tables of set 0.
create table records_0 (id bigint primary key, revision bigint not null, keys bigint[] not null, content text not null);
-- Features are separate from the rest of a record, so that candidate lookups read few pages. Without a product, no key
-- finds the record.
create table record_features_0 (record_id bigint primary key, product_id bigint, features bytea not null);
-- One row for each key of a record. An inverted index over "keys" would need a third of the space, but it reads all
-- records of a key before the first result. A lookup of a key that a whole city shares must stop after some two hundred
-- records.
create table record_keys_0 (key bigint, record_id bigint, primary key (key, record_id));
create table edges_0 (
  a bigint,
  b bigint,
  weight integer not null,
  confidence integer not null,
  model text not null,
  epoch integer not null,
  primary key (a, b)
);
create index edges_by_b_0 on edges_0 (b, a);
create table products_0 (id bigint primary key, revision bigint not null, content text not null);
-- The terms that find a product: hashes of its terms, negative numbers for its position in the result order, and its
-- point in decimetres from the centre of the earth.
create table product_terms_0 (
  product_id bigint primary key,
  rank smallint not null,
  terms bigint[] not null,
  x integer,
  y integer,
  z integer
);
-- The pending list is short because every search reads it. Large transactions empty the list themselves.
create index product_terms_by_term_0 on product_terms_0 using gin (terms) with (gin_pending_list_limit = 64);
-- The order of results. A search reads along this index until its page is full.
create index product_terms_by_rank_0 on product_terms_0 ((- rank), product_id);
-- The number of products per term. Hash -1 has the number of all products.
create table terms_0 (hash bigint primary key, products bigint not null) with (fillfactor = 80);
-- The words for expansions of misspelt or unfinished words. They are separate from the counts, which every transaction
-- changes: rarely changed columns then need no rewrite. "traces" are hashes of the word's prefix without one or two
-- letters. Words with digits have too many variants for traces: "units" and "marks" exclude words that cannot be typos.
-- "magnitude" is the position of the highest bit of the count.
create table spellings_0 (
  hash bigint primary key,
  tag text collate "C" not null,
  word text collate "C" not null,
  units smallint not null,
  marks integer not null,
  magnitude smallint not null,
  traces integer[]
);
create index spellings_by_trace_0 on spellings_0 using gin (traces) with (gin_pending_list_limit = 64);
create index spellings_by_letters_0 on spellings_0 (tag, units, marks) where traces is null;
create index spellings_by_use_0 on spellings_0 (tag, magnitude, left(word, 64));
create table words_0 (word text collate "C" primary key, whole json, records bigint not null);

-- Tables of set 1.
create table records_1 (like records_0 including all);
create table record_features_1 (like record_features_0 including all);
create table record_keys_1 (like record_keys_0 including all);
create table edges_1 (like edges_0 including all);
create table products_1 (like products_0 including all);
create table product_terms_1 (like product_terms_0 including all);
create table terms_1 (like terms_0 including all) with (fillfactor = 80);
create table spellings_1 (like spellings_0 including all);
create table words_1 (like words_0 including all);

create view records as select * from records_0;
create view record_features as select * from record_features_0;
create view record_keys as select * from record_keys_0;
create view edges as select * from edges_0;
create view products as select * from products_0;
create view product_terms as select * from product_terms_0;
create view terms as select * from terms_0;
create view spellings as select * from spellings_0;
create view words as select * from words_0;
create view spare_records as select * from records_1;
create view spare_record_features as select * from record_features_1;
create view spare_record_keys as select * from record_keys_1;
create view spare_edges as select * from edges_1;
create view spare_products as select * from products_1;
create view spare_product_terms as select * from product_terms_1;
create view spare_terms as select * from terms_1;
create view spare_spellings as select * from spellings_1;
create view spare_words as select * from words_1;
