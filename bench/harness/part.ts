import type { Row } from './row.ts'

/** One part of the benchmark, listed in its table. */
export interface Part {
  readonly name: string
  /** Whether the part reads the real feeds and labels in the folder UTPID_DATA. */
  readonly needsData: boolean
  /** For a part that also runs without UTPID_DATA: the measurements that are then missing. */
  readonly withoutData?: string
  run(context: PartContext): Promise<PartResult>
}

export interface PartContext {
  /** The folder of feeds and labels; undefined without one. */
  readonly data: string | undefined
  readonly seed: number
  /** Whether to use validation files of labelled pairs instead of test files. */
  readonly valid: boolean
  /** Values of the options of this benchmark, by name. */
  readonly options: Readonly<Record<string, string | undefined>>
  /** Prints progress. */
  readonly say: (sentence: string) => void
}

export interface PartResult {
  readonly rows: readonly Row[]
  /** Number of measured records; 0 if the part does not concern records. */
  readonly n: number
  /** Measurements that were left out, one sentence each; recorded in the result. */
  readonly skipped?: readonly string[]
}
