import type { HistoryEntry } from '@utpid/core/operations'
import { momentText } from '../text/moment-text.ts'
import { table } from '../text/table.ts'
import { decisionWords } from './decisions-text.ts'
import { stepWords } from './lineage-text.ts'

const BY_CHARACTERS = 16
const WHAT_CHARACTERS = 44

/** Formats the history of a product, one line for each entry, oldest first. */
export function historyText(entries: readonly HistoryEntry[]): string {
  return table(
    [
      { title: 'change', align: 'right' },
      { title: 'when (UTC)' },
      { title: 'by', maxColumns: BY_CHARACTERS },
      { title: 'what', maxColumns: WHAT_CHARACTERS },
      { title: 'note' },
    ],
    entries.map((entry) => [
      String(entry.change),
      momentText(entry.at),
      entry.type === 'lineage' ? '' : entry.actor,
      whatText(entry),
      entry.type === 'lineage' ? '' : noteText(entry),
    ]),
  )
}

function whatText(entry: HistoryEntry): string {
  switch (entry.type) {
    case 'lineage':
      return stepWords(entry.kind, entry.other)
    case 'verification':
      return entry.verified ? `verified (${entry.method})` : `no longer verified (${entry.method})`
    case 'decision':
      return decisionWords(entry)
  }
}

function noteText(entry: Exclude<HistoryEntry, { type: 'lineage' }>): string {
  const evidence = entry.type === 'verification' ? entry.evidence : undefined
  return [evidence, entry.note].filter((part) => part !== undefined).join('; ')
}
