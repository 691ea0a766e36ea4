import type { BlockingKey, CandidateColumns, KeyLookup } from '@utpid/core/storage'
import { arrayOf, type Connection } from '../../connection/connection.ts'
import type { DerivedTables } from '../../tables/tables.ts'
import { columnsOf, type RequestedKeys, type Row } from './candidate-columns.ts'

/**
 * Finds the records of all lookups in one statement. Each key and each record is transferred once, since the lookups of
 * a batch share most of them. The result is a few long byte strings, since parsing thousands of rows would be the
 * largest cost.
 */
export async function readCandidates(
  connection: Connection,
  { record_keys, record_features }: DerivedTables,
  lookups: readonly KeyLookup[],
  recordsPerKey: number,
): Promise<CandidateColumns> {
  const requested = requestedKeys(lookups, recordsPerKey)
  if (requested.keys.length === 0) return columnsOf(lookups, recordsPerKey, requested, [])
  const rows = await connection.query<Row>(
    `with asked as materialized (
       select * from unnest($1::bigint[], $2::bigint[]) with ordinality as a(key, most, place)
     ), listed as materialized (
       select place, key, most, array(select record_id from ${record_keys} k where k.key = asked.key limit most + 1) as ids
       from asked
     ), hits as materialized (
       select place, unnest(ids) as record_id from listed where cardinality(ids) <= most
     )
     select 'records' as kind, string_agg(int8send(record_id), '') as ids, string_agg(int4send(length(features)), '') as numbers,
       string_agg(int8send(coalesce(product_id, 0)), '') as products, string_agg(features, '') as features
     from ${record_features} where record_id = any(array(select record_id from hits)) group by record_id & ${PARTS - 1}
     union all
     select 'hits', string_agg(int8send(record_id), ''), string_agg(int4send(place::integer), ''), null, null from hits
     union all
     select 'skipped', string_agg(int8send((
       select count(*) from (select from ${record_keys} k where k.key = listed.key limit ${MAX_COUNTED}) as counted
     )), ''),
       string_agg(int4send(place::integer), ''), null, null
     from listed where cardinality(ids) > most`,
    [arrayOf(requested.keys), arrayOf(requested.maxRecords)],
    { planEachTime: true },
  )
  return columnsOf(lookups, recordsPerKey, requested, rows)
}

/** The maximum number of records counted for a skipped key. A hundredth of all records may share such a key. */
const MAX_COUNTED = 10_000

/**
 * The number of strings that contain the features: the longest string must not exceed the maximum length of a string.
 */
const PARTS = 8

/** Returns the sorted keys of all lookups. Their order is spatial, so neighbouring keys are on the same pages. */
function requestedKeys(lookups: readonly KeyLookup[], recordsPerKey: number): RequestedKeys {
  const maxRecords = new Map<BlockingKey, number>()
  for (const { keys, limits } of lookups) {
    for (const [position, key] of keys.entries()) {
      maxRecords.set(key, Math.max(maxRecords.get(key) ?? 0, limits?.[position] ?? recordsPerKey))
    }
  }
  const keys = [...Float64Array.from(maxRecords.keys()).sort()]
  return {
    keys,
    maxRecords: keys.map((key) => Math.min(Math.floor(maxRecords.get(key) as number), Number.MAX_SAFE_INTEGER)),
  }
}
