import type { RecordContent } from '../model/supplier-record.ts'
import type { RecordFeatures } from './record-features.ts'

/**
 * What an index version decides about stored keys and features, as one value: whoever makes or
 * reads them is given the rules, so that a registry can be moved from one version to another
 * while it serves.
 */
export interface IndexRules {
  /** Names the rules; stored with the data: `INTEGER-CHECKSUM`. */
  readonly version: string
  /** Goes into every key, so that keys of two versions have nothing in common. */
  readonly salt: number
  /**
   * Features of a record or an input. Coordinates give `coordinates` and `precisionMeters` and nothing else, a country
   * gives `country`: so another place can be supposed of a record without reading all of it again.
   *
   * @param own - Supplier and code, as far as they are known.
   */
  extract(content: RecordContent, own?: { supplier?: string; code?: string }): RecordFeatures
  /** Features as they are stored. */
  encode(features: RecordFeatures): Uint8Array
  /**
   * What {@link encode} was given.
   *
   * @throws TypeError when the bytes are of other rules, or damaged.
   */
  decode(bytes: Uint8Array): RecordFeatures
}
