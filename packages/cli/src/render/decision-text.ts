import type { DecisionReport } from '@utpid/core/operations'
import { counted } from '../text/number-text.ts'
import { printable } from '../text/printable.ts'

/** Describes the effect of a decision for people: its products, the UTPIDs that redirect, and how to undo it. */
export function decisionText(report: DecisionReport): string {
  const { change, utpids, inactive, changed, products } = report
  const lines = [
    ...(products === undefined ? utpids.map((utpid) => `${utpid}  active`) : products.flatMap(previewLines)),
    ...inactive.map(({ utpid, into }) => `${utpid}  ${into === null ? 'no longer active' : `now leads to ${into}`}`),
    endLine(change, changed, products !== undefined),
  ]
  return lines.map((line) => `${line}\n`).join('')
}

function previewLines({ utpid, name, records }: NonNullable<DecisionReport['products']>[number]): string[] {
  return [
    `${utpid ?? 'a new UTPID'}  ${printable(name)}, ${counted(records.length, 'record')}`,
    ...records.map((record) => `  ${printable(`${record.supplier}:${record.code}  ${record.name}`)}`),
  ]
}

function endLine(change: number, changed: boolean, isDryRun: boolean): string {
  if (!changed) return 'Nothing to do: this was already decided.'
  if (isDryRun) return 'Nothing was written. Repeat the command without --dry-run to decide.'
  return `Change ${change}; "utpid undo ${change}" undoes it.`
}
