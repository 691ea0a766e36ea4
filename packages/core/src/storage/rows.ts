import type { ImportSummary } from '../model/import-summary.ts'
import type { EarthPoint, Location } from '../model/place.ts'
import type { AlertMark } from '../model/product.ts'
import type { DisplayedFields, Identifier, JsonValue, Supplier, SupplierRecord } from '../model/supplier-record.ts'
import type { ProductId } from '../model/utpid.ts'

/**
 * The rows of a registry as adapters store them. Plain data: numbers, strings, arrays, objects and one Uint8Array.
 * Absent values are missing keys, never null. Numbers are finite; -0 may come back as 0.
 *
 * Rows are immutable after a commit or a read: neither core nor the adapter changes a row or its content. So an adapter
 * may store and return the same objects.
 */

/**
 * The id of a record: a 53-bit hash of supplier and code, or the next free value after a collision. The id is a safe
 * integer.
 */
export type RecordId = number

/** A blocking key: a number that two records must share to be compared. The key is a safe integer, 0 to 2^53 - 1. */
export type BlockingKey = number

/**
 * The number of one committed transaction of the registry: 1, 2, 3 without gaps; 0 is the state before the first
 * transaction. In rows of a commit, 0 means this commit, and the ledger replaces 0 with the number.
 */
export type ChangeNumber = number

/** A supplier record as stored. */
export interface RecordRow {
  readonly id: RecordId
  /**
   * The revision, which starts at 1. It rises with each new content, and if the record's keys change because it becomes
   * or stops being a copy.
   */
  readonly revision: number
  /** The record without its details. */
  readonly record: SupplierRecord
  /** The hash of the record with its details, 16 hex digits. Equal contents have equal hashes. */
  readonly contentHash: string
  /** The data for comparisons as self-contained bytes; see `features/feature-layout.ts`. */
  readonly features: Uint8Array
  /** The blocking keys: distinct, ascending, at most `LIMITS.keysPerRecord`. */
  readonly keys: readonly BlockingKey[]
  /** The time when the record was first received, ISO 8601 UTC. */
  readonly firstSeenAt: string
  readonly updatedAt: string
  /**
   * The time when the record became inactive: its supplier no longer has it, or a person deleted its product. An
   * inactive record has no link, keys or edges.
   */
  readonly deactivatedAt?: string
  /** For an inactive record, its former product. The record returns to this product. */
  readonly formerProduct?: ProductId
  /**
   * The product that the record left when its code was reused, with the hash of the record without its details. If a
   * record with this hash returns, it returns to the product.
   */
  readonly reassignedFrom?: { readonly productId: ProductId; readonly contentHash: string }
  /**
   * True for a copy: another record of its supplier has the same features and a lower code, and represents both
   * records. A copy has only the key of its class and no blocking keys; see `blocking/copy-keys.ts`.
   */
  readonly copy?: true
  /** True for a record with details. Then, and only then, the ledger has a details row of the record. */
  readonly detailed?: true
  /**
   * The assigned identifiers: those that the stored concordances give the code of the record, sorted by scheme; absent
   * without any. Features and keys contain them, as if the supplier had sent them; `record` does not.
   */
  readonly assigned?: readonly Identifier[]
}

/**
 * The details of a record: the fields that no comparison reads, as plain JSON in the shape of the record. Their JSON has
 * at most `LIMITS.detailCharacters` UTF-16 units.
 */
export interface DetailsContent {
  readonly [field: string]: JsonValue
}

/** The details of one record in a commit. */
export interface DetailsRow {
  readonly recordId: RecordId
  /** The new details; absent to remove the stored details. */
  readonly content?: DetailsContent
}

/** The method by which a record was linked to its product. */
export type LinkMethod =
  /** The record is the first record of the product. */
  | 'created'
  /** The model's confidence reached `match`. */
  | 'model'
  /** The records share an identifier. */
  | 'identifier'
  /** A person linked the record. */
  | 'judgement'

/** A link: the membership of a record in a product. */
export interface LinkRow {
  readonly recordId: RecordId
  readonly productId: ProductId
  readonly method: LinkMethod
  /** The confidence, an integer in units of 1/10,000, 0 to 10,000. */
  readonly confidence: number
  /** The start of the membership, ISO 8601 UTC. */
  readonly since: string
  /** The version of the model that created the link. */
  readonly model: string
  /** The term-frequency version with which the link was created. */
  readonly tfVersion: number
}

/** An edge: two records that reach `review` and share a key within its limit. */
export interface EdgeRow {
  /** The lower record id. */
  readonly a: RecordId
  readonly b: RecordId
  /** The match weight in 1/100 bit, an integer. */
  readonly weight: number
  /** The confidence, an integer in units of 1/10,000. */
  readonly confidence: number
  readonly model: string
  readonly tfVersion: number
}

/** An edge to remove. */
export interface EdgeRemoval {
  readonly a: RecordId
  readonly b: RecordId
  readonly removed: true
}

