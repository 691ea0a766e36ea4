import type { ImportCounts } from '@utpid/core/operations'
import type { ImportFeeds } from '../inputs/import-feeds.ts'

/** Number of equal parts of an import, each with its own rate. */
export const RATES = 10

/** The import of one process. */
export interface ImportRun {
  readonly feeds: ImportFeeds
  readonly counts: ImportCounts
  /** Records of the registry before the import, after it, and after reopening. */
  readonly before: number
  readonly after: number
  readonly reopened: number
  /** Time from the first byte of the first feed to the last commit. */
  readonly seconds: number
  /** CPU seconds of the whole process, including its threads. */
  readonly cpuSeconds: number
  /** Seconds to close the registry, including its index checkpoint. */
  readonly closeSeconds: number
  /** Records a second in each tenth of the records. */
  readonly rates: readonly number[]
  /** Maximum resident bytes of the process, including mapped files. */
  readonly most: number
  /** Load of the machine, before and after. */
  readonly load: readonly [number, number]
}

/** Number of lost records: not read, without an outcome, or not in the registry although written. */
export function lostRecords({
  feeds: { records },
  counts,
  before,
  after,
  reopened,
}: Pick<ImportRun, 'feeds' | 'counts' | 'before' | 'after' | 'reopened'>): number {
  const { read, linked, created, alerted, updated, unchanged, withheld, rejected, superseded } = counts
  const added = linked + created + alerted
  const outcomes = added + updated + unchanged + withheld + rejected + superseded
  return (
    Math.abs(records - read) + Math.abs(read - outcomes) + Math.abs(before + added - after) + Math.abs(after - reopened)
  )
}
