import { type Gazetteer, type MatchInput, parseInput, type RegistrySchema } from '@utpid/core'
import { adoptExtra, RECORD_FIELDS } from '@utpid/core/fields'
import { toRecord } from '@utpid/feed'
import { type HiddenFields, hideFields } from './hidden-fields.ts'

/** One record of a pair in the form for comparison, or the reason why it is unusable. */
export type ReadRecord = { readonly record: MatchInput } | { readonly reason: string }

export interface ReadRecordOptions {
  readonly hidden: HiddenFields
  readonly gazetteer: Gazetteer
  /** The schema with the fields of a record. Default: the default schema. */
  readonly schema?: RegistrySchema | undefined
}

/** Parses a supplier's row with the record parser of a registry, after removing the hidden fields. */
export function readRecord(
  row: Readonly<Record<string, unknown>>,
  { hidden, gazetteer, schema }: ReadRecordOptions,
): ReadRecord {
  const fields = schema?.fields ?? RECORD_FIELDS
  const parsed = parseInput(hideFields(adoptExtra(toRecord(row), fields), hidden), { gazetteer, fields })
  return 'record' in parsed ? { record: parsed.record } : { reason: parsed.rejection.message }
}
