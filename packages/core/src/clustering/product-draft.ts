import type { ProductId } from '../model/utpid.ts'
import type { StoredRecord } from '../storage/ledger.ts'
import type { EdgeRow, LineageRow, LinkMethod, ProductRow, RecordId } from '../storage/rows.ts'

/** A cluster with its product id, before its rows are built. */
export interface ProductDraft {
  readonly id: ProductId
  /** The stored row of the id, if active. */
  readonly before: ProductRow | undefined
  /** The lineage of the id, if it returns. */
  readonly returningLineage: LineageRow | undefined
  readonly minted: boolean
  /** Oldest link first. */
  readonly records: readonly StoredRecord[]
  readonly links: ReadonlyMap<RecordId, DraftLink>
  readonly mergedIds: readonly ProductId[]
  /** Competing products, each with its edges. */
  readonly competing: ReadonlyMap<ProductId, CompetingEdges>
}

/** The edges behind an alert between two products. */
export interface CompetingEdges {
  /** The strongest edge between their records. */
  readonly strongest: EdgeRow
  /** The edge between their lowest records, which determines the id of a new alert. */
  readonly lowest: EdgeRow
}

export interface DraftLink {
  readonly method: LinkMethod
  /** In units of 1/10,000. */
  readonly confidence: number
}
