import type { Coordinates, EarthPoint } from '../model/place.ts'
import type { Supplier, SupplierRecord } from '../model/supplier-record.ts'
import type { ProductId } from '../model/utpid.ts'

/**
 * The rows of a registry as adapters store them. Plain data: numbers, strings, arrays,
 * objects and one Uint8Array. Absence is a missing key, never null; numbers are finite, and
 * -0 may come back as 0.
 *
 * Rows are handed over: after a commit or a read, neither side changes a row or anything in
 * it, so an adapter may keep what it was given and give what it keeps.
 */

/** A 53-bit hash of (supplier, code), the next free value on collision: a safe integer. */
export type RecordId = number

/** A number that two records must share to be compared: a safe integer, 0 to 2^53 - 1. */
export type BlockingKey = number

/**
 * Number of one committed step of the registry, 1, 2, 3 without gaps; 0 is before the first. In
 * rows of a commit 0 stands for the commit itself: the ledger puts its number there.
 */
export type ChangeNumber = number

/** What one supplier says, as stored. */
export interface RecordRow {
  readonly id: RecordId
  /** 1 at first, one more with every new content, or when its keys change with what it stands for. Expectations are checked against it. */
  readonly revision: number
  readonly record: SupplierRecord
  /** 16 hex digits; equal content, equal hash. */
  readonly contentHash: string
  /** Self-contained byte layout of what comparisons need; see `features/feature-layout.ts`. */
  readonly features: Uint8Array
  /** Distinct, ascending, at most `LIMITS.keysPerRecord`. */
  readonly keys: readonly BlockingKey[]
  /** ISO 8601 UTC. */
  readonly firstSeenAt: string
  readonly updatedAt: string
  /** When it ended: its supplier no longer has it, or a person deleted its product. It then has no link, no keys and no edges. */
  readonly endedAt?: string
  /** Of one that ended: the product it was with, to which it comes back. */
  readonly endedFrom?: ProductId
  /** Of one whose code came to name something else: the product it left, to which it comes back with what it said then. */
  readonly strayedFrom?: { readonly productId: ProductId; readonly contentHash: string }
  /**
   * It has the features of another record of its supplier, whose code is lower and which stands for both: it is under no
   * key that others are found by, but under that of its class; see `blocking/copy-keys.ts`.
   */
  readonly copy?: true
}

/** How a record came to its product. */
export type LinkMethod =
  /** The first record of a product. */
  | 'created'
  /** The model's confidence. */
  | 'model'
  /** An identifier that both share. */
  | 'identifier'
  /** A person. */
  | 'ruling'

/** A record belongs to a product. */
export interface LinkRow {
  readonly recordId: RecordId
  readonly productId: ProductId
  readonly method: LinkMethod
  /** Integer of 1/10,000, 0 to 10,000. */
  readonly confidence: number
  /** ISO 8601 UTC, since when the record is with this product. */
  readonly since: string
  /** Version of the model that decided. */
  readonly model: string
  /** Term-frequency epoch that decided. */
  readonly epoch: number
}

/** Two records that score at `review` or above and share a key that few carry. */
export interface EdgeRow {
  /** The lower record id. */
  readonly a: RecordId
  readonly b: RecordId
  /** Match weight in 1/100 bit, an integer. */
  readonly weight: number
  /** Integer of 1/10,000. */
  readonly confidence: number
  readonly model: string
  readonly epoch: number
}

/** An edge to take away. */
export interface EdgeRemoval {
  readonly a: RecordId
  readonly b: RecordId
  readonly removed: true
}

