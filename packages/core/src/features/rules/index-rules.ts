import type { Gazetteer } from '../../geo/gazetteer.ts'
import type { RecordContent } from '../../model/supplier-record.ts'
import type { FeatureView } from '../codec/feature-view.ts'
import type { RecordFeatures } from '../record-features.ts'
import type { CustomBlockingRule } from './blocking-rule.ts'

/**
 * The rules of an index version for stored keys and features. Writers and readers receive the rules as a value. So a
 * registry can change its index version while it serves requests.
 */
export interface IndexRules {
  /** The name of the rules, stored with the data: `INTEGER-CHECKSUM`. */
  readonly version: string
  /** The input of every key hash. Because of the salt, keys of two index versions are unrelated. */
  readonly salt: number
  /** The blocking rules that a schema adds. The rules of utpid always apply. */
  readonly blockingRules: readonly CustomBlockingRule[]
  /**
   * Returns the features of a record or an input. Coordinates affect only `coordinates`, `precisionMeters` and `towns`;
   * the country affects only `country` and `towns`. So a what-if query with another place does not repeat the whole
   * extraction.
   *
   * @param own - Supplier and code, if known.
   * @param gazetteer - Finds cities by any of their names. Without a gazetteer, `towns` is absent.
   */
  extract(content: RecordContent, own?: { supplier?: string; code?: string }, gazetteer?: Gazetteer): RecordFeatures
  /** Returns the stored form of features. */
  encode(features: RecordFeatures): Uint8Array
  /**
   * The number of bytes of the last identifier at the end of encoded features. With this number, the code can compare
   * features that differ only in the last identifier without encoding them again. Default: encode the features again.
   */
  readonly ownCodeBytes?: number
  /**
   * Decodes the output of {@link encode}.
   *
   * @throws TypeError if the bytes belong to other rules or are damaged.
   */
  decode(bytes: Uint8Array): RecordFeatures
  /**
   * Reads stored features from `from` to `to` into a feature view. Without this function, the registry decodes every
   * record, with the same results. Rules with their own byte layout must not use this function of other rules.
   *
   * @throws TypeError if the bytes belong to other rules or are damaged, see {@link decode}.
   */
  readView?(readView: FeatureView, bytes: Uint8Array, from: number, to: number): void
}
