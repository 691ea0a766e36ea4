import { type Gazetteer, type MatchInput, parseInput } from '@utpid/core'
import { toRecord } from '@utpid/feed'
import { type HiddenFields, hideFields } from './hidden-fields.ts'

/** One end of a pair as it is compared, or why it cannot be. */
export type ReadRecord = { readonly record: MatchInput } | { readonly reason: string }

export interface ReadRecordOptions {
  readonly hidden: HiddenFields
  readonly gazetteer: Gazetteer
}

/** Takes a supplier's row through the door that records and questions go through, without its hidden fields. */
export function readRecord(
  row: Readonly<Record<string, unknown>>,
  { hidden, gazetteer }: ReadRecordOptions,
): ReadRecord {
  const parsed = parseInput(hideFields(toRecord(row), hidden), { gazetteer })
  return 'record' in parsed ? { record: parsed.record } : { reason: parsed.rejection.message }
}
