import {
  decodeFeatures,
  encodeFeatures,
  extractFeatures,
  type Gazetteer,
  type MatchInput,
  type RecordFeatures,
} from '@utpid/core'

/**
 * Features as a registry has them: through the stored bytes.
 *
 * @param anonymous - Leaves out whose record it is and by which code.
 * @param gazetteer - That of the registry; cities are compared by their names only without one.
 */
export function storedFeatures(record: MatchInput, anonymous: boolean, gazetteer?: Gazetteer): RecordFeatures {
  const { supplier, code } = record
  const own = anonymous || supplier === undefined ? {} : { supplier, ...(code === undefined ? {} : { code }) }
  return decodeFeatures(encodeFeatures(extractFeatures(record, own, gazetteer)))
}
