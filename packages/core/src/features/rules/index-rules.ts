import type { Gazetteer } from '../../geo/gazetteer.ts'
import type { RecordContent } from '../../model/supplier-record.ts'
import type { FeatureGlance } from '../codec/feature-glance.ts'
import type { RecordFeatures } from '../record-features.ts'

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
   * Features of a record or an input. Coordinates give `coordinates` and `precisionMeters`, a country gives `country`,
   * they and the city give `towns`, and nothing else: so another place can be supposed of a record without reading all
   * of it again.
   *
   * @param own - Supplier and code, as far as they are known.
   * @param gazetteer - Knows where cities are, whatever they are called; without one `towns` is absent.
   */
  extract(content: RecordContent, own?: { supplier?: string; code?: string }, gazetteer?: Gazetteer): RecordFeatures
  /** Features as they are stored. */
  encode(features: RecordFeatures): Uint8Array
  /**
   * How many of the bytes of encoded features are their last identifier, which stands at their end: then the features of
   * records that differ in it alone are told as equal without encoding them once more. Absent: that is done.
   */
  readonly ownCodeBytes?: number
  /**
   * What {@link encode} was given.
   *
   * @throws TypeError when the bytes are of other rules, or damaged.
   */
  decode(bytes: Uint8Array): RecordFeatures
  /**
   * Reads the stored features that stand from `from` up to `to` in place. Absent, every record is decoded; the answers are the
   * same. Rules with bytes of their own leave out that of others.
   *
   * @throws TypeError as {@link decode}.
   */
  glance?(glance: FeatureGlance, bytes: Uint8Array, from: number, to: number): void
}
