import type { Coordinates, EarthPoint } from '../model/place.ts'
import type { Supplier, SupplierRecord } from '../model/supplier-record.ts'
import type { ProductId } from '../model/utpid.ts'

/**
 * The rows of a registry as adapters store them. Plain data: numbers, strings, arrays, objects and one Uint8Array.
 * Absent values are missing keys, never null. Numbers are finite; -0 may come back as 0.
 *
 * Rows are immutable after a commit or a read: neither side changes a row or anything in it, so an adapter may store
 * and return the same objects.
 */

/** A 53-bit hash of supplier and code, or the next free value after a collision: a safe integer. */
export type RecordId = number

/** A number that two records must share to be compared: a safe integer, 0 to 2^53 - 1. */
export type BlockingKey = number

/**
 * Number of one committed transaction of the registry: 1, 2, 3 without gaps; 0 is before the first. In rows of a
 * commit, 0 stands for the commit itself: the ledger replaces it with the number.
 */
export type ChangeNumber = number

/** A supplier record as stored. */
export interface RecordRow {
  readonly id: RecordId
  /** Starts at 1; raised with each new content, and if its keys change because it becomes or ceases to be a copy. */
  readonly revision: number
  readonly record: SupplierRecord
  /** 16 hex digits; equal contents have equal hashes. */
  readonly contentHash: string
  /** Self-contained bytes of the data for comparisons; see `features/feature-layout.ts`. */
  readonly features: Uint8Array
  /** Distinct, ascending, at most `LIMITS.keysPerRecord`. */
  readonly keys: readonly BlockingKey[]
  /** ISO 8601 UTC. */
  readonly firstSeenAt: string
  readonly updatedAt: string
  /**
   * Time when it became inactive: its supplier no longer has it, or a person deleted its product. The record then has
   * no link, keys or edges.
   */
  readonly endedAt?: string
  /** For an inactive record: its former product, to which it returns. */
  readonly endedFrom?: ProductId
  /**
   * The product that it left when its code was reused, with the content that it had there. It returns with that
   * content.
   */
  readonly strayedFrom?: { readonly productId: ProductId; readonly contentHash: string }
  /**
   * The record is a copy: another record of its supplier has the same features and a lower code, and represents both. A
   * copy has only the key of its class and no blocking keys; see `blocking/copy-keys.ts`.
   */
  readonly copy?: true
}

/** How a record was linked to its product. */
export type LinkMethod =
  /** The first record of a product. */
  | 'created'
  /** By the model's confidence. */
  | 'model'
  /** By a shared identifier. */
  | 'identifier'
  /** By a person. */
  | 'ruling'

/** Membership of a record in a product. */
export interface LinkRow {
  readonly recordId: RecordId
  readonly productId: ProductId
  readonly method: LinkMethod
  /** Integer in units of 1/10,000, 0 to 10,000. */
  readonly confidence: number
  /** ISO 8601 UTC: start of the membership. */
  readonly since: string
  /** Version of the model that created the link. */
  readonly model: string
  /** Term-frequency version that the model used. */
  readonly epoch: number
}

/** Two records that reach `review` and share a key within its limit. */
export interface EdgeRow {
  /** The lower record id. */
  readonly a: RecordId
  readonly b: RecordId
  /** Match weight in 1/100 bit, an integer. */
  readonly weight: number
  /** Integer in units of 1/10,000. */
  readonly confidence: number
  readonly model: string
  readonly epoch: number
}

/** An edge to remove. */
export interface EdgeRemoval {
  readonly a: RecordId
  readonly b: RecordId
  readonly removed: true
}

/** Golden record: fields of a product, chosen from its records. */
export interface GoldenRecord {
  readonly name: string
  /** Category slug. */
  readonly category: string
  readonly address?: string
  readonly city?: string
  readonly region?: string
  /** ISO 3166-1 alpha-2. */
  readonly country?: string
  readonly postalCode?: string
  readonly coordinates?: Coordinates
  readonly phone?: string
  readonly email?: string
  readonly website?: string
  readonly brand?: string
  readonly stars?: number
  readonly rooms?: number
}

/** A person's value for a displayed field, which overrides the records. */
export interface Pin {
  /** The value, of the type in {@link GoldenRecord}. */
  readonly value: unknown
  readonly by: string
  /** ISO 8601 UTC. */
  readonly at: string
}

/** How a product was verified: by a person, by a supplier's statement, or by its checks alone. */
export type VerifyingMethod = 'manual' | 'supplier' | 'checks'

/** A set of supplier records under one UTPID. */
export interface ProductRow {
  readonly id: ProductId
  /** Starts at 1; raised with every write. */
  readonly revision: number
  readonly shown: GoldenRecord
  /** Source record of each displayed field. */
  readonly provenance: Readonly<Record<string, RecordId>>
  /** Its records, oldest link first; the first is the anchor. Never empty. */
  readonly records: readonly RecordId[]
  /** Ids of the suppliers of those records, ascending, distinct. */
  readonly suppliers: readonly string[]
  readonly verified: boolean
  /** Method of verification; present if and only if verified. */
  readonly verifiedBy?: VerifyingMethod
  /** Pinned fields by name; absent if there are none. */
  readonly pins?: Readonly<Record<string, Pin>>
  /** Integer in units of 1/10,000. */
  readonly confidence: number
  /** Number of open alerts. */
  readonly duplicates: number
  /** Static rank of search results, 0 to 15, higher first. */
  readonly rank: number
  /** Search terms, tagged by field; ascending, distinct; see `features/search-terms.ts`. */
  readonly terms: readonly string[]
  /** Point of its displayed coordinates; absent without them. */
  readonly point?: EarthPoint
  /** Ids merged into this product, which answer with it; absent if there are none. */
  readonly absorbed?: readonly ProductId[]
  readonly mintedChange: ChangeNumber
  /** ISO 8601 UTC: last change of a displayed field, a link or the verification. */
  readonly lastUpdated: string
}

