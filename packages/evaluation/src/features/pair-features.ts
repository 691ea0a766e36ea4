import type { MatchInput } from '@utpid/core'
import type { RecordFeatures } from '@utpid/core/scoring'
import type { PairEnd } from '../labels/read-labelled-pairs.ts'
import type { RecordLookup } from '../labels/record-lookup.ts'
import { type ReadRecordOptions, readRecord } from './read-record.ts'
import { storedFeatures } from './stored-features.ts'

export interface ReadPairOptions extends ReadRecordOptions {
  readonly lookup: RecordLookup
  /**
   * Whether two records of one source count as records of one supplier. If not, `a` and `b` count as records of two
   * suppliers.
   */
  readonly asSuppliers: boolean
}

export type PairFeatures = readonly [RecordFeatures, RecordFeatures]

/** The reason why a pair has no features: one record is in no feed, or a registry rejects it. */
export interface UnusablePair {
  readonly kind: 'missing' | 'rejected'
  /** One sentence. */
  readonly reason: string
}

/** Returns the features of a labelled pair as a registry has them: after the record parser, encoding and decoding. */
export function pairFeatures(a: PairEnd, b: PairEnd, options: ReadPairOptions): PairFeatures | UnusablePair {
  const left = recordOf(a, 'a', options)
  const right = recordOf(b, 'b', options)
  if ('kind' in left && left.kind === 'missing') return left
  if ('kind' in right) return right
  if ('kind' in left) return left
  // Without `asSuppliers`, two records of one source do not count as records of one supplier, and their codes are not
  // identifiers.
  const anonymous = !options.asSuppliers && left.record.supplier === right.record.supplier
  return [
    storedFeatures(left.record, anonymous, options.gazetteer, options.schema),
    storedFeatures(right.record, anonymous, options.gazetteer, options.schema),
  ]
}

function recordOf(end: PairEnd, side: string, options: ReadPairOptions): { record: MatchInput } | UnusablePair {
  const row = options.lookup.rowOf(end)
  if (row !== undefined) {
    const read = readRecord(row, options)
    return 'record' in read ? read : { kind: 'rejected', reason: `"${side}" cannot be used: ${read.reason}` }
  }
  const named = 'source' in end ? `${end.source} ${end.id}` : ''
  const cure = options.lookup.size > 0 ? ', which no feed has' : '; name the feed that has it with --records'
  return { kind: 'missing', reason: `"${side}" is ${named}${cure}.` }
}
