import type { BlockingKey, CandidateColumns, KeyLookup, SkippedKey } from '@utpid/core/storage'

/** The distinct keys of all lookups, and the highest record limit of each key. */
export interface RequestedKeys {
  readonly keys: readonly BlockingKey[]
  readonly maxRecords: readonly number[]
}

/** Columns of one kind of result, as bytes; null if there are no entries. */
export interface Row {
  /**
   * The kind of the row. `records`: distinct records found. `hits`: pairs of key and record. `skipped`: keys with more
   * records than any lookup allows.
   */
  readonly kind: 'records' | 'hits' | 'skipped'
  /** The record ids. For `skipped`: numbers of records. */
  readonly ids: Buffer | null
  /** The positions of the keys, from 1. For `records`: lengths of the features. */
  readonly numbers: Buffer | null
  /** The products of the records; present only for `records`. */
  readonly products: Buffer | null
  readonly features: Buffer | null
}

/** Distinct records, in any order. */
interface Records {
  readonly ids: number[]
  readonly products: number[]
  readonly features: Uint8Array[]
}

/** A record that one lookup found. Two masks show the positions of the matching keys: 0 to 31, and 32 to 63. */
interface Hit {
  readonly record: number
  low: number
  high: number
}

/** Distributes the results to the lookups. */
export function columnsOf(
  lookups: readonly KeyLookup[],
  recordsPerKey: number,
  { keys }: RequestedKeys,
  rows: readonly Row[],
): CandidateColumns {
  const records = recordsOf(rows)
  const hits = hitsOf(keys.length, records, rows)
  const places = new Map(keys.map((key, place) => [key, place]))
  const skippedKeys: SkippedKey[] = []
  const found = lookups.map(({ keys: own, limits }, lookup) => {
    const list = new Map<number, Hit>()
    for (const [position, key] of own.entries()) {
      const { count, records: carriers } = hits[places.get(key) as number] ?? NONE
      if (count > (limits?.[position] ?? recordsPerKey)) skippedKeys.push({ lookup: lookup, key, records: count })
      else for (const record of carriers) mark(list, record, position)
    }
    return [...list.values()].sort((a, b) => (records.ids[a.record] as number) - (records.ids[b.record] as number))
  })
  return filled(found, records, skippedKeys)
}

interface Carriers {
  readonly count: number
  /** The positions in the list of records; empty for a skipped key. */
  readonly records: readonly number[]
}

const NONE: Carriers = { count: 0, records: [] }

function recordsOf(rows: readonly Row[]): Records {
  const records: Records = { ids: [], products: [], features: [] }
  for (const { kind, ids, numbers, products, features } of rows) {
    if (kind !== 'records' || ids === null || numbers === null || products === null || features === null) continue
    for (let at = 0, from = 0; at * 8 < ids.length; at++) {
      const to = from + numbers.readInt32BE(at * 4)
      records.ids.push(integerAt(ids, at))
      records.products.push(integerAt(products, at))
      records.features.push(features.subarray(from, to))
      from = to
    }
  }
  return records
}

/** Returns the hits by position of the key. */
function hitsOf(keys: number, records: Records, rows: readonly Row[]): (Carriers | undefined)[] {
  const positions = new Map(records.ids.map((id, position) => [id, position]))
  const carriers = new Array<Carriers | undefined>(keys)
  const lists = new Array<number[] | undefined>(keys)
  for (const { kind, ids, numbers } of rows) {
    if (kind === 'records' || ids === null || numbers === null) continue
    for (let at = 0; at * 8 < ids.length; at++) {
      const place = numbers.readInt32BE(at * 4) - 1
      if (kind === 'skipped') carriers[place] = { count: integerAt(ids, at), records: [] }
      else {
        lists[place] ??= []
        lists[place].push(positions.get(integerAt(ids, at)) as number)
      }
    }
  }
  lists.forEach((list, place) => {
    if (list !== undefined) carriers[place] = { count: list.length, records: list }
  })
  return carriers
}

/** Reads a safe integer in the format of `int8send`. */
function integerAt(bytes: Buffer, position: number): number {
  return bytes.readUInt32BE(position * 8) * 2 ** 32 + bytes.readUInt32BE(position * 8 + 4)
}

function mark(list: Map<number, Hit>, record: number, position: number): void {
  let hit = list.get(record)
  if (hit === undefined) {
    hit = { record, low: 0, high: 0 }
    list.set(record, hit)
  }
  if (position < 32) hit.low |= 1 << position
  else hit.high |= 1 << (position - 32)
}

function filled(
  hits: readonly (readonly Hit[])[],
  records: Records,
  skippedKeys: readonly SkippedKey[],
): CandidateColumns {
  let count = 0
  let length = 0
  for (const found of hits) {
    count += found.length
    for (const { record } of found) length += (records.features[record] as Uint8Array).length
  }
  const offsets = new Uint32Array(hits.length + 1)
  const recordIds = new Float64Array(count)
  const productIds = new Float64Array(count)
  const keyHits = new Uint32Array(count * 2)
  const featureOffsets = new Uint32Array(count + 1)
  const bytes = new Uint8Array(length)
  let place = 0
  for (const [lookup, found] of hits.entries()) {
    for (const { record, low, high } of found) {
      const features = records.features[record] as Uint8Array
      const start = featureOffsets[place] as number
      recordIds[place] = records.ids[record] as number
      productIds[place] = records.products[record] as number
      keyHits[place * 2] = low
      keyHits[place * 2 + 1] = high
      bytes.set(features, start)
      place++
      featureOffsets[place] = start + features.length
    }
    offsets[lookup + 1] = place
  }
  return { offsets, recordIds, productIds, keyHits, featureOffsets, bytes, skippedKeys }
}
