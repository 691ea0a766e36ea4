import { type LookupKey, lookupKeys, ownKeys } from '../../blocking/record-keys.ts'
import { canonicalJson } from '../../encoding/canonical-json.ts'
import { hashTextHex } from '../../encoding/hash.ts'
import type { RecordFeatures } from '../../features/record-features.ts'
import type { IndexRules } from '../../features/rules/index-rules.ts'
import type { FieldTable } from '../../fields/record-fields.ts'
import { splitDetails } from '../../fields/split-details.ts'
import type { Gazetteer } from '../../geo/gazetteer.ts'
import type { SupplierRecord } from '../../model/supplier-record.ts'
import type { BlockingKey, DetailsContent } from '../../storage/rows.ts'

/** The features and keys that the index rules extract from a record. */
export interface ExtractedRecord {
  readonly features: RecordFeatures
  readonly encoded: Uint8Array
  readonly lookup: readonly LookupKey[]
  readonly keys: readonly BlockingKey[]
}

function extractRecord(record: SupplierRecord, rules: IndexRules, gazetteer: Gazetteer | undefined): ExtractedRecord {
  const features = rules.extract(record, record, gazetteer)
  const lookup = lookupKeys(features, rules)
  return { features, encoded: rules.encode(features), lookup, keys: ownKeys(lookup) }
}

/** Returns a hash of a record with its details, as 16 hex digits. Unchanged content has the same hash. */
function contentHashOf(record: SupplierRecord): string {
  // The record parser fixes the order of fields. Only the keys of `extra` keep the supplier's order.
  if (record.extra === undefined) return hashTextHex(JSON.stringify(record))
  const { extra, ...fields } = record
  return hashTextHex(JSON.stringify(fields) + canonicalJson(extra))
}

/**
 * A record to import, with derived data that does not depend on the registry. The class computes this data once, on
 * first use, even if the transaction is repeated.
 */
export class IncomingRecord {
  /** The record without its details. */
  readonly record: SupplierRecord
  readonly details: DetailsContent | undefined
  readonly #whole: SupplierRecord
  #contentHash: string | undefined
  #extracted: { readonly rules: IndexRules; readonly extracted: ExtractedRecord } | undefined

  /**
   * @param whole - A parsed record with its details.
   * @param fields - The fields of a record.
   */
  constructor(whole: SupplierRecord, fields: FieldTable) {
    const { content, details } = splitDetails(whole, fields)
    this.record = content
    this.details = details as DetailsContent | undefined
    this.#whole = whole
  }

  /** The hash of the record with its details. */
  get contentHash(): string {
    this.#contentHash ??= contentHashOf(this.#whole)
    return this.#contentHash
  }

  /**
   * Returns the features and keys of the record.
   *
   * @param gazetteer - Must be the same in every call.
   */
  extractWith(rules: IndexRules, gazetteer: Gazetteer | undefined): ExtractedRecord {
    // The registry may change its rules while a record waits.
    if (this.#extracted?.rules !== rules)
      this.#extracted = { rules, extracted: extractRecord(this.record, rules, gazetteer) }
    return this.#extracted.extracted
  }
}
