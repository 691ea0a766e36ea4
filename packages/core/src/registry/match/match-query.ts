import type { RecordFeatures } from '../../features/record-features.ts'
import type { IndexRules } from '../../features/rules/index-rules.ts'
import type { Gazetteer } from '../../geo/gazetteer.ts'
import type { Repair } from '../../model/repair.ts'
import type { MatchInput } from '../../model/supplier-record.ts'
import type { StoredRecord } from '../../storage/ledger.ts'

/** One valid input. */
export interface MatchQuery {
  readonly input: MatchInput
  readonly repairs: readonly Repair[]
  readonly features: RecordFeatures
  /** The record with the same supplier code, if known. */
  known?: StoredRecord
}

export function matchQueryOf(
  input: MatchInput,
  repairs: readonly Repair[],
  rules: IndexRules,
  gazetteer: Gazetteer | undefined,
): MatchQuery {
  const own = {
    ...(input.supplier === undefined ? {} : { supplier: input.supplier }),
    ...(input.code === undefined ? {} : { code: input.code }),
  }
  // Encoding and decoding rounds the input in the same way as stored records.
  return { input, repairs, features: rules.decode(rules.encode(rules.extract(input, own, gazetteer))) }
}
