import { type LookupKey, lookupKeys, ownKeys } from '../../blocking/record-keys.ts'
import { canonicalJson } from '../../encoding/canonical-json.ts'
import { hashTextHex } from '../../encoding/hash.ts'
import { isSameData } from '../../encoding/same-data.ts'
import type { RecordFeatures } from '../../features/record-features.ts'
import type { IndexRules } from '../../features/rules/index-rules.ts'
import type { FieldTable } from '../../fields/record-fields.ts'
import { splitDetails } from '../../fields/split-details.ts'
import type { Gazetteer } from '../../geo/gazetteer.ts'
import type { Identifier, SupplierRecord } from '../../model/supplier-record.ts'
import type { BlockingKey, DetailsContent } from '../../storage/rows.ts'
import { NONE_ASSIGNED, withAssigned } from './assigned-identifiers.ts'

/** The features and keys that the index rules extract from a record. */
export interface ExtractedRecord {
  readonly features: RecordFeatures
  readonly encoded: Uint8Array
  readonly lookup: readonly LookupKey[]
  readonly keys: readonly BlockingKey[]
}

/**
 * Extracts the features and keys of a record.
 *
 * @param content - The record as the schema reads it.
 */
export function extractRecord(
  content: SupplierRecord,
  assigned: readonly Identifier[] | undefined,
  rules: IndexRules,
  gazetteer: Gazetteer | undefined,
): ExtractedRecord {
  const features = rules.extract(withAssigned(content, assigned), content, gazetteer)
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
  #extracted:
    | {
        readonly rules: IndexRules
        readonly assigned: readonly Identifier[]
        readonly extracted: ExtractedRecord
      }
    | undefined

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
   * @param assigned - The assigned identifiers of the record.
   */
  extractWith(
    rules: IndexRules,
    gazetteer: Gazetteer | undefined,
    assigned: readonly Identifier[] = NONE_ASSIGNED,
  ): ExtractedRecord {
    // The registry may change its rules or a concordance while a record waits.
    if (this.#extracted?.rules !== rules || !isSameData(this.#extracted.assigned, assigned))
      this.#extracted = { rules, assigned, extracted: extractRecord(this.record, assigned, rules, gazetteer) }
    return this.#extracted.extracted
  }
}
