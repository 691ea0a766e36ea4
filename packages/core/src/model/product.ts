import type { Location } from './place.ts'
import type { SupplierRecord } from './supplier-record.ts'
import type { Utpid } from './utpid.ts'

/** A product: all data of one UTPID. */
export interface Product {
  readonly utpid: Utpid
  readonly name: string
  /** Category slug. */
  readonly category: string
  readonly location: Location
  readonly phone?: string
  readonly email?: string
  readonly website?: string
  readonly brand?: string
  readonly stars?: number
  readonly rooms?: number
  /** Whether a person, a supplier or the checks verified it. */
  readonly verified: boolean
  /** How it was verified; present if and only if `verified`. */
  readonly verifiedBy?: 'manual' | 'supplier' | 'checks'
  /** Pinned values, by field; absent if there are none. */
  readonly pins?: Readonly<Record<string, { readonly value: unknown; readonly by: string; readonly at: string }>>
  /**
   * Confidence of its weakest link, 0 to 1. For a product of one record, 1 minus the confidence of the best competing
   * product.
   */
  readonly confidence: number
  /** Its suppliers, by id. */
  readonly suppliers: readonly { readonly id: string; readonly name: string }[]
  /** Number of open duplicate alerts. */
  readonly duplicates: number
  /** ISO 8601 UTC. */
  readonly lastUpdated: string
  /** Increases with every change; used as ETag. */
  readonly revision: number
  /** Its supplier records, oldest link first. */
  readonly records: readonly LinkedRecord[]
  /** Source record of each displayed field, by supplier and code. */
  readonly provenance: Readonly<Record<string, { readonly supplier: string; readonly code: string }>>
}

/** A supplier record with its link to the product. */
export interface LinkedRecord {
  readonly record: SupplierRecord
  /**
   * `created` for the first record of a product. Otherwise `model`, `identifier` or, for a link by a person, `ruling`.
   */
  readonly method: string
  /** 0 to 1. */
  readonly confidence: number
  /** ISO 8601 UTC. */
  readonly since: string
  /** Version of the model that linked it. */
  readonly model: string
  /** Term-frequency version of the link; 0 is the shipped table. */
  readonly epoch: number
}

/** Current target of a UTPID, alias or supplier code. */
export interface Located {
  readonly status: 'active' | 'merged' | 'deleted' | 'retired'
  /** The requested UTPID; null if the request was not a UTPID of this registry. */
  readonly asked: Utpid | null
  /** The active product; null if there is none. */
  readonly utpid: Utpid | null
}

/** Two products that look like one. */
export interface DuplicateAlert {
  readonly alertId: string
  readonly utpids: readonly [Utpid, Utpid]
  readonly names: readonly [string, string]
  /** 0 to 1. */
  readonly confidence: number
  /**
   * Information gain of a decision: entropy in bits of whether the two are one product, times the record counts of
   * both. For larger products, and if one supplier lists both products, it is lower than the confidence of one pair
   * suggests.
   */
  readonly gain: number
  readonly status: 'open' | 'merged' | 'dismissed' | 'withdrawn'
  /** ISO 8601 UTC. */
  readonly detectedAt: string
  /** ISO 8601 UTC; null while it is open. */
  readonly resolvedAt: string | null
  /** The records behind the alert. */
  readonly records: readonly [AlertRecord, AlertRecord]
  /**
   * For an alert about copies: number of records of the supplier with the same content. `records` then holds the first
   * record and the first copy, and a decision applies to all. Null for any other alert.
   */
  readonly copies: number | null
  /**
   * True if the two were one product until a shared key exceeded its limit of records. They are no longer compared, so
   * a person must decide.
   */
  readonly crowded: boolean
}

/** Supplier and code of a record behind an alert. */
export interface AlertRecord {
  readonly supplier: string
  readonly code: string
}

/** Exact counts of a registry. */
export interface RegistryStats {
  /** Active products. */
  readonly products: {
    readonly total: number
    readonly verified: number
    /** By slug. */
    readonly byCategory: Readonly<Record<string, number>>
    /** By ISO 3166-1 alpha-2 code. */
    readonly byCountry: Readonly<Record<string, number>>
  }
  readonly suppliers: {
    readonly total: number
    /** Most records first. */
    readonly top: readonly {
      readonly id: string
      readonly name: string
      readonly records: number
      readonly products: number
    }[]
  }
  readonly records: { readonly total: number }
  /** Alerts by status. */
  readonly duplicates: {
    readonly open: number
    readonly merged: number
    readonly dismissed: number
    readonly withdrawn: number
    /** Copies: records with the same content as another record of their supplier, which represents them. */
    readonly copies: number
  }
  readonly confidence: {
    /** 0 to 1; null in an empty registry. */
    readonly mean: number | null
    /** Products in each twentieth of 0 to 1. */
    readonly histogram: readonly number[]
  }
  /** Model version in use. */
  readonly scoring: {
    readonly model: string
    readonly modelHash: string
    readonly epoch: number
    /** Available term-frequency versions, ascending; 0 is the shipped table. */
    readonly epochs: readonly number[]
  }
  /** Number of the last change. */
  readonly change: number
  /** ISO 8601 UTC. */
  readonly generatedAt: string
}
