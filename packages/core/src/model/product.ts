import type { Location } from './place.ts'
import type { DisplayedFields, SupplierCode, SupplierRecord } from './supplier-record.ts'
import type { TermFrequencyMode, TermFrequencyState } from './term-frequency-count.ts'
import type { Utpid } from './utpid.ts'

/** A product: all data of one UTPID. */
export interface Product extends DisplayedFields {
  readonly utpid: Utpid
  readonly name: string
  /** The slug of the category. */
  readonly category: string
  readonly location: Location
  /** True if a person, a supplier or the checks verified the product. */
  readonly verified: boolean
  /** The method of the verification; present if and only if `verified` is true. */
  readonly verifiedBy?: 'manual' | 'supplier' | 'checks'
  /** The pinned values, by field; absent if no field is pinned. */
  readonly pins?: Readonly<Record<string, { readonly value: unknown; readonly actor: string; readonly at: string }>>
  /**
   * The confidence of the weakest link, 0 to 1. For a product of one record, 1 minus the confidence of the best
   * competing product.
   */
  readonly confidence: number
  /** The suppliers of the product, sorted by id. */
  readonly suppliers: readonly { readonly id: string; readonly name: string }[]
  /** The number of open duplicate alerts about the product. */
  readonly duplicates: number
  /** The time of the last displayed change, ISO 8601 UTC. */
  readonly lastUpdated: string
  /** The revision, which increases with every change; used as ETag. */
  readonly revision: number
  /** The supplier records of the product, oldest link first. */
  readonly records: readonly LinkedRecord[]
  /** The source record of each displayed field, by supplier and code. */
  readonly provenance: Readonly<Record<string, { readonly supplier: string; readonly code: string }>>
  /** The values outside the golden record, such as images and descriptions; absent if no record has such a value. */
  readonly details?: ProductDetails
}

/** The values of a product outside its golden record. */
export interface ProductDetails {
  /** The values in the shape of a record: `{ images: [...], activity: { durationMinutes: 90 } }`. */
  readonly fields: Readonly<Record<string, unknown>>
  /** The records that provide each value, by the path of the field. A joined list has several records. */
  readonly provenance: Readonly<Record<string, readonly SupplierCode[]>>
}

/** A supplier record with its link to the product. */
export interface LinkedRecord {
  readonly record: SupplierRecord
  /**
   * The method of the link: `created` for the first record of a product. Otherwise `model`, `identifier` or, for a link
   * by a person, `judgement`.
   */
  readonly method: string
  /** The confidence of the link, 0 to 1. */
  readonly confidence: number
  /** The time of the link, ISO 8601 UTC. */
  readonly since: string
  /** The time when the registry first received the record, ISO 8601 UTC. */
  readonly firstSeenAt: string
  /** The time of the last change of the record, ISO 8601 UTC. */
  readonly updatedAt: string
  /** The version of the model that linked the record. */
  readonly model: string
  /** The term-frequency version of the link; 0 is the shipped table. */
  readonly tfVersion: number
}

/** The current target of a UTPID, alias or supplier code. */
export interface Located {
  readonly status: 'active' | 'merged' | 'deleted' | 'retired'
  /** The requested UTPID; null if the query was not a UTPID of this registry. */
  readonly requested: Utpid | null
  /** The active product; null if no active product exists. */
  readonly utpid: Utpid | null
}

/**
 * Why the machine left a pair to a person:
 *
 * - `copies`: records of one supplier with the same content.
 * - `skipped_keys`: the two were one product until too many records shared their blocking keys.
 * - `same_supplier`: two codes of one supplier.
 * - `below_match`: the confidence is below the threshold of a link.
 * - `kept_apart`: the two records are alike, but other records, a curated product or a decision keep the products apart.
 */
export type AlertReason = (typeof ALERT_REASONS)[number]

/** All reasons of alerts. */
export const ALERT_REASONS = ['copies', 'skipped_keys', 'same_supplier', 'below_match', 'kept_apart'] as const

/** A filter by marks: any mark, a mark of one kind, or no mark. */
export type AlertMarked = (typeof ALERT_MARKED)[number]

