import type { RecordFeatures } from '../features/record-features.ts'
import type { TermFrequency } from './term-frequency.ts'
import { countTermFrequencies, MIN_RECORDS, tableFrequency } from './term-frequency-table.ts'

/** A time for the table. Any time is correct, since the table is never stored. */
const ANY_TIME = '1970-01-01T00:00:00.000Z'

/** Returns the term frequencies of given records, as a registry with only these records would count them. */
export function termFrequencyOf(records: Iterable<RecordFeatures>): TermFrequency {
  const counts = new Map<string, number>()
  let size = 0
  for (const { names } of records) {
    size++
    for (const word of new Set(names[0]?.words.map(({ text }) => text))) counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  const common = new Map([...counts].filter(([, count]) => count >= MIN_RECORDS))
  return tableFrequency(1, countTermFrequencies(common, size, ANY_TIME))
}
