import type { Location } from './place.ts'
import type { SupplierRecord } from './supplier-record.ts'
import type { Utpid } from './utpid.ts'

/** What the registry holds under one UTPID. */
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
  /** Whether a person, a supplier or the checks vouched for it. */
  readonly verified: boolean
  /** How it was verified; present if and only if it is. */
  readonly verifiedBy?: 'manual' | 'supplier' | 'checks'
  /** Fields that a person holds at a value, by name; absent when there are none. */
  readonly pins?: Readonly<Record<string, { readonly value: unknown; readonly by: string; readonly at: string }>>
  /** Of its weakest link, 0 to 1; of a product of one record what its best rival leaves. */
  readonly confidence: number
  /** Its suppliers, by id. */
  readonly suppliers: readonly { readonly id: string; readonly name: string }[]
  /** Open duplicate alerts. */
  readonly duplicates: number
  /** ISO 8601 UTC. */
  readonly lastUpdated: string
  /** Grows with every change; the ETag. */
  readonly revision: number
  /** Its supplier records, oldest link first. */
  readonly records: readonly LinkedRecord[]
  /** Which record each shown field came from, by supplier and code. */
  readonly provenance: Readonly<Record<string, { readonly supplier: string; readonly code: string }>>
}

/** A supplier record and how it came to its product. */
export interface LinkedRecord {
  readonly record: SupplierRecord
  /** `created` of the first record of a product, else what linked it: `model`, `identifier` or, by a person, `ruling`. */
  readonly method: string
  /** 0 to 1. */
  readonly confidence: number
  /** ISO 8601 UTC. */
  readonly since: string
  /** Version of the model that linked it. */
  readonly model: string
  /** The epoch of the scoring that linked it; 0 is the shipped table. */
  readonly epoch: number
}

/** Where a UTPID, alias or supplier code leads today. */
export interface Located {
  readonly status: 'active' | 'merged' | 'deleted' | 'retired'
  /** The identifier that was asked for, when it was one of this registry. */
  readonly asked: Utpid | null
  /** The active product; null when there is none any more. */
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
   * What a decision tells: bits of entropy of whether the two are one product, x records of one x records of the other.
   * Of larger products, and of those that one supplier lists both, less is open than the confidence of one pair says.
   */
  readonly gain: number
  readonly status: 'open' | 'merged' | 'dismissed' | 'withdrawn'
  /** ISO 8601 UTC. */
  readonly detectedAt: string
  /** ISO 8601 UTC; null while it is open. */
  readonly resolvedAt: string | null
  /** The records it rests on. */
  readonly records: readonly [AlertRecord, AlertRecord]
  /**
   * Of an alert about copies: how many records of the supplier say the same, under as many codes. The two records are the
   * one that stands for all and the first of the others; a decision is about all of them. Null of any other alert.
   */
  readonly copies: number | null
  /**
   * True when the two were one product until a key of theirs was on too many records: nothing compares them any more, so a
   * person has to say whether they are one.
   */
  readonly crowded: boolean
}

/** A supplier's code of a record that an alert is about. */
export interface AlertRecord {
  readonly supplier: string
  readonly code: string
}

/** What a registry holds, by exact counters. */
export interface RegistryStats {
  /** Active ones. */
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
  /** Alerts, by what became of them. */
  readonly duplicates: {
    readonly open: number
    readonly merged: number
    readonly dismissed: number
    readonly withdrawn: number
    /** Records that say what another record of their supplier says, which stands for them. */
    readonly copies: number
  }
  readonly confidence: {
    /** 0 to 1; null in an empty registry. */
    readonly mean: number | null
    /** Products in each twentieth of 0 to 1. */
    readonly histogram: readonly number[]
  }
  /** By what pairs of records are scored. */
  readonly scoring: {
    readonly model: string
    readonly modelHash: string
    readonly epoch: number
    /** Epochs that can be gone back to, ascending; 0 is the shipped table. */
    readonly epochs: readonly number[]
  }
  /** The last change. */
  readonly change: number
  /** ISO 8601 UTC. */
  readonly generatedAt: string
}