/** All filters by marks. */
export const ALERT_MARKED = ['any', 'none', 'unsure', 'note', 'proposal'] as const

/** A note of a person on an open alert. */
export interface AlertMark {
  /** `unsure`: the person cannot decide. `proposal`: the person proposes `resolution`. `note`: only the text. */
  readonly kind: 'unsure' | 'note' | 'proposal'
  readonly actor: string
  /** ISO 8601 UTC. */
  readonly at: string
  /** The text; present for a note. */
  readonly note?: string
  /** Present for a proposal, and only there. */
  readonly resolution?: 'merge' | 'dismiss'
}

/** A duplicate alert: two products that look like one product. */
export interface DuplicateAlert {
  readonly alertId: string
  readonly utpids: readonly [Utpid, Utpid]
  readonly names: readonly [string, string]
  /** The confidence that the two products are one, 0 to 1. */
  readonly confidence: number
  /**
   * The information gain of a decision: the entropy in bits of whether the two are one product, times the record counts
   * of both products. Compared with the confidence of one pair, this entropy is lower for larger products, and if one
   * supplier lists both products.
   */
  readonly informationGain: number
  readonly status: 'open' | 'merged' | 'dismissed' | 'withdrawn'
  /** The time of detection, ISO 8601 UTC. */
  readonly detectedAt: string
  /** The time of the decision, ISO 8601 UTC; null while the alert is open. */
  readonly resolvedAt: string | null
  /** The two records behind the alert. */
  readonly records: readonly [AlertRecord, AlertRecord]
  /**
   * For an alert about copies, the number of records of the supplier with the same content. Then `records` contains the
   * first record and the first copy, and a decision applies to all copies. Null for any other alert.
   */
  readonly copies: number | null
  /**
   * True if the two were one product until a shared key exceeded its record limit. The registry no longer compares the
   * two products, so a person must decide.
   */
  readonly skippedKeys: boolean
  /** Why the machine left the two to a person; null for an alert that an earlier version wrote. */
  readonly reason: AlertReason | null
  /** The bookings of all records of both products together; null if no record counts bookings. */
  readonly bookings: number | null
  /** The marks of people, oldest first. */
  readonly marks: readonly AlertMark[]
}

/** The supplier and code of a record behind an alert. */
export interface AlertRecord {
  readonly supplier: string
  readonly code: string
}

/** The exact counts of a registry. */
export interface RegistryStats {
  /** The counts of active products. */
  readonly products: {
    readonly total: number
    readonly verified: number
    /** The number of products by category slug. */
    readonly byCategory: Readonly<Record<string, number>>
    /** The number of products by ISO 3166-1 alpha-2 code. */
    readonly byCountry: Readonly<Record<string, number>>
  }
  readonly suppliers: {
    readonly total: number
    /** The suppliers with the most records, largest first. */
    readonly top: readonly {
      readonly id: string
      readonly name: string
      readonly records: number
      readonly products: number
    }[]
  }
  readonly records: { readonly total: number }
  /** The number of alerts by status. */
  readonly duplicates: {
    readonly open: number
    readonly merged: number
    readonly dismissed: number
    readonly withdrawn: number
    /**
     * The number of copies: records with the same content as another record of their supplier, which represents them.
     */
    readonly copies: number
  }
  readonly confidence: {
    /** The mean confidence, 0 to 1; null in an empty registry. */
    readonly mean: number | null
    /** The number of products in each twentieth of the confidence range 0 to 1. */
    readonly histogram: readonly number[]
  }
  /** The model version in use. */
  readonly modelVersion: {
    readonly model: string
    readonly modelHash: string
    readonly tfVersion: number
    /** The available term-frequency versions, ascending; 0 is the shipped table. */
    readonly tfVersions: readonly number[]
  }
  /** The count of the term-frequency version in use, and whether a new one is due. */
  readonly termFrequencies: TermFrequencyState & {
    /** When this program counts: at the end of imports, or only by command. */
    readonly mode: TermFrequencyMode
  }
  /** The number of the last change. */
  readonly change: number
  /** The time of the counts, ISO 8601 UTC. */
  readonly generatedAt: string
}
