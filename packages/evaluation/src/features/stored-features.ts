import type { Gazetteer, MatchInput } from '@utpid/core'
import { decodeFeatures, encodeFeatures, extractFeatures, type RecordFeatures } from '@utpid/core/scoring'
import { defined } from '@utpid/core/storage'

/**
 * Returns the features of a record as a registry has them: encoded and decoded.
 *
 * @param anonymous - Whether to omit supplier and code.
 * @param gazetteer - Gazetteer of the registry. Without a gazetteer, cities are compared only by name.
 */
export function storedFeatures(record: MatchInput, anonymous: boolean, gazetteer?: Gazetteer): RecordFeatures {
  const { supplier, code } = record
  const own = anonymous || supplier === undefined ? {} : { supplier, ...defined({ code }) }
  return decodeFeatures(encodeFeatures(extractFeatures(record, own, gazetteer)))
}
