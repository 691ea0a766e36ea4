import type { ErrorCode } from './error-codes.ts'

/**
 * When a registry counts a new term-frequency version: `automatic` at the end of an import if one is due, `manual` only
 * by command.
 */
export type TermFrequencyMode = 'automatic' | 'manual'

/** Both modes, the default first. */
export const TERM_FREQUENCY_MODES: readonly ['automatic', 'manual'] = ['automatic', 'manual']

/**
 * The reason why a new term-frequency version is due. `first_count`: the registry uses the shipped table and has enough
 * records. `records`: the number of records has doubled or halved since the count. `words`: the words of names have
 * moved since the count.
 */
export type TermFrequencyDue = 'first_count' | 'records' | 'words'

/** All reasons why a version can be due. */
export const TERM_FREQUENCY_DUE: readonly ['first_count', 'records', 'words'] = ['first_count', 'records', 'words']

/** The term-frequency version in use, and whether a new one is due. */
export interface TermFrequencyState {
  /** The time of the count, ISO 8601 UTC; null for the shipped table. */
  readonly countedAt: string | null
  /** The number of active records at the count; null for the shipped table. */
  readonly countedRecords: number | null
  /** The mean change of the bits of frequent words since the count, 0 or more; null for the shipped table. */
  readonly drift: number | null
  /** The reason why a new version is due; null if none is due. */
  readonly due: TermFrequencyDue | null
}

/** The progress of a count, in the phases of a rescore. */
export interface TermFrequencyProgress {
  readonly phase: 'records' | 'clusters' | 'swap'
  readonly done: number
  readonly total: number
}

/** The result of a count. */
export type TermFrequencyCount =
  | {
      readonly outcome: 'counted'
      /** The reason of the count; null for a forced count. */
      readonly due: TermFrequencyDue | null
      readonly from: number
      /** The new term-frequency version. */
      readonly tfVersion: number
      /** The number of counted records. */
      readonly records: number
      /** The number of changes by kind, for kinds with changes. The kinds are those of a rescore. */
      readonly changes: Readonly<Record<string, number>>
      /** The change of the swap. */
      readonly change: number
    }
  | {
      /**
       * A version is due, but it could not be counted now. Nothing has changed. The next import resumes or starts
       * again.
       */
      readonly outcome: 'postponed'
      readonly due: TermFrequencyDue
      /** The code of the error. */
      readonly code: ErrorCode
      readonly message: string
    }
  | { readonly outcome: 'not_due' }

/** The words of a registry with their bits, to bring another registry to the same term-frequency version. */
export interface CountedTermFrequencies {
  readonly tfVersion: number
  /** The time of the count, ISO 8601 UTC. */
  readonly at: string
  /** The number of counted active records. */
  readonly records: number
  /** The bits of each word in hundredths, 0 to 1,000. Other words have the bits of the shipped table. */
  readonly words: Readonly<Record<string, number>>
  /** The habits of suppliers that differ from the usual ones, by supplier; absent if there are none. */
  readonly suppliers?: Readonly<Record<string, SupplierHabits>>
}

/** The habits of one supplier that a registry has learned without labels. The shipped version knows no supplier. */
export interface SupplierHabits {
  /** The number of its records that were read. */
  readonly records: number
  /** The share of its records that have another code of the supplier for the same product, 0 to 1. */
  readonly severalCodes: number
  /**
   * The error of its coordinates in metres: nine of ten are within this distance of the true place. Only an error that
   * is clearly larger than usual counts; otherwise 0.
   */
  readonly coordinateErrorMeters: number
}
