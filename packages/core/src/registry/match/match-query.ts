import type { RecordFeatures } from '../../features/record-features.ts'
import type { IndexRules } from '../../features/rules/index-rules.ts'
import type { Gazetteer } from '../../geo/gazetteer.ts'
import { defined } from '../../model/defined.ts'
import type { Repair } from '../../model/repair.ts'
import type { Identifier, MatchInput } from '../../model/supplier-record.ts'
import type { StoredRecord } from '../../storage/ledger.ts'
import { NONE_ASSIGNED, withAssigned } from '../records/assigned-identifiers.ts'

/** A valid input with its features. */
export interface MatchQuery {
  readonly input: MatchInput
  readonly repairs: readonly Repair[]
  readonly features: RecordFeatures
  /** The identifiers that the stored concordances give the code of the input. */
  readonly assigned: readonly Identifier[]
  /** The record with the same supplier code, if such a record exists. */
  known?: StoredRecord
}

export function matchQueryOf(
  input: MatchInput,
  repairs: readonly Repair[],
  rules: IndexRules,
  gazetteer: Gazetteer | undefined,
  assigned: readonly Identifier[] = NONE_ASSIGNED,
): MatchQuery {
  const own = {
    ...defined({ supplier: input.supplier, code: input.code }),
  }
  // Encoding and decoding rounds the values of the input in the same way as those of stored records.
  const content = withAssigned(input, assigned)
  return { input, repairs, assigned, features: rules.decode(rules.encode(rules.extract(content, own, gazetteer))) }
}
