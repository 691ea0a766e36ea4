import { defined } from '../../model/defined.ts'
import {
  TERM_FREQUENCY_MODES,
  type TermFrequencyCount,
  type TermFrequencyMode,
  type TermFrequencyProgress,
} from '../../model/term-frequency-count.ts'
import { validationError } from '../../model/validation-error.ts'
import { quoted } from '../context/check-arguments.ts'
import type { RegistryContext } from '../context/registry-context.ts'
import type { RecordSource } from '../loss/record-source.ts'
import { type ImportOptions, type ImportReport, importRecords } from '../write/import-records.ts'
import { countTermFrequencies } from './count-term-frequencies.ts'

/** The options of an import and of the count at its end. */
export interface CountingImportOptions extends ImportOptions {
  /** Whether the import ends with a count of the words if one is due. Default: the setting of the registry. */
  readonly termFrequencies?: TermFrequencyMode
  /** A callback with the progress of the count at the end of the import. */
  readonly onCounting?: (progress: TermFrequencyProgress) => void
}

/** The report of an import, with the count at its end. */
export interface CountingImportReport extends ImportReport {
  /**
   * The count of words at the end of the import; absent if none was due, or if the setting is `manual`. If it was
   * postponed, all records are nevertheless written.
   */
  readonly termFrequencies?: TermFrequencyCount
}

/** Imports records. Then counts the words of the registry if a new term-frequency version is due. */
export async function importAndCount(
  context: RegistryContext,
  source: RecordSource,
  { termFrequencies = context.termFrequencies, onCounting, ...options }: CountingImportOptions = {},
): Promise<CountingImportReport> {
  if (!TERM_FREQUENCY_MODES.includes(termFrequencies)) {
    throw validationError(`termFrequencies is ${quoted(termFrequencies)}; it must be automatic or manual.`)
  }
  const report = await importRecords(context, source, options)
  if (termFrequencies === 'manual') return report
  const count = await countTermFrequencies(context, defined({ signal: options.signal, onProgress: onCounting }))
  if (count.outcome === 'not_due') return report
  const change = count.outcome === 'counted' ? Math.max(report.change, count.change) : report.change
  return { ...report, change, termFrequencies: count }
}
