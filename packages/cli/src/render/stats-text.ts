import type { RegistryStats } from '@utpid/core'
import { momentText } from '../text/moment-text.ts'
import { counted, whole } from '../text/number-text.ts'
import { printable } from '../text/printable.ts'
import { wrapped } from '../text/wrapped.ts'
import { DUE_TEXTS } from './term-frequency-text.ts'

const GROUPS_SHOWN = 8
const NAME_CHARACTERS = 18

/** Describes the content of a registry on a few lines. */
export function statsText({
  products,
  records,
  suppliers,
  duplicates,
  confidence,
  modelVersion,
  termFrequencies,
  change,
}: RegistryStats): string {
  const lines: (readonly [string, string])[] = [
    ['products', `${whole(products.total)} (${whole(products.verified)} verified)`],
    ['records', `${whole(records.total)} of ${counted(suppliers.total, 'supplier')}`],
    ...(suppliers.top.length === 0
      ? []
      : [['suppliers', groups(suppliers.top.map(({ id, records: count }) => [id, count]))] as const]),
    ['categories', groups(Object.entries(products.byCategory))],
    ['countries', groups(Object.entries(products.byCountry))],
    [
      'duplicate alerts',
      `${whole(duplicates.open)} open, ${whole(duplicates.merged)} merged, ${whole(duplicates.dismissed)} dismissed, ${whole(duplicates.withdrawn)} withdrawn; ${whole(duplicates.copies)} copies (records with the same content as another of their supplier)`,
    ],
    ['mean confidence', confidence.mean === null ? '-' : confidence.mean.toFixed(3)],
    [
      'scored by',
      `model ${printable(modelVersion.model)}, term-frequency version ${modelVersion.tfVersion}${modelVersion.tfVersions.length > 1 ? ` of ${modelVersion.tfVersions.join(', ')}` : ''}`,
    ],
    ['words counted', countText(termFrequencies)],
    ['last change', whole(change)],
  ]
  return lines.map(([name, value]) => `${name.padEnd(NAME_CHARACTERS)}${wrapped(value, NAME_CHARACTERS)}\n`).join('')
}

function countText({ mode, countedAt, countedRecords, due }: RegistryStats['termFrequencies']): string {
  const counted =
    countedAt === null
      ? 'never: the shipped table'
      : `${momentText(countedAt)}, of ${whole(countedRecords ?? 0)} records`
  if (due === null) return counted
  const next = mode === 'automatic' ? 'after the next import' : 'by "utpid rescore --tf-version next"'
  return `${counted}; a new count is due, since ${DUE_TEXTS[due]}: ${next}`
}

function groups(counts: readonly (readonly [string, number])[]): string {
  if (counts.length === 0) return '-'
  const shown = counts.slice(0, GROUPS_SHOWN).map(([name, count]) => `${name} ${whole(count)}`)
  const more = counts.length - shown.length
  return `${shown.join(', ')}${more > 0 ? ` and ${whole(more)} more` : ''}`
}
