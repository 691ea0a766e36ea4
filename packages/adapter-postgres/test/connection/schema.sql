table alerts (
  id text collate "C" not null,
  first_product bigint not null,
  second_product bigint not null,
  status text not null,
  gain double precision not null,
  confidence double precision not null,
  detected_at text collate "C" not null,
  content json not null,
  tags text[] not null,
  alert_group text collate "C",
  bookings double precision not null
);

table aliases (
  alias text collate "C" not null,
  whole json,
  product_id bigint not null
);

table changes (
  change bigint not null,
  written_at bigint not null,
  entry json not null
);

table codes (
  supplier text collate "C" not null,
  code text collate "C" not null,
  whole json,
  record_id bigint not null
);

table concordances (
  id text collate "C" not null,
  whole json,
  content json not null
);

table counters (
  name text collate "C" not null,
  whole json,
  amount bigint not null
);

table decisions (
  change bigint not null,
  content json not null,
  at text collate "C" not null,
  actor text collate "C" not null,
  kind text not null
);

table details (
  record_id bigint not null,
  content json not null
);

table edges_0 (
  a bigint not null,
  b bigint not null,
  weight integer not null,
  confidence integer not null,
  model text not null,
  epoch integer not null
);

table edges_1 (
  a bigint not null,
  b bigint not null,
  weight integer not null,
  confidence integer not null,
  model text not null,
  epoch integer not null
);

table generation (
  id smallint not null,
  opened text not null,
  plan json not null,
  progress json
);

table head (
  id smallint not null,
  change bigint not null,
  index_version text,
  scoring json,
  keys_since bigint not null,
  serving smallint not null,
  load json
);

table imports (
  supplier text collate "C" not null,
  change bigint not null,
  content json not null
);

table lineage (
  id bigint not null,
  content text not null
);

table links (
  record_id bigint not null,
  product_id bigint not null,
  confidence integer not null,
  epoch integer not null,
  method text not null,
  since text not null,
  model text not null
);

table migrations (
  id integer not null,
  name character varying(255) not null,
  run_on timestamp without time zone not null
);

table product_terms_0 (
  product_id bigint not null,
  rank smallint not null,
  terms bigint[] not null,
  x integer,
  y integer,
  z integer
);

table product_terms_1 (
  product_id bigint not null,
  rank smallint not null,
  terms bigint[] not null,
  x integer,
  y integer,
  z integer
);

table products_0 (
  id bigint not null,
  revision bigint not null,
  content text not null
);

table products_1 (
  id bigint not null,
  revision bigint not null,
  content text not null
);

table record_features_0 (
  record_id bigint not null,
  product_id bigint,
  features bytea not null
);

table record_features_1 (
  record_id bigint not null,
  product_id bigint,
  features bytea not null
);

table record_keys_0 (
  key bigint not null,
  record_id bigint not null
);

table record_keys_1 (
  key bigint not null,
  record_id bigint not null
);

table records_0 (
  id bigint not null,
  revision bigint not null,
  keys bigint[] not null,
  content text not null
);

table records_1 (
  id bigint not null,
  revision bigint not null,
  keys bigint[] not null,
  content text not null
);

table rulings (
  a bigint not null,
  b bigint not null,
  content json not null
);

table scorings (
  name text collate "C" not null,
  content json not null
);

table service_account_events (
  key text collate "C" not null,
  revision bigint not null,
  content json not null
);

table service_account_jobs (
  key text collate "C" not null,
  revision bigint not null,
  content json not null
);

table service_accounts (
  key text collate "C" not null,
  revision bigint not null,
  content json not null
);

table service_api_keys (
  key text collate "C" not null,
  revision bigint not null,
  content json not null
);

table service_audit (
  key text collate "C" not null,
  revision bigint not null,
  content json not null
);

table service_deleted_accounts (
  key text collate "C" not null,
  revision bigint not null,
  content json not null
);

table service_deliveries (
  key text collate "C" not null,
  revision bigint not null,
  content json not null
);

table service_deliveries_due (
  key text collate "C" not null,
  revision bigint not null,
  content json not null
);

