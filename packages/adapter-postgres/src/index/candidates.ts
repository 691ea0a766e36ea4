import type { BlockingKey, CandidateColumns, Probe, RecordId, SkippedKey } from '@utpid/core'
import { arrayOf, type Connection } from '../connection.ts'
import type { DerivedTables } from '../tables.ts'

/** A key that was asked for, with its records; or a record that is among them. */
interface Row {
  readonly key: BlockingKey | null
  readonly records: number
  /** Null when more records carry the key than any probe allows. */
  readonly ids: RecordId[] | null
  readonly record_id: RecordId
  readonly product_id: number
  readonly features: Buffer
}

/** A record that a probe found, with its keys that hit: positions 0 to 31, then 32 to 63. */
interface Hit {
  readonly row: Row
  low: number
  high: number
}

/**
 * Finds the records of all probes in one statement. Each key and each record comes once, however many probes ask for it or
 * find it: probes of one batch share most of both. Which probe found what is put together here.
 */
export async function readCandidates(
  connection: Connection,
  { record_features }: DerivedTables,
  probes: readonly Probe[],
  recordsPerKey: number,
): Promise<CandidateColumns> {
  const most = new Map<BlockingKey, number>()
  for (const { keys, limits } of probes) {
    for (const [position, key] of keys.entries()) {
      most.set(key, Math.max(most.get(key) ?? 0, limits?.[position] ?? recordsPerKey))
    }
  }
  if (most.size === 0)
    return columnsOf(
      probes.map(() => []),
      [],
    )
  // With `intarray` in the database there may be another `@>`, hence the schema.
  const carrying = (what: string, given: string): string =>
    `select ${what} from ${record_features}
     where keys operator(pg_catalog.@>) array[${given}.key] and product_id is not null`
  const rows = await connection.query<Row>(
    `with asked as materialized (
       select * from unnest($1::bigint[], $2::bigint[]) as a(key, most)
     ), listed as materialized (
       select key, most, array(${carrying('record_id', 'asked')} limit most + 1) as ids from asked
     ), found as materialized (
       select distinct record_id from listed cross join lateral unnest(ids) as u(record_id) where cardinality(ids) <= most
     )
     select key, null as record_id, null as product_id, null as features,
       case when cardinality(ids) <= most then ids end as ids,
       case when cardinality(ids) <= most then cardinality(ids)
         else (${carrying('count(*)', 'listed')}) end as records
     from listed where cardinality(ids) > 0
     union all
     select null, f.record_id, f.product_id, f.features, null, null
     from found cross join lateral (select * from ${record_features} f where f.record_id = found.record_id offset 0) as f`,
    [
      arrayOf(most.keys()),
      arrayOf([...most.values()].map((each) => Math.min(Math.floor(each), Number.MAX_SAFE_INTEGER))),
    ],
  )
  const listed = new Map<BlockingKey, Row>()
  const records = new Map<RecordId, Row>()
  for (const row of rows) {
    if (row.key === null) records.set(row.record_id, row)
    else listed.set(row.key, row)
  }
  const skippedKeys: SkippedKey[] = []
  const hits = probes.map(({ keys, limits }, probe) => {
    const found = new Map<RecordId, Hit>()
    for (const [position, key] of keys.entries()) {
      const list = listed.get(key)
      if (list === undefined) continue
      if (list.records > (limits?.[position] ?? recordsPerKey)) skippedKeys.push({ probe, key, records: list.records })
      else for (const id of list.ids ?? []) mark(found, records.get(id), position)
    }
    return [...found.values()].sort((a, b) => a.row.record_id - b.row.record_id)
  })
  return columnsOf(hits, skippedKeys)
}

function mark(found: Map<RecordId, Hit>, row: Row | undefined, position: number): void {
  if (row === undefined) return
  let hit = found.get(row.record_id)
  if (hit === undefined) {
    hit = { row, low: 0, high: 0 }
    found.set(row.record_id, hit)
  }
  if (position < 32) hit.low |= 1 << position
  else hit.high |= 1 << (position - 32)
}

function columnsOf(hits: readonly (readonly Hit[])[], skippedKeys: readonly SkippedKey[]): CandidateColumns {
  let count = 0
  let length = 0
  for (const found of hits) {
    count += found.length
    for (const { row } of found) length += row.features.length
  }
  const offsets = new Uint32Array(hits.length + 1)
  const recordIds = new Float64Array(count)
  const productIds = new Float64Array(count)
  const keyHits = new Uint32Array(count * 2)
  const featureOffsets = new Uint32Array(count + 1)
  const bytes = new Uint8Array(length)
  let place = 0
  for (const [probe, found] of hits.entries()) {
    for (const { row, low, high } of found) {
      const start = featureOffsets[place] as number
      recordIds[place] = row.record_id
      productIds[place] = row.product_id
      keyHits[place * 2] = low
      keyHits[place * 2 + 1] = high
      bytes.set(row.features, start)
      place++
      featureOffsets[place] = start + row.features.length
    }
    offsets[probe + 1] = place
  }
  return { offsets, recordIds, productIds, keyHits, featureOffsets, bytes, skippedKeys }
}
