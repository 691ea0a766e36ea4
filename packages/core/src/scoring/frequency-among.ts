import type { RecordFeatures } from '../features/record-features.ts'
import { LEAST_RECORDS, tableFrequency, takeEpoch } from './epoch-table.ts'
import type { TermFrequency } from './term-frequency.ts'

/** It is never stored, so any time will do. */
const NO_MOMENT = '1970-01-01T00:00:00.000Z'

/** Returns the term frequencies of given records, as a registry with only these records would count them. */
export function frequencyAmong(records: Iterable<RecordFeatures>): TermFrequency {
  const counts = new Map<string, number>()
  let size = 0
  for (const { names } of records) {
    size++
    for (const word of new Set(names[0]?.words.map(({ text }) => text))) counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  const common = new Map([...counts].filter(([, count]) => count >= LEAST_RECORDS))
  return tableFrequency(1, takeEpoch(common, size, NO_MOMENT))
}
