import type { SearchRun } from './search-run.ts'

/** What the page shows beyond rows. */
export interface SpeedFindings {
  products: number
  /** By engine. */
  readonly runs: (readonly SearchRun[])[]
  /** Known items, by engine. */
  readonly knownItems: KnownItemFinding[]
}

export interface KnownItemFinding {
  readonly engine: string
  readonly kind: string
  readonly queries: number
  readonly topOne: number
  /** Mean of one over the place; 0 where it is not among the first. */
  readonly reciprocalRank: number
}

export function emptySpeedFindings(): SpeedFindings {
  return { products: 0, runs: [], knownItems: [] }
}
