import type { Row } from './row.ts'

/** One part of the benchmark, by a line of its table. */
export interface Part {
  readonly name: string
  /** Reads the real feeds and labels under UTPID_DATA. */
  readonly needsData: boolean
  /** Of a part that runs without UTPID_DATA but then measures less: what it leaves out. */
  readonly withoutData?: string
  run(context: PartContext): Promise<PartResult>
}

export interface PartContext {
  /** The folder of feeds and labels; undefined when there is none. */
  readonly data: string | undefined
  readonly seed: number
  /** Validation files of labelled pairs instead of test files. */
  readonly valid: boolean
  /** What the command line gave for the options that only this benchmark has, by name. */
  readonly options: Readonly<Record<string, string | undefined>>
  /** Tells people what goes on. */
  readonly say: (sentence: string) => void
}

export interface PartResult {
  readonly rows: readonly Row[]
  /** Records that were measured on; 0 when it is not about records. */
  readonly n: number
  /** What was left out, one sentence each: it stands in the result. */
  readonly skipped?: readonly string[]
}
