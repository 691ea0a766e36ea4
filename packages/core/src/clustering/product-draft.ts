import type { ProductId } from '../model/utpid.ts'
import type { StoredRecord } from '../storage/ledger.ts'
import type { EdgeRow, LineageRow, LinkMethod, ProductRow, RecordId } from '../storage/rows.ts'

/** A cluster with its product id, before its rows are built. */
export interface ProductDraft {
  readonly id: ProductId
  /** The stored row of the product id; undefined if the product is not active. */
  readonly before: ProductRow | undefined
  /** The lineage of the product id if a merged, retired or deleted id becomes active again. */
  readonly returningLineage: LineageRow | undefined
  readonly minted: boolean
  /** Records of the product, oldest link first. */
  readonly records: readonly StoredRecord[]
  readonly links: ReadonlyMap<RecordId, DraftLink>
  readonly mergedIds: readonly ProductId[]
  /** Competing products, each with the edges to that product. */
  readonly competing: ReadonlyMap<ProductId, EdgesBetween>
}

/** The edges behind an alert between two products. */
export interface EdgesBetween {
  /** The strongest edge between records of the two products. */
  readonly strongest: EdgeRow
  /** The edge between the lowest records of the two products. This edge determines the id of a new alert. */
  readonly lowest: EdgeRow
}

export interface DraftLink {
  readonly method: LinkMethod
  /** The confidence of the product, in units of 1/10,000. */
  readonly confidence: number
}