/** Fields of a product that are chosen from its records. */
export interface ShownFields {
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

/** A value that a person holds a shown field at, whatever the records say. */
export interface Pin {
  /** As in {@link ShownFields}. */
  readonly value: unknown
  readonly by: string
  /** ISO 8601 UTC. */
  readonly at: string
}

/** How a product came to be verified: by a person, by a supplier's own word, by its checks alone. */
export type VerifyingMethod = 'manual' | 'supplier' | 'checks'

/** A set of supplier records under one UTPID. */
export interface ProductRow {
  readonly id: ProductId
  /** 1 at first, one more with every write. */
  readonly revision: number
  readonly shown: ShownFields
  /** Which record each shown field came from. */
  readonly provenance: Readonly<Record<string, RecordId>>
  /** Its records, oldest link first; the first is the anchor. Never empty. */
  readonly records: readonly RecordId[]
  /** Ids of the suppliers of those records, ascending, distinct. */
  readonly suppliers: readonly string[]
  readonly verified: boolean
  /** How it was verified; present if and only if it is. */
  readonly verifiedBy?: VerifyingMethod
  /** Fields that a person holds at a value, by name; absent when there are none. */
  readonly pins?: Readonly<Record<string, Pin>>
  /** Integer of 1/10,000. */
  readonly confidence: number
  /** Open alerts. */
  readonly duplicates: number
  /** Static rank of search results, 0 to 15, higher first. */
  readonly rank: number
  /** What it is found by, tagged by field; ascending, distinct; see `features/search-terms.ts`. */
  readonly terms: readonly string[]
  /** Of its shown coordinates; absent without them. */
  readonly point?: EarthPoint
  /** Products that were merged into this one and answer with it; absent when there are none. */
  readonly absorbed?: readonly ProductId[]
  readonly mintedChange: ChangeNumber
  /** ISO 8601 UTC; moves with a shown field, a link or the verification. */
  readonly lastUpdated: string
}

/** What became of a UTPID. */
export type LineageStatus = 'active' | 'merged' | 'deleted' | 'retired'

/** One thing that became of an id, as the ledger keeps it. */
export interface LineageStep {
  readonly change: ChangeNumber
  readonly at: string
  readonly kind: 'minted' | 'merged' | 'unmerged' | 'split' | 'deleted' | 'retired' | 'revived'
  /** The other product of a merge or split. */
  readonly other?: ProductId
}

/** Kept for every UTPID ever minted. */
export interface LineageRow {
  readonly id: ProductId
  readonly status: LineageStatus
  /** Of a merged one: the active product at the end of all merges, so that one hop is enough. */
  readonly into?: ProductId
  readonly mintedChange: ChangeNumber
  /** Of one that is not active: the revision it had, so that one that comes back goes on from there. */
  readonly revision?: number
  /** Of one that is not active: its records at that moment. */
  readonly records?: readonly RecordId[]
  /** Of one that is deleted or retired: products that answer with it; absent when there are none. */
  readonly absorbed?: readonly ProductId[]
  /** Oldest first. */
  readonly history: readonly LineageStep[]
  /** Ids of earlier schemes that were given to it, as they came; absent when there are none. */
  readonly aliases?: readonly string[]
  /** Decisions of people that were about this product, ascending; absent when there are none. */
  readonly decisions?: readonly ChangeNumber[]
}

/** An id of an earlier scheme that a product answers to for ever. */
export interface AliasRow {
  readonly alias: string
  readonly productId: ProductId
}

/** Where an alert stands. */
export type AlertStatus = 'open' | 'merged' | 'dismissed' | 'withdrawn'

/** Two products that look like one. */
export interface AlertRow {
  /** 16 hex digits: a hash of the lowest record pair it rested on when it was opened; of one about copies, of what they say. */
  readonly id: string
  /** The lower product id first. */
  readonly products: readonly [ProductId, ProductId]
  /** The strongest unruled pair of records, the record of `products[0]` first. */
  readonly records: readonly [RecordId, RecordId]
  /** Integer of 1/10,000. */
  readonly confidence: number
  /** Entropy in bits of the two being one product x records of one x records of the other, in 1/1,000. */
  readonly gain: number
  readonly status: AlertStatus
  readonly detectedAt: string
  readonly resolvedAt?: string
  /** Who closed it; of a person the decision that did. */
  readonly resolution?: { readonly by: 'machine' } | { readonly by: 'person'; readonly decision: ChangeNumber }
  readonly model: string
  readonly epoch: number
  /**
   * Of an alert about records of one supplier with equal features: how many they are, 2 or more. `records` are the one that
   * stands for all and the first of the others.
   */
  readonly copies?: number
  /** Its records were one product, until a key that they share passed its limit: no edge is behind it. */
  readonly crowded?: true
}

/** A person's same or different, on a pair of records. */
export interface RulingRow {
  /** The lower record id. */
  readonly a: RecordId
  readonly b: RecordId
  readonly verdict: 'same' | 'different'
  readonly by: string
  readonly at: string
  readonly change: ChangeNumber
  readonly note?: string
  /** Set when it was taken back; it then counts for nothing but history. */
  readonly withdrawnAt?: string
}

/** One step in the history of a product's verification. */
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

/** What a person can decide. */
export type DecisionKind = 'merge' | 'dismiss' | 'split' | 'delete' | 'pin' | 'unpin' | 'verify' | 'unverify' | 'undo'

/** What a person decided in one step. Its rulings are those of the same change. */
export interface DecisionRow {
  /** The step it was made in: one decision a step. */
  readonly change: ChangeNumber
  readonly kind: DecisionKind
  readonly by: string
  /** ISO 8601 UTC. */
  readonly at: string
  readonly note?: string
  /** The products it was about, as they were before: what undoing it goes back to. */
  readonly before: readonly ProductBefore[]
  /** Of one about a class of copies: the alert that it decided. */
  readonly alert?: string
  /** Of a split: rulings of same that it replaced, and that come back when it is taken back. */
  readonly replaced?: readonly RulingRow[]
  /** Of an undo: the decision that it took back. */
  readonly undoes?: ChangeNumber
  /** Of one that was taken back: the undo that did. */
  readonly undoneBy?: ChangeNumber
}

/** What a decision may change of a product. */
export interface ProductBefore {
  readonly id: ProductId
  /** Oldest link first. */
  readonly records: readonly RecordId[]
  readonly verified: boolean
  readonly verifiedBy?: VerifyingMethod
  readonly pins?: Readonly<Record<string, Pin>>
}

/** A supplier, as the ledger keeps it. */
export type SupplierRow = Supplier

/** A model or an epoch that the registry was scored by, kept so that every process that opens it scores alike. */
export interface ScoringRow {
  /** `model:` with its hash, or `epoch:` with its number. */
  readonly name: string
  /** Plain JSON; read by core alone. */
  readonly content: unknown
}
