import type { DecisionRow } from '@utpid/core/storage'
import { textKey } from './stored-text.ts'

/** The columns of decisions, with their types, in the order of {@link decisionValues}. */
export const DECISION_COLUMNS: readonly string[] = [
  'change bigint',
  'at text',
  'actor text',
  'kind text',
  'content json',
]

export function decisionValues(row: DecisionRow): [number, string, string, string, string] {
  return [row.change, textKey(row.at), textKey(row.actor), row.kind, JSON.stringify(row)]
}