/** State of a UTPID. */
export type LineageStatus = 'active' | 'merged' | 'deleted' | 'retired'

/** One entry in the history of an id. */
export interface LineageStep {
  readonly change: ChangeNumber
  readonly at: string
  readonly kind: 'minted' | 'merged' | 'unmerged' | 'split' | 'deleted' | 'retired' | 'revived'
  /** The other product of a merge or split. */
  readonly other?: ProductId
}

/** Lineage of a UTPID, for every UTPID ever minted. */
export interface LineageRow {
  readonly id: ProductId
  readonly status: LineageStatus
  /** For a merged id: the active product after all merges, so that one lookup is enough. */
  readonly into?: ProductId
  readonly mintedChange: ChangeNumber
  /** For an id that is not active: its last revision, from which it continues if it returns. */
  readonly revision?: number
  /** For an id that is not active: its last records. */
  readonly records?: readonly RecordId[]
  /** For a deleted or retired id: its merged ids; absent if there are none. */
  readonly absorbed?: readonly ProductId[]
  /** Oldest first. */
  readonly history: readonly LineageStep[]
  /** Aliases, in order of arrival; absent if there are none. */
  readonly aliases?: readonly string[]
  /** Curator decisions about this product, ascending; absent if there are none. */
  readonly decisions?: readonly ChangeNumber[]
}

/** An id of an earlier scheme that leads to a product for ever. */
export interface AliasRow {
  readonly alias: string
  readonly productId: ProductId
}

/** State of an alert. */
export type AlertStatus = 'open' | 'merged' | 'dismissed' | 'withdrawn'

/** A duplicate alert: two products that look like one. */
export interface AlertRow {
  /**
   * 16 hex digits: a hash of the lowest record pair behind the alert when it was opened. For an alert about copies, it
   * is a hash of their content.
   */
  readonly id: string
  /** The lower product id first. */
  readonly products: readonly [ProductId, ProductId]
  /** The strongest pair of records without a judgement, the record of `products[0]` first. */
  readonly records: readonly [RecordId, RecordId]
  /** Integer in units of 1/10,000. */
  readonly confidence: number
  /** Information gain in 1/1,000 bits: entropy of whether the two are one product, times the record counts of both. */
  readonly gain: number
  readonly status: AlertStatus
  readonly detectedAt: string
  readonly resolvedAt?: string
  /** Closed by the machine, or by a person with a decision. */
  readonly resolution?: { readonly by: 'machine' } | { readonly by: 'person'; readonly decision: ChangeNumber }
  readonly model: string
  readonly epoch: number
  /**
   * For an alert about copies (records of one supplier with equal features): their number, 2 or more. `records` are the
   * representative and the first copy.
   */
  readonly copies?: number
  /** Its records were one product until their shared key exceeded its limit: the alert has no edge. */
  readonly crowded?: true
}

/** A judgement: a person's same or different for a pair of records. */
export interface JudgementRow {
  /** The lower record id. */
  readonly a: RecordId
  readonly b: RecordId
  readonly verdict: 'same' | 'different'
  readonly by: string
  readonly at: string
  readonly change: ChangeNumber
  readonly note?: string
  /** Time of its withdrawal. It then has no effect and is kept only as history. */
  readonly withdrawnAt?: string
}

/** One entry in the history of a product's verification. */
export interface VerificationRow {
  readonly productId: ProductId
  readonly change: ChangeNumber
  readonly verified: boolean
  /** `withdrawn` by a person, `reopened` by the machine; `note` says why. */
  readonly method: VerifyingMethod | 'withdrawn' | 'reopened'
  readonly by: string
  readonly at: string
  readonly evidence?: string
  readonly note?: string
  readonly checks: readonly { readonly id: string; readonly passed: boolean; readonly detail: string }[]
}

/** Kind of a curator decision. */
export type DecisionKind = 'merge' | 'dismiss' | 'split' | 'delete' | 'pin' | 'unpin' | 'verify' | 'unverify' | 'undo'

/** A curator decision. Its judgements have the same change number. */
export interface DecisionRow {
  /** Change number of its transaction, which has only this decision. */
  readonly change: ChangeNumber
  readonly kind: DecisionKind
  readonly by: string
  /** ISO 8601 UTC. */
  readonly at: string
  readonly note?: string
  /** The products before the decision, which undoing it restores. */
  readonly before: readonly ProductBefore[]
  /** For a decision about a copy class: its alert. */
  readonly alert?: string
  /** For a split: the `same` judgements that it replaced. Undoing the split restores them. */
  readonly replaced?: readonly JudgementRow[]
  /** For an undo: the undone decision. */
  readonly undoes?: ChangeNumber
  /** For an undone decision: the undo. */
  readonly undoneBy?: ChangeNumber
}

/** The parts of a product that a decision can change. */
export interface ProductBefore {
  readonly id: ProductId
  /** Oldest link first. */
  readonly records: readonly RecordId[]
  readonly verified: boolean
  readonly verifiedBy?: VerifyingMethod
  readonly pins?: Readonly<Record<string, Pin>>
}

/** A supplier as stored. */
export type SupplierRow = Supplier

/** A model or term-frequency version of the registry, stored so that every process scores alike. */
export interface ModelVersionRow {
  /** `model:` with its hash, or `epoch:` with its number. */
  readonly name: string
  /** Plain JSON; read by core alone. */
  readonly content: unknown
}
