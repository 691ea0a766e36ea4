import type { ProductId } from '../model/utpid.ts'
import type { StoredRecord } from '../storage/ledger.ts'
import type { EdgeRow, LineageRow, LinkMethod, ProductRow, RecordId } from '../storage/rows.ts'

/** A group with the id it goes on under, before its rows are made. */
export interface ProductDraft {
  readonly id: ProductId
  /** The row stored under the id, when it is active. */
  readonly before: ProductRow | undefined
  /** What became of the id before, when it comes back. */
  readonly returning: LineageRow | undefined
  readonly minted: boolean
  /** Oldest link first. */
  readonly records: readonly StoredRecord[]
  readonly links: ReadonlyMap<RecordId, DraftLink>
  readonly absorbed: readonly ProductId[]
  /** Other products that look like this one. */
  readonly rivals: ReadonlyMap<ProductId, Rivalry>
}

/** What an alert between two products rests on. */
export interface Rivalry {
  /** The strongest edge between their records. */
  readonly strongest: EdgeRow
  /** The edge between their lowest records, which names a new alert. */
  readonly lowest: EdgeRow
}

export interface DraftLink {
  readonly method: LinkMethod
  /** Integer of 1/10,000. */
  readonly confidence: number
}