table service_idempotent_ages (
  key text collate "C" not null,
  revision bigint not null,
  content json not null
);

table service_idempotent_answers (
  key text collate "C" not null,
  revision bigint not null,
  content json not null
);

table service_invitations (
  key text collate "C" not null,
  revision bigint not null,
  content json not null
);

table service_job_inputs (
  key text collate "C" not null,
  revision bigint not null,
  content json not null
);

table service_job_results (
  key text collate "C" not null,
  revision bigint not null,
  content json not null
);

table service_job_tallies (
  key text collate "C" not null,
  revision bigint not null,
  content json not null
);

table service_jobs (
  key text collate "C" not null,
  revision bigint not null,
  content json not null
);

table service_jobs_due (
  key text collate "C" not null,
  revision bigint not null,
  content json not null
);

table service_kept_file_parts (
  key text collate "C" not null,
  revision bigint not null,
  content json not null
);

table service_kept_file_tallies (
  key text collate "C" not null,
  revision bigint not null,
  content json not null
);

table service_kept_files (
  key text collate "C" not null,
  revision bigint not null,
  content json not null
);

table service_key_hashes (
  key text collate "C" not null,
  revision bigint not null,
  content json not null
);

table service_key_uses (
  key text collate "C" not null,
  revision bigint not null,
  content json not null
);

table service_limit_buckets (
  key text collate "C" not null,
  revision bigint not null,
  content json not null
);

table service_limit_group (
  key text collate "C" not null,
  revision bigint not null,
  content json not null
);

table service_limit_members (
  key text collate "C" not null,
  revision bigint not null,
  content json not null
);

table service_member_emails (
  key text collate "C" not null,
  revision bigint not null,
  content json not null
);

table service_member_identities (
  key text collate "C" not null,
  revision bigint not null,
  content json not null
);

table service_members (
  key text collate "C" not null,
  revision bigint not null,
  content json not null
);

table service_own_sessions (
  key text collate "C" not null,
  revision bigint not null,
  content json not null
);

table service_plans (
  key text collate "C" not null,
  revision bigint not null,
  content json not null
);

table service_quotas (
  key text collate "C" not null,
  revision bigint not null,
  content json not null
);

table service_request_ids (
  key text collate "C" not null,
  revision bigint not null,
  content json not null
);

table service_request_logs (
  key text collate "C" not null,
  revision bigint not null,
  content json not null
);

table service_service_accounts (
  key text collate "C" not null,
  revision bigint not null,
  content json not null
);

table service_sessions (
  key text collate "C" not null,
  revision bigint not null,
  content json not null
);

table service_usage (
  key text collate "C" not null,
  revision bigint not null,
  content json not null
);

table service_webhook_cursors (
  key text collate "C" not null,
  revision bigint not null,
  content json not null
);

table service_webhooks (
  key text collate "C" not null,
  revision bigint not null,
  content json not null
);

table spellings_0 (
  hash bigint not null,
  tag text collate "C" not null,
  word text collate "C" not null,
  units smallint not null,
  marks integer not null,
  magnitude smallint not null,
  traces integer[]
);

table spellings_1 (
  hash bigint not null,
  tag text collate "C" not null,
  word text collate "C" not null,
  units smallint not null,
  marks integer not null,
  magnitude smallint not null,
  traces integer[]
);

table suppliers (
  id text collate "C" not null,
  content json not null
);

table terms_0 (
  hash bigint not null,
  products bigint not null
);

table terms_1 (
  hash bigint not null,
  products bigint not null
);

table tokens (
  token text collate "C" not null,
  change bigint not null,
  written_at bigint not null
);

table touched_keys (
  change bigint not null,
  keys bigint[] not null
);

table verifications (
  product_id bigint not null,
  written bigint not null,
  position integer not null,
  content json not null
);

table words_0 (
  word text collate "C" not null,
  whole json,
  records bigint not null
);

table words_1 (
  word text collate "C" not null,
  whole json,
  records bigint not null
);

