import type { CandidateColumns, Probe, SkippedKey } from '@utpid/core'
import { arrayOf, type Connection } from '../database.ts'
import type { DerivedTables } from '../tables.ts'

interface Row {
  readonly probe: number
  /** Null in a row that names a key which was skipped. */
  readonly record_id: number | null
  readonly product_id: number
  readonly low: number
  readonly high: number
  readonly features: Buffer
  readonly position: number
  readonly records: number
}

/** Finds the records of all probes in one statement, by key, position and limit of each question. */
export async function readCandidates(
  connection: Connection,
  { record_keys, record_features }: DerivedTables,
  probes: readonly Probe[],
  recordsPerKey: number,
): Promise<CandidateColumns> {
  const asked = { probe: [] as number[], position: [] as number[], key: [] as number[], most: [] as number[] }
  for (const [probe, { keys, limits }] of probes.entries()) {
    for (const [position, key] of keys.entries()) {
      asked.probe.push(probe)
      asked.position.push(position)
      asked.key.push(key)
      asked.most.push(limits?.[position] ?? recordsPerKey)
    }
  }
  if (asked.key.length === 0) return columnsOf(probes, [])
  const rows = await connection.query<Row>(
    `with asked as materialized (
       select * from unnest($1::integer[], $2::integer[], $3::bigint[], $4::float8[]) as a(probe, position, key, most)
     ), counted as materialized (
       select key, (select count(*) from ${record_keys} k where k.key = d.key) as records
       from (select distinct key from asked) as d
     ), judged as materialized (
       select probe, position, key, records, records > most as skipped from asked join counted using (key) where records > 0
     ), found as (
       select j.probe, k.record_id,
         coalesce(bit_or(1::bigint << j.position) filter (where j.position < 32), 0) as low,
         coalesce(bit_or(1::bigint << (j.position - 32)) filter (where j.position >= 32), 0) as high
       from judged j cross join lateral
         (select record_id from ${record_keys} k where k.key = j.key offset 0) as k
       where not j.skipped group by j.probe, k.record_id
     )
     select probe, record_id, product_id, low, high, features, null as position, null as records
     from found join ${record_features} f using (record_id)
     union all
     select probe, null, null, null, null, null, position, records from judged where skipped
     order by 1, 2, 7`,
    [arrayOf(asked.probe), arrayOf(asked.position), arrayOf(asked.key), arrayOf(asked.most)],
  )
  return columnsOf(probes, rows)
}

function columnsOf(probes: readonly Probe[], rows: readonly Row[]): CandidateColumns {
  const found = rows.filter(({ record_id }) => record_id !== null)
  const offsets = new Uint32Array(probes.length + 1)
  const recordIds = new Float64Array(found.length)
  const productIds = new Float64Array(found.length)
  const keyHits = new Uint32Array(found.length * 2)
  const featureOffsets = new Uint32Array(found.length + 1)
  const bytes = new Uint8Array(found.reduce((total, { features }) => total + features.length, 0))
  for (const [at, row] of found.entries()) {
    offsets[row.probe + 1] = at + 1
    recordIds[at] = row.record_id as number
    productIds[at] = row.product_id
    keyHits[at * 2] = row.low
    keyHits[at * 2 + 1] = row.high
    bytes.set(row.features, featureOffsets[at])
    featureOffsets[at + 1] = (featureOffsets[at] as number) + row.features.length
  }
  // A probe that found nothing ends where the one before it did.
  for (let probe = 1; probe < offsets.length; probe++) {
    offsets[probe] = Math.max(offsets[probe] as number, offsets[probe - 1] as number)
  }
  const skippedKeys = rows.flatMap(({ record_id, probe, position, records }): SkippedKey[] =>
    record_id === null ? [{ probe, key: probes[probe]?.keys[position] as number, records }] : [],
  )
  return { offsets, recordIds, productIds, keyHits, featureOffsets, bytes, skippedKeys }
}
