import type { Repair, Utpid } from '@utpid/core'
import type { Rejection } from '@utpid/core/operations'
import type { FeedRepair, ItemError } from '@utpid/feed'
import type { LineOutcome } from './import-feed.ts'

/** One line of `--report`. */
export interface ReportLine {
  readonly file: string
  /** 1-based line number; the header of a CSV counts. */
  readonly line: number
  readonly outcome: LineOutcome['outcome']
  readonly supplier?: string
  readonly code?: string
  readonly utpid?: Utpid
  /** 0 to 1. */
  readonly confidence?: number
  readonly repairs: readonly (Repair | FeedRepair)[]
  /** The reason why a record was rejected. */
  readonly rejection?: Rejection
  /** The reason why a line could not be read. */
  readonly error?: ItemError
}

/** Returns the outcome of one line in the form of `--report`. */
export function reportLine(file: string, outcome: LineOutcome): ReportLine {
  if (outcome.outcome === 'unreadable') return { file, ...outcome, repairs: [] }
  const { index: _, feedRepairs, line, repairs, ...rest } = outcome
  return { file, line, ...rest, repairs: [...feedRepairs, ...repairs] }
}