CREATE INDEX alerts_by_age ON alerts USING btree (status, detected_at, id);
CREATE INDEX alerts_by_bookings ON alerts USING btree (status, bookings DESC, id);
CREATE INDEX alerts_by_confidence ON alerts USING btree (status, confidence DESC, id);
CREATE INDEX alerts_by_detection ON alerts USING btree (status, detected_at DESC, id);
CREATE INDEX alerts_by_first_product ON alerts USING btree (first_product);
CREATE INDEX alerts_by_gain ON alerts USING btree (status, gain DESC, id);
CREATE INDEX alerts_by_second_product ON alerts USING btree (second_product);
CREATE INDEX alerts_by_tag ON alerts USING gin (tags) WITH (fastupdate=off);
CREATE UNIQUE INDEX alerts_pkey ON alerts USING btree (id);
CREATE UNIQUE INDEX aliases_pkey ON aliases USING btree (alias);
CREATE UNIQUE INDEX changes_pkey ON changes USING btree (change);
CREATE UNIQUE INDEX codes_pkey ON codes USING btree (supplier, code);
CREATE UNIQUE INDEX concordances_pkey ON concordances USING btree (id);
CREATE UNIQUE INDEX counters_pkey ON counters USING btree (name);
CREATE INDEX decisions_by_actor ON decisions USING btree (actor, at DESC, change DESC);
CREATE INDEX decisions_by_actor_and_kind ON decisions USING btree (actor, kind, at DESC, change DESC);
CREATE INDEX decisions_by_kind ON decisions USING btree (kind, at DESC, change DESC);
CREATE INDEX decisions_by_time ON decisions USING btree (at DESC, change DESC) INCLUDE (actor, kind);
CREATE UNIQUE INDEX decisions_pkey ON decisions USING btree (change);
CREATE UNIQUE INDEX details_pkey ON details USING btree (record_id);
CREATE UNIQUE INDEX edges_0_pkey ON edges_0 USING btree (a, b);
CREATE INDEX edges_1_b_a_idx ON edges_1 USING btree (b, a);
CREATE UNIQUE INDEX edges_1_pkey ON edges_1 USING btree (a, b);
CREATE INDEX edges_by_b_0 ON edges_0 USING btree (b, a);
CREATE UNIQUE INDEX generation_pkey ON generation USING btree (id);
CREATE UNIQUE INDEX head_pkey ON head USING btree (id);
CREATE UNIQUE INDEX imports_pkey ON imports USING btree (supplier, change);
CREATE UNIQUE INDEX lineage_pkey ON lineage USING btree (id);
CREATE UNIQUE INDEX links_pkey ON links USING btree (record_id);
CREATE UNIQUE INDEX migrations_pkey ON migrations USING btree (id);
CREATE UNIQUE INDEX product_terms_0_pkey ON product_terms_0 USING btree (product_id);
CREATE INDEX product_terms_1_expr_product_id_idx ON product_terms_1 USING btree (((- rank)), product_id);
CREATE UNIQUE INDEX product_terms_1_pkey ON product_terms_1 USING btree (product_id);
CREATE INDEX product_terms_1_terms_idx ON product_terms_1 USING gin (terms) WITH (gin_pending_list_limit='64');
CREATE INDEX product_terms_by_rank_0 ON product_terms_0 USING btree (((- rank)), product_id);
CREATE INDEX product_terms_by_term_0 ON product_terms_0 USING gin (terms) WITH (gin_pending_list_limit='64');
CREATE UNIQUE INDEX products_0_pkey ON products_0 USING btree (id);
CREATE UNIQUE INDEX products_1_pkey ON products_1 USING btree (id);
CREATE UNIQUE INDEX record_features_0_pkey ON record_features_0 USING btree (record_id);
CREATE UNIQUE INDEX record_features_1_pkey ON record_features_1 USING btree (record_id);
CREATE UNIQUE INDEX record_keys_0_pkey ON record_keys_0 USING btree (key, record_id);
CREATE UNIQUE INDEX record_keys_1_pkey ON record_keys_1 USING btree (key, record_id);
CREATE UNIQUE INDEX records_0_pkey ON records_0 USING btree (id);
CREATE UNIQUE INDEX records_1_pkey ON records_1 USING btree (id);
CREATE INDEX rulings_by_b ON rulings USING btree (b, a);
CREATE UNIQUE INDEX rulings_pkey ON rulings USING btree (a, b);
CREATE UNIQUE INDEX scorings_pkey ON scorings USING btree (name);
CREATE UNIQUE INDEX service_account_events_pkey ON service_account_events USING btree (key);
CREATE UNIQUE INDEX service_account_jobs_pkey ON service_account_jobs USING btree (key);
CREATE UNIQUE INDEX service_accounts_pkey ON service_accounts USING btree (key);
CREATE UNIQUE INDEX service_api_keys_pkey ON service_api_keys USING btree (key);
CREATE UNIQUE INDEX service_audit_pkey ON service_audit USING btree (key);
CREATE UNIQUE INDEX service_deleted_accounts_pkey ON service_deleted_accounts USING btree (key);
CREATE UNIQUE INDEX service_deliveries_due_pkey ON service_deliveries_due USING btree (key);
CREATE UNIQUE INDEX service_deliveries_pkey ON service_deliveries USING btree (key);
CREATE UNIQUE INDEX service_idempotent_ages_pkey ON service_idempotent_ages USING btree (key);
CREATE UNIQUE INDEX service_idempotent_answers_pkey ON service_idempotent_answers USING btree (key);
CREATE UNIQUE INDEX service_invitations_pkey ON service_invitations USING btree (key);
CREATE UNIQUE INDEX service_job_inputs_pkey ON service_job_inputs USING btree (key);
CREATE UNIQUE INDEX service_job_results_pkey ON service_job_results USING btree (key);
CREATE UNIQUE INDEX service_job_tallies_pkey ON service_job_tallies USING btree (key);
CREATE UNIQUE INDEX service_jobs_due_pkey ON service_jobs_due USING btree (key);
CREATE UNIQUE INDEX service_jobs_pkey ON service_jobs USING btree (key);
CREATE UNIQUE INDEX service_kept_file_parts_pkey ON service_kept_file_parts USING btree (key);
CREATE UNIQUE INDEX service_kept_file_tallies_pkey ON service_kept_file_tallies USING btree (key);
CREATE UNIQUE INDEX service_kept_files_pkey ON service_kept_files USING btree (key);
CREATE UNIQUE INDEX service_key_hashes_pkey ON service_key_hashes USING btree (key);
CREATE UNIQUE INDEX service_key_uses_pkey ON service_key_uses USING btree (key);
CREATE UNIQUE INDEX service_limit_buckets_pkey ON service_limit_buckets USING btree (key);
CREATE UNIQUE INDEX service_limit_group_pkey ON service_limit_group USING btree (key);
CREATE UNIQUE INDEX service_limit_members_pkey ON service_limit_members USING btree (key);
CREATE UNIQUE INDEX service_member_emails_pkey ON service_member_emails USING btree (key);
CREATE UNIQUE INDEX service_member_identities_pkey ON service_member_identities USING btree (key);
CREATE UNIQUE INDEX service_members_pkey ON service_members USING btree (key);
CREATE UNIQUE INDEX service_own_sessions_pkey ON service_own_sessions USING btree (key);
CREATE UNIQUE INDEX service_plans_pkey ON service_plans USING btree (key);
CREATE UNIQUE INDEX service_quotas_pkey ON service_quotas USING btree (key);
CREATE UNIQUE INDEX service_request_ids_pkey ON service_request_ids USING btree (key);
CREATE UNIQUE INDEX service_request_logs_pkey ON service_request_logs USING btree (key);
CREATE UNIQUE INDEX service_service_accounts_pkey ON service_service_accounts USING btree (key);
CREATE UNIQUE INDEX service_sessions_pkey ON service_sessions USING btree (key);
CREATE UNIQUE INDEX service_usage_pkey ON service_usage USING btree (key);
CREATE UNIQUE INDEX service_webhook_cursors_pkey ON service_webhook_cursors USING btree (key);
CREATE UNIQUE INDEX service_webhooks_pkey ON service_webhooks USING btree (key);
CREATE UNIQUE INDEX spellings_0_pkey ON spellings_0 USING btree (hash);
CREATE UNIQUE INDEX spellings_1_pkey ON spellings_1 USING btree (hash);
CREATE INDEX spellings_1_tag_magnitude_left_idx ON spellings_1 USING btree (tag, magnitude, "left"(word, 64));
CREATE INDEX spellings_1_tag_units_marks_idx ON spellings_1 USING btree (tag, units, marks) WHERE (traces IS NULL);
CREATE INDEX spellings_1_traces_idx ON spellings_1 USING gin (traces) WITH (gin_pending_list_limit='64');
CREATE INDEX spellings_by_letters_0 ON spellings_0 USING btree (tag, units, marks) WHERE (traces IS NULL);
CREATE INDEX spellings_by_trace_0 ON spellings_0 USING gin (traces) WITH (gin_pending_list_limit='64');
CREATE INDEX spellings_by_use_0 ON spellings_0 USING btree (tag, magnitude, "left"(word, 64));
CREATE UNIQUE INDEX suppliers_pkey ON suppliers USING btree (id);
CREATE UNIQUE INDEX terms_0_pkey ON terms_0 USING btree (hash);
CREATE UNIQUE INDEX terms_1_pkey ON terms_1 USING btree (hash);
CREATE INDEX tokens_by_age ON tokens USING btree (written_at);
CREATE UNIQUE INDEX tokens_pkey ON tokens USING btree (token);
CREATE UNIQUE INDEX touched_keys_pkey ON touched_keys USING btree (change);
CREATE UNIQUE INDEX verifications_pkey ON verifications USING btree (product_id, written, "position");
CREATE UNIQUE INDEX words_0_pkey ON words_0 USING btree (word);
CREATE UNIQUE INDEX words_1_pkey ON words_1 USING btree (word);

