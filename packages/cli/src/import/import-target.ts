import type { Registry } from '@utpid/core'
import type { DryRunReport, DryRunWithLines, ImportOutcome, TermFrequencyMode } from '@utpid/core/operations'
import { LinePositions } from '@utpid/core/operations'
import { type OpenedDryRun, openDryRun } from '../place/open-dry-run.ts'
import { openRegistry } from '../place/open-registry.ts'
import type { RegistryRules } from '../place/registry-rules.ts'
import { isRemote } from '../place/remote/remote-place.ts'
import type { FeedReport, LineOutcome } from './import-feed.ts'

/** The registry that receives feeds, or a dry run on it. */
export interface ImportTarget extends Pick<Registry, 'import' | 'setSupplier' | 'suppliers' | 'close'> {
  /** Receives the outcome of each line. */
  onLine(outcome: LineOutcome): void
  /** Adds the examples of a dry run to the report of its last feed. */
  finish(report: FeedReport): FeedReport
  /** Counts the words of the registry if a count is due. Absent if the registry does not count here. */
  readonly countTermFrequencies?: Registry['countTermFrequencies']
}

/**
 * Opens the registry in a place. Creates it if there is none.
 *
 * @param termFrequencies - Whether the command counts the words of the registry after its last feed. Default: if due.
 */
export async function openImportTarget(
  place: string,
  rules: RegistryRules,
  termFrequencies?: TermFrequencyMode,
): Promise<ImportTarget> {
  const { countTermFrequencies, ...registry } = await openRegistry(place, { create: true, rules })
  const target = { ...registry, onLine: () => undefined, finish: (report: FeedReport) => report }
  // A service counts as a job of its own.
  return isRemote(place) || termFrequencies === 'manual' ? target : { ...target, countTermFrequencies }
}

/**
 * Opens a dry run on the registry in a place. It creates nothing.
 *
 * @param maxRecords - Maximum number of records in memory. Default: that of the registry.
 */
export async function openDryRunTarget(
  place: string,
  rules: RegistryRules,
  maxRecords: number | undefined,
): Promise<ImportTarget> {
  return new DryRunTarget(await openDryRun(place, rules, maxRecords === undefined ? {} : { maxRecords }))
}

class DryRunTarget implements ImportTarget {
  readonly setSupplier: Registry['setSupplier']
  readonly suppliers: Registry['suppliers']
  readonly #opened: OpenedDryRun
  #lines = new LinePositions()
  #last: DryRunReport | undefined

  constructor(opened: OpenedDryRun) {
    this.#opened = opened
    this.suppliers = (options) => opened.registry.suppliers(options)
    this.setSupplier = (change, options) => opened.setSupplier(change, options)
  }

  readonly import: Registry['import'] = async (records, options) => {
    this.#lines = new LinePositions()
    this.#last = undefined
    const report = await this.#opened.import(records, options)
    this.#last = report
    const { estimates: _, examples: __, rejections: ___, repairs: ____, newSuppliers: _____, ...counts } = report
    return counts
  }

  onLine(outcome: LineOutcome): void {
    if (outcome.outcome !== 'unreadable') this.#lines.add((outcome as ImportOutcome).index, outcome.line)
  }

  finish(report: FeedReport): FeedReport {
    if (this.#last === undefined) return report
    const dryRun: DryRunWithLines = this.#lines.addedTo(this.#last)
    return { ...report, dryRun }
  }

  close(): Promise<void> {
    return this.#opened.registry.close()
  }
}
