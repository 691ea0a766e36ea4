import type { Figure } from './row.ts'

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

/** The context of a part that needs the data. */
export interface DataContext extends PartContext {
  readonly data: string
}

export interface PartResult {
  readonly rows: readonly Figure[]
  /** Number of measured records; 0 if the part does not concern records. */
  readonly n?: number
  /** Measurements that were left out, one sentence each; recorded in the result. */
  readonly skipped?: readonly string[]
}

export function part(name: string, run: (context: PartContext) => Promise<PartResult>): Part {
  return { name, needsData: false, run }
}

/** A part that runs only with UTPID_DATA. */
export function dataPart(name: string, run: (context: DataContext) => Promise<PartResult>): Part {
  return { name, needsData: true, run: (context) => run({ ...context, data: context.data ?? '' }) }
}

/** A part that measures more with UTPID_DATA. `withoutData` says which measurements are missing without it. */
export function partlyDataPart(
  name: string,
  withoutData: string,
  run: (context: PartContext) => Promise<PartResult>,
): Part {
  return { name, needsData: false, withoutData, run }
}

/** Returns the number of an option: `--records N`. */
export function wholeNumber({ options }: Pick<PartContext, 'options'>, name: string, unless: number): number {
  const value = Number(options[name] ?? unless)
  if (Number.isSafeInteger(value) && value >= 1) return value
  throw new Error(`--${name} is ${options[name]}; give a whole number of 1 or more.`)
}