view edges as SELECT edges_0.a, edges_0.b, edges_0.weight, edges_0.confidence, edges_0.model, edges_0.epoch FROM edges_0;
view product_terms as SELECT product_terms_0.product_id, product_terms_0.rank, product_terms_0.terms, product_terms_0.x, product_terms_0.y, product_terms_0.z FROM product_terms_0;
view products as SELECT products_0.id, products_0.revision, products_0.content FROM products_0;
view record_features as SELECT record_features_0.record_id, record_features_0.product_id, record_features_0.features FROM record_features_0;
view record_keys as SELECT record_keys_0.key, record_keys_0.record_id FROM record_keys_0;
view records as SELECT records_0.id, records_0.revision, records_0.keys, records_0.content FROM records_0;
view spare_edges as SELECT edges_1.a, edges_1.b, edges_1.weight, edges_1.confidence, edges_1.model, edges_1.epoch FROM edges_1;
view spare_product_terms as SELECT product_terms_1.product_id, product_terms_1.rank, product_terms_1.terms, product_terms_1.x, product_terms_1.y, product_terms_1.z FROM product_terms_1;
view spare_products as SELECT products_1.id, products_1.revision, products_1.content FROM products_1;
view spare_record_features as SELECT record_features_1.record_id, record_features_1.product_id, record_features_1.features FROM record_features_1;
view spare_record_keys as SELECT record_keys_1.key, record_keys_1.record_id FROM record_keys_1;
view spare_records as SELECT records_1.id, records_1.revision, records_1.keys, records_1.content FROM records_1;
view spare_spellings as SELECT spellings_1.hash, spellings_1.tag, spellings_1.word, spellings_1.units, spellings_1.marks, spellings_1.magnitude, spellings_1.traces FROM spellings_1;
view spare_terms as SELECT terms_1.hash, terms_1.products FROM terms_1;
view spare_words as SELECT words_1.word, words_1.whole, words_1.records FROM words_1;
view spellings as SELECT spellings_0.hash, spellings_0.tag, spellings_0.word, spellings_0.units, spellings_0.marks, spellings_0.magnitude, spellings_0.traces FROM spellings_0;
view terms as SELECT terms_0.hash, terms_0.products FROM terms_0;
view words as SELECT words_0.word, words_0.whole, words_0.records FROM words_0;
other migrations_id_seq;