/** The golden record: the fields of a product, chosen from its records. */
export interface GoldenRecord extends DisplayedFields, Omit<Location, 'precisionMeters'> {
  readonly name: string
  /** The slug of the category. */
  readonly category: string
}

/** A pin: a person's value for a displayed field, which overrides the records. */
export interface Pin {
  /** The value, of the type in {@link GoldenRecord}. */
  readonly value: unknown
  readonly actor: string
  /** The time of the pin, ISO 8601 UTC. */
  readonly at: string
}

/** The method of a verification: by a person, by a supplier's statement, or by the checks alone. */
export type VerifyingMethod = 'manual' | 'supplier' | 'checks'

/** A product: a set of supplier records under one UTPID. */
export interface ProductRow {
  readonly id: ProductId
  /** The revision, which starts at 1 and rises with every write. */
  readonly revision: number
  readonly goldenRecord: GoldenRecord
  /** The source record of each displayed field. */
  readonly provenance: Readonly<Record<string, RecordId>>
  /** The records of the product, oldest link first. The first record is the anchor. The list is never empty. */
  readonly records: readonly RecordId[]
  /** The ids of the suppliers of these records, ascending and distinct. */
  readonly suppliers: readonly string[]
  readonly verified: boolean
  /** The method of verification; present if and only if the product is verified. */
  readonly verifiedBy?: VerifyingMethod
  /** The pinned fields by name; absent if no field is pinned. */
  readonly pins?: Readonly<Record<string, Pin>>
  /** The confidence, an integer in units of 1/10,000. */
  readonly confidence: number
  /** The number of open alerts about the product. */
  readonly duplicates: number
  /** The static rank for search results, 0 to 15. A higher rank comes first. */
  readonly rank: number
  /** The search terms, tagged by field; ascending and distinct. See `features/search-terms.ts`. */
  readonly terms: readonly string[]
  /** The point of the displayed coordinates; absent without coordinates. */
  readonly point?: EarthPoint
  /** The ids that were merged into this product and lead to it; absent without such ids. */
  readonly mergedIds?: readonly ProductId[]
  readonly mintedChange: ChangeNumber
  /** The time of the last change of a displayed field, a link or the verification, ISO 8601 UTC. */
  readonly lastUpdated: string
}

/** The state of a UTPID. */
export type LineageStatus = 'active' | 'merged' | 'deleted' | 'retired'

/** One entry in the history of an id. */
export interface LineageStep {
  readonly change: ChangeNumber
  readonly at: string
  readonly kind: 'minted' | 'merged' | 'unmerged' | 'split' | 'deleted' | 'retired' | 'revived'
  /** The other product of a merge or split. */
  readonly other?: ProductId
}

/** The lineage of a UTPID. Every UTPID that was ever minted has a lineage. */
export interface LineageRow {
  readonly id: ProductId
  readonly status: LineageStatus
  /** For a merged id, the active product after all merges. So one lookup is enough. */
  readonly into?: ProductId
  readonly mintedChange: ChangeNumber
  /** For an inactive id, its last revision. If the id becomes active again, its revisions continue from this number. */
  readonly revision?: number
  /** For an inactive id, its last records. */
  readonly records?: readonly RecordId[]
  /** For a deleted or retired id, its merged ids; absent without such ids. */
  readonly mergedIds?: readonly ProductId[]
  /** The history of the id, oldest entry first. */
  readonly history: readonly LineageStep[]
  /** The aliases in order of arrival; absent without aliases. */
  readonly aliases?: readonly string[]
  /** The curator decisions about this product, ascending; absent without decisions. */
  readonly decisions?: readonly ChangeNumber[]
}

/** An alias: an id of an earlier scheme that permanently leads to a product. */
export interface AliasRow {
  readonly alias: string
  readonly productId: ProductId
}

/** The state of an alert. */
export type AlertStatus = 'open' | 'merged' | 'dismissed' | 'withdrawn'

/** A duplicate alert: two products that look like one. */
export interface AlertRow {
  /**
   * The id, 16 hex digits: a hash of the lowest pair of records behind the alert when it was opened. For an alert about
   * copies, a hash of the content of the copies.
   */
  readonly id: string
  /** The two products, the lower product id first. */
  readonly products: readonly [ProductId, ProductId]
  /** The strongest pair of records without a judgement. The record of `products[0]` comes first. */
  readonly records: readonly [RecordId, RecordId]
  /** The confidence, an integer in units of 1/10,000. */
  readonly confidence: number
  /**
   * The information gain in 1/1,000 bits: the entropy of whether the two are one product, times the record counts of
   * both products.
   */
  readonly informationGain: number
  readonly status: AlertStatus
  readonly detectedAt: string
  readonly resolvedAt?: string
  /** The cause of the closing: the machine, or a person with a decision. */
  readonly resolution?: { readonly by: 'machine' } | { readonly by: 'person'; readonly decision: ChangeNumber }
  readonly model: string
  readonly tfVersion: number
  /**
   * For an alert about copies (records of one supplier with equal features), the number of these records, 2 or more.
   * `records` contains the representative and the first copy.
   */
  readonly copies?: number
  /** True if the records were one product until their shared key exceeded its limit. Such an alert has no edge. */
  readonly skippedKeys?: true
  /**
   * The values by which alerts are filtered, ascending and distinct: `supplier:`, `country:`, `city:` (folded), `kind:` (category
   * group), `reason:` and `group:` (the reason and the suppliers of the two records). The tags `mark:` follow {@link
   * AlertRow.marks}. Absent in alerts that an earlier version wrote; `recluster` adds them.
   */
  readonly tags?: readonly string[]
  /** The bookings of all records of both products together; absent if no record counts bookings. */
  readonly bookings?: number
  /** The marks of people, oldest first; absent without marks. */
  readonly marks?: readonly AlertMark[]
}

