import type { SupplierRecord } from '@utpid/core'
import { explainRecords } from '../explain/explain-records.ts'
import { explanationText } from '../render/explanation-text.ts'
import { confidenceText } from '../text/number-text.ts'
import { printable } from '../text/printable.ts'

/** Shows two records side by side, comparison by comparison, with their bits. */
export function comparedRecords(one: SupplierRecord, other: SupplierRecord): string {
  const explanation = explainRecords(one, other)
  const titles = { input: `${one.supplier} ${one.code}`, record: `${other.supplier} ${other.code}` }
  const head = `${one.supplier} and ${other.supplier}: confidence ${confidenceText(explanation.confidence)}, ${explanation.signature}`
  return `${printable(head)}\n${explanationText(explanation, titles)}`
}
