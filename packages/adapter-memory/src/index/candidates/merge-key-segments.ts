import { BucketEntries } from '../columns/bucket-entries.ts'
import { bucketBitsFor, HIGH_BITS } from '../columns/mixed-key.ts'
import { bytes, GrowingColumn, integers, numbers } from '../columns/shared-column.ts'
import { DELETED, type Merged } from '../segments/segment-set.ts'
import { FeatureWriter, featureSpan } from './feature-writer.ts'
import { KeyCursor } from './key-cursor.ts'
import { KeyDictionaryWriter } from './key-dictionary-writer.ts'
import type { KeyColumns, KeySegment } from './key-segment.ts'
import { putRevision } from './key-segment-builder.ts'

const ROWS_AT_ONCE = 512
const BUCKETS_AT_ONCE = 128

/**
 * Merges segments into one segment without deleted rows. No record may be live in two of the segments. Yields after
 * every small step.
 */
export function* mergeKeySegments(parts: readonly KeySegment[]): Generator<void, Merged<KeyColumns>> {
  const length = parts.reduce((sum, part) => sum + part.live, 0)
  const recordIds = numbers(length)
  const productIds = numbers(length)
  const revisions = bytes(length)
  const later = new GrowingColumn(numbers, 2)
  const featureStarts = integers(length)
  const features = new FeatureWriter()
  const rowsOf = parts.map((part) => new Uint32Array(part.length).fill(DELETED))
  const heads = parts.map((part) => firstLive(part, 0))
  let row = 0
  // Continues until no row is left: rows may be deleted while the merge yields, so the count may be too high.
  for (let from = partWithLowestId(parts, heads); from >= 0; from = partWithLowestId(parts, heads), row++) {
    const part = parts[from] as KeySegment
    const old = heads[from] as number
    const { columns } = part
    recordIds[row] = columns.recordIds[old] as number
    productIds[row] = columns.productIds[old] as number
    putRevision(revisions, later, row, part.revision(old))
    const { at, length: size } = featureSpan(columns.features, columns.featureStarts[old] as number)
    featureStarts[row] = features.put(productIds[row] as number, columns.features.subarray(at, at + size))
    ;(rowsOf[from] as Uint32Array)[old] = row
    heads[from] = firstLive(part, old + 1)
    if (row % ROWS_AT_ONCE === 0) yield
  }
  const dictionary = yield* mergedDictionary(parts, rowsOf)
  return {
    columns: {
      recordIds: recordIds.subarray(0, row),
      productIds: productIds.subarray(0, row),
      revisions: revisions.subarray(0, row),
      laterRevisions: later.finish(),
      featureStarts: featureStarts.subarray(0, row),
      features: features.finish(),
      ...dictionary,
    },
    rowsOf,
  }
}

function* mergedDictionary(
  parts: readonly KeySegment[],
  rowsOf: readonly Uint32Array[],
): Generator<void, ReturnType<KeyDictionaryWriter['finish']>> {
  const expected = parts.reduce((sum, { columns }) => sum + columns.entries.length + columns.listedRows.length, 0)
  const bucketBits = bucketBitsFor(expected)
  const writer = new KeyDictionaryWriter(bucketBits, expected)
  const entries = new BucketEntries()
  const cursors = parts.map(({ columns }) => new KeyCursor(columns))
  for (let bucket = 0; bucket < 2 ** bucketBits; bucket++) {
    entries.clear()
    for (const [from, cursor] of cursors.entries()) {
      const rows = rowsOf[from] as Uint32Array
      for (; !cursor.isAtEnd && cursor.high >>> (HIGH_BITS - bucketBits) === bucket; cursor.next()) {
        cursor.eachRow((old) => {
          const row = rows[old] as number
          if (row !== DELETED) entries.add(cursor.high, cursor.low, row)
        })
      }
    }
    writer.put(entries.sorted())
    if (bucket % BUCKETS_AT_ONCE === 0) yield
  }
  return writer.finish()
}

function firstLive(part: KeySegment, from: number): number {
  let row = from
  while (row < part.length && part.isDeleted(row)) row++
  return row
}

/** Returns the part whose next record has the lowest id. */
function partWithLowestId(parts: readonly KeySegment[], heads: readonly number[]): number {
  let best = -1
  let lowestId = Number.POSITIVE_INFINITY
  for (let at = 0; at < parts.length; at++) {
    const part = parts[at] as KeySegment
    const head = heads[at] as number
    if (head >= part.length) continue
    const id = part.columns.recordIds[head] as number
    if (id < lowestId) {
      lowestId = id
      best = at
    }
  }
  return best
}