/** A judgement: a person's same or different for a pair of records. */
export interface JudgementRow {
  /** The lower record id. */
  readonly a: RecordId
  readonly b: RecordId
  readonly verdict: 'same' | 'different'
  readonly actor: string
  readonly at: string
  readonly change: ChangeNumber
  readonly note?: string
  /** The time of the withdrawal. A withdrawn judgement has no effect and is stored only as history. */
  readonly withdrawnAt?: string
}

/** One entry in the history of a product's verification. */
export interface VerificationRow {
  readonly productId: ProductId
  readonly change: ChangeNumber
  readonly verified: boolean
  /** The method. `withdrawn` by a person, or `reopened` by the machine; `note` contains the reason. */
  readonly method: VerifyingMethod | 'withdrawn' | 'reopened'
  readonly actor: string
  readonly at: string
  readonly evidence?: string
  readonly note?: string
  readonly checks: readonly { readonly id: string; readonly passed: boolean; readonly detail: string }[]
}

/** The kind of a curator decision. */
export type DecisionKind = 'merge' | 'dismiss' | 'split' | 'delete' | 'pin' | 'unpin' | 'verify' | 'unverify' | 'undo'

/**
 * A curator decision. The judgements of the decision have the same change number. If a commit writes a stored decision
 * again, change, kind, actor and time stay the same.
 */
export interface DecisionRow {
  /** The number of the decision's change. The transaction contains only this new decision. */
  readonly change: ChangeNumber
  readonly kind: DecisionKind
  readonly actor: string
  /** The time of the decision, in the form of `Date.toISOString`. */
  readonly at: string
  readonly note?: string
  /** The products before the decision. An undo of the decision restores them. */
  readonly before: readonly ProductBefore[]
  /** For a decision about a copy class, the id of its alert. */
  readonly alert?: string
  /** For a split, the `same` judgements that it replaced. An undo of the split restores them. */
  readonly replaced?: readonly JudgementRow[]
  /** For an undo, the decision that it undid. */
  readonly undoes?: ChangeNumber
  /** For an undone decision, the undo. */
  readonly undoneBy?: ChangeNumber
}

/** The parts of a product that a decision can change. */
export interface ProductBefore {
  readonly id: ProductId
  /** The records of the product, oldest link first. */
  readonly records: readonly RecordId[]
  readonly verified: boolean
  readonly verifiedBy?: VerifyingMethod
  readonly pins?: Readonly<Record<string, Pin>>
}

/** A supplier as it is stored. */
export type SupplierRow = Supplier

/**
 * A stored summary of an import. Supplier and change identify it. A ledger stores the last `LIMITS.importsPerSupplier`
 * rows of each supplier by change; a commit deletes older rows of the suppliers that it names.
 */
export type ImportRow = ImportSummary

/** The key of an import row. */
export type ImportKey = Pick<ImportRow, 'supplier' | 'change'>

/** A model or a term-frequency version of the registry. It is stored so that every process computes equal scores. */
export interface ModelVersionRow {
  /** The name: `model:` with the hash of the model, or `epoch:` with the number of the term-frequency version. */
  readonly name: string
  /** The content as plain JSON. Only core reads the content. */
  readonly content: unknown
}

/**
 * A row of the concordances: the sets of one supplier code, or the list of the stored concordances. See
 * `storage/concordance-rows.ts`.
 */
export interface ConcordanceRow {
  /** The supplier code as `SUPPLIER:CODE`, or {@link CONCORDANCE_LIST}. */
  readonly id: string
  /** Absent to remove the row. */
  readonly content?: CodeSets | ConcordanceList
}

/** The ids of the sets of a code, by concordance. Several sets of one concordance contradict each other. */
export type CodeSets = Readonly<Record<string, readonly string[]>>

/** The stored concordances by name. */
export type ConcordanceList = Readonly<Record<string, ConcordanceFacts>>

/** The facts about a stored concordance, besides its codes. */
export interface ConcordanceFacts {
  /** The start of the last change of the concordance, ISO 8601 UTC. */
  readonly since: string
  /** The end of the last call that stored entries; absent while a call is under way or after it was interrupted. */
  readonly completedAt?: string
  /** A note about the origin of the codes. */
  readonly source?: string
}
