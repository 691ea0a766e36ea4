import type { ImportCounts } from '@utpid/core'
import type { ImportFeeds } from '../inputs/import-feeds.ts'

/** Of an import, the rates of so many parts are told. */
export const RATES = 10

/** What one process says of its import. */
export interface ImportRun {
  readonly feeds: ImportFeeds
  readonly counts: ImportCounts
  /** Records that the registry had before, has afterwards, and has when it was closed and opened again. */
  readonly before: number
  readonly after: number
  readonly reopened: number
  /** From the first byte of the first feed to the last commit. */
  readonly seconds: number
  /** Of the processor: the whole process with its threads. */
  readonly cpuSeconds: number
  /** Seconds until it was closed, with the snapshot of its index written down. */
  readonly closeSeconds: number
  /** Records a second in each tenth of them. */
  readonly rates: readonly number[]
  /** Bytes that the process held at most, mapped files among them. */
  readonly most: number
  /** Of the machine, before and after. */
  readonly load: readonly [number, number]
}

/**
 * How many records it is not known of what became of them: not read, without an outcome, or not in the registry although
 * they were written.
 */
export function lostRecords({
  feeds: { records },
  counts,
  before,
  after,
  reopened,
}: Pick<ImportRun, 'feeds' | 'counts' | 'before' | 'after' | 'reopened'>): number {
  const { read, linked, created, alerted, updated, unchanged, withheld, rejected, superseded } = counts
  const added = linked + created + alerted
  const told = added + updated + unchanged + withheld + rejected + superseded
  return (
    Math.abs(records - read) + Math.abs(read - told) + Math.abs(before + added - after) + Math.abs(after - reopened)
  )
}
