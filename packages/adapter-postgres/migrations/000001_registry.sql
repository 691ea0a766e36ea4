-- The registry in tables. Ids are made by core, so that there are no sequences; nothing happens by triggers.
-- Every key holds the id of a product or a record, or is a small table of its own.
--
-- What an index version decides on (records, products, edges, words and what finds them) is there twice, as set 0 and
-- set 1. The views of those names show the set that serves, the views spare_... the other one; a reindex fills the
-- spare set and changes the views.
--
-- Texts that are looked up are stored escaped where PostgreSQL cannot hold them, and shortened to a hash where they are
-- long (see src/stored-text.ts); "whole" then holds the text itself. Rows that nothing looks into are JSON: unlike jsonb
-- it keeps every string that JavaScript has. Those of which there are millions are texts without what can be told from
-- the rest of them (see src/rows).

create table head (
  -- One row, which every writer locks before it looks at anything else.
  id smallint primary key default 1 check (id = 1),
  change bigint not null,
  index_version text,
  scoring json,
  -- Keys that changes up to this one touched are not remembered.
  keys_since bigint not null,
  -- The set that serves: 0 or 1.
  serving smallint not null
);
insert into head (change, keys_since, serving) values (0, 0, 0);

-- The feed, and what each of its steps touched. Ages are by the clock of whoever wrote.
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
  -- The step that wrote it, which is not the one that its row names when it was copied from elsewhere.
  written bigint,
  position integer,
  content json not null,
  primary key (product_id, written, position)
);
create table decisions (change bigint primary key, content json not null);
create table suppliers (id text collate "C" primary key, content json not null);
create table scorings (name text collate "C" primary key, content json not null);
create table counters (name text collate "C" primary key, whole json, amount bigint not null);

-- The generation that fills the spare set; "opened" names whoever fills it, so that nobody else does.
create table generation (
  id smallint primary key default 1 check (id = 1),
  opened text not null,
  plan json not null,
  progress json
);

-- Set 0.
create table records_0 (id bigint primary key, revision bigint not null, keys bigint[] not null, content text not null);
-- Apart from the rest of a record, so that candidates read few pages. No product: no key leads to it.
create table record_features_0 (record_id bigint primary key, product_id bigint, features bytea not null);
-- A row for each key of a record. An inverted index over "keys" would be a third as large, but it reads all that carry a
-- key before it answers the first: a key that a whole city carries is to be given up after some two hundred.
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
-- What products are found by: hashes of their terms, below 0 what stands for their place in the order of answers, and their
-- place in decimetres from the centre of the earth.
create table product_terms_0 (
  product_id bigint primary key,
  rank smallint not null,
  terms bigint[] not null,
  x integer,
  y integer,
  z integer
);
-- With a list of what is pending, short because every search reads through it; larger steps empty it themselves.
create index product_terms_by_term_0 on product_terms_0 using gin (terms) with (gin_pending_list_limit = 64);
-- The order of an answer, to walk along it until a page is full.
create index product_terms_by_rank_0 on product_terms_0 ((- rank), product_id);
-- How many products hold a term; under hash -1, how many there are.
create table terms_0 (hash bigint primary key, products bigint not null) with (fillfactor = 80);
-- The words that a misspelt or unfinished one may stand for. Apart from the counts, which every step changes: what is
-- rarely written to need not be written with them. "traces" are what is left of a word's beginning without one or two of
-- its letters, as hashes; of a word with digits, of which there are endlessly many, "units" and "marks" tell apart what
-- cannot be a typo of it. "magnitude" is the place of the highest bit of the count.
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

-- Set 1.
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
