import type { TermFrequencyDue, TermFrequencyState } from '../../model/term-frequency-count.ts'
import type { TermFrequencyTable } from '../../scoring/term-frequency.ts'
import { mostFrequentWords, termFrequencyDrift } from '../../scoring/term-frequency-table.ts'
import type { Ledger } from '../../storage/ledger.ts'

/** The minimum number of active records for a count. With fewer records, the shipped table is more reliable. */
export const MIN_COUNTED_RECORDS = 2_000
/** The factor by which the number of active records must grow or shrink until a new count is due. */
export const DUE_FACTOR = 2
/** The mean change of the bits of words from which a new count is due. */
export const DUE_DRIFT_BITS = 0.5
/** The number of words whose counts are read. The most frequent words of a table are in most of its names. */
const SAMPLED_WORDS = 256

const sampled = new WeakMap<TermFrequencyTable, readonly string[]>()

/**
 * Returns the state of a term-frequency version: its count, and whether a new one is due. Reads one counter and the
 * counts of up to 256 words, so the time does not depend on the number of records. Equal records give an equal state.
 *
 * @param table - The table of the version; undefined for the shipped table.
 * @param records - The current number of active records.
 * @param minRecords - The minimum number of active records for a count.
 */
export async function termFrequencyState(
  ledger: Pick<Ledger, 'words'>,
  table: TermFrequencyTable | undefined,
  records: number,
  minRecords: number = MIN_COUNTED_RECORDS,
): Promise<TermFrequencyState> {
  const hasEnough = records >= minRecords
  if (table === undefined) {
    return { countedAt: null, countedRecords: null, drift: null, due: hasEnough ? 'first_count' : null }
  }
  const words = sampled.get(table) ?? mostFrequentWords(table, SAMPLED_WORDS)
  sampled.set(table, words)
  const counts = words.length === 0 ? [] : await ledger.words(words)
  const drift = Math.round(termFrequencyDrift(table, words, counts, records) * 100) / 100
  const due = hasEnough ? dueReason(table.records, records, drift) : null
  return { countedAt: table.at, countedRecords: table.records, drift, due }
}

function dueReason(counted: number, records: number, drift: number): TermFrequencyDue | null {
  if (records >= counted * DUE_FACTOR || records * DUE_FACTOR <= counted) return 'records'
  return drift >= DUE_DRIFT_BITS ? 'words' : null
}
