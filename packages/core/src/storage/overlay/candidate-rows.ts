import type { ProductId } from '../../model/utpid.ts'
import type { CandidateColumns } from '../registry-index.ts'
import type { RecordId } from '../rows.ts'

/** One candidate of a lookup. */
export interface CandidateRow {
  readonly id: RecordId
  readonly productId: ProductId
  readonly features: Uint8Array
  /** The keys of the lookup that the record has: bits 0 to 31. */
  low: number
  /** The keys of the lookup that the record has: bits 32 to 63. */
  high: number
}

/** Returns the candidates of one lookup. */
export function rowsOfLookup(columns: CandidateColumns, lookup: number): CandidateRow[] {
  const { offsets, recordIds, productIds, keyHits, featureOffsets, bytes } = columns
  const rows: CandidateRow[] = []
  for (let row = offsets[lookup] as number; row < (offsets[lookup + 1] as number); row++) {
    rows.push({
      id: recordIds[row] as number,
      productId: productIds[row] as number,
      features: bytes.subarray(featureOffsets[row], featureOffsets[row + 1]),
      low: keyHits[row * 2] as number,
      high: keyHits[row * 2 + 1] as number,
    })
  }
  return rows
}

/** Returns the columns of all lookups' candidates, without their offsets and skipped keys. */
export function columnsOfRows(rows: readonly CandidateRow[]): Omit<CandidateColumns, 'offsets' | 'skippedKeys'> {
  const recordIds = new Float64Array(rows.length)
  const productIds = new Float64Array(rows.length)
  const keyHits = new Uint32Array(rows.length * 2)
  const featureOffsets = new Uint32Array(rows.length + 1)
  for (const [at, { id, productId, low, high, features }] of rows.entries()) {
    recordIds[at] = id
    productIds[at] = productId
    keyHits[at * 2] = low
    keyHits[at * 2 + 1] = high
    featureOffsets[at + 1] = (featureOffsets[at] as number) + features.length
  }
  const bytes = new Uint8Array(featureOffsets[rows.length] as number)
  for (const [at, { features }] of rows.entries()) bytes.set(features, featureOffsets[at])
  return { recordIds, productIds, keyHits, featureOffsets, bytes }
}

/** Yields the positions of the keys that a candidate has. */
export function* keyPositions({ low, high }: CandidateRow): Generator<number, void> {
  for (const [word, mask] of [low, high].entries()) {
    for (let bits = mask; bits !== 0; bits &= bits - 1) yield word * 32 + (31 - Math.clz32(bits & -bits))
  }
}
