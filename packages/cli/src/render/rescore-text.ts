import type { RescoreChanges, RescoreExample, RescoreKind, RescoreReport } from '@utpid/core/operations'
import type { ModelVersion } from '@utpid/core/storage'
import { confidenceText, counted, durationText, whole } from '../text/number-text.ts'
import { printable } from '../text/printable.ts'
import { table } from '../text/table.ts'

/** Labels of the kinds of changes, in order of output. */
const KIND_NAMES: Readonly<Record<RescoreKind, string>> = {
  merged: 'products merged into another',
  split: 'products split',
  gained: 'products that gain records',
  lost: 'products that lose records',
  created: 'new products',
  revived: 'products that come back',
  retired: 'products retired',
  moved: 'records that move',
  confidence: 'products with another confidence only',
  unverified: 'verifications reopened',
  alert_opened: 'alerts opened',
  alert_closed: 'alerts closed',
  alert_refreshed: 'alerts with another confidence or other records',
}

/** Formats a report for people: the counts by kind, then examples. */
export function rescoreText({ seconds, ...report }: RescoreReport & { readonly seconds: number }): string {
  const { outcome, from, to, records, changes } = report
  if (outcome === 'current') return `Nothing to do: the registry already uses ${modelVersionText(to)}.\n`
  const did = outcome === 'rescored' ? 'Rescored' : 'Nothing was changed. This would rescore'
  const way = `from ${modelVersionText(from, to)} to ${modelVersionText(to, from)}`
  const head = `${did} ${counted(records, 'record')} ${way}, in ${durationText(seconds)}.\n`
  return `${head}${changesText(changes, outcome === 'rescored')}`
}

/** Formats the changes by kind, then examples. */
export function changesText(changes: RescoreChanges, isDone: boolean): string {
  const kinds = (Object.keys(KIND_NAMES) as RescoreKind[]).filter((kind) => changes[kind].count > 0)
  if (kinds.length === 0) return `No product, link or alert ${isDone ? 'changed' : 'changes'}.\n`
  const counts = table(
    [{ title: 'change' }, { title: 'count', align: 'right' }],
    kinds.map((kind) => [KIND_NAMES[kind], whole(changes[kind].count)]),
  )
  const examples = kinds.flatMap((kind) => {
    const shown = changes[kind].examples
    return shown.length === 0 ? [] : [`\n${KIND_NAMES[kind]}\n${shown.map(exampleText).join('')}`]
  })
  return `\n${counts}${examples.join('')}`
}

/** @param comparedWith - Another model in the same text, which may have the same name. */
export function modelVersionText({ model, modelHash, tfVersion }: ModelVersion, comparedWith?: ModelVersion): string {
  const isDistinct = comparedWith === undefined || comparedWith.model !== model || comparedWith.modelHash === modelHash
  return `model ${printable(model)}${isDistinct ? '' : ` (${modelHash})`}, term-frequency version ${tfVersion}`
}

function exampleText({ utpid, name, other, record, confidenceBefore, confidenceAfter }: RescoreExample): string {
  const parts = [
    ...(record === undefined ? [] : [`${record.supplier} ${record.code}  ${record.name}  to`]),
    `${utpid ?? '(new)'}  ${name}`,
    ...(other === undefined
      ? []
      : [`${record === undefined ? 'and' : 'from'} ${other.utpid ?? '(new)'}  ${other.name}`]),
    `${shownConfidence(confidenceBefore)} to ${shownConfidence(confidenceAfter)}`,
  ]
  return `  ${printable(parts.join('  '))}\n`
}

function shownConfidence(confidence: number | null): string {
  return confidence === null ? '-' : confidenceText(confidence)
}
