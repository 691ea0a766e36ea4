import type { SearchRun } from './search-run.ts'

/** Data of the page in addition to the rows. */
export interface SpeedFindings {
  products: number
  /** Runs by engine. */
  readonly runs: (readonly SearchRun[])[]
  /** Known items by engine. */
  readonly knownItems: KnownItemFinding[]
}

export interface KnownItemFinding {
  readonly engine: string
  readonly kind: string
  readonly queries: number
  readonly topOne: number
  /** Mean of 1 / rank; 0 if the product is not on the page. */
  readonly reciprocalRank: number
}

export function emptySpeedFindings(): SpeedFindings {
  return { products: 0, runs: [], knownItems: [] }
}
