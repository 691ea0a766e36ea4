import type { RegistryStats } from '@utpid/core'
import { counted, whole } from './number-text.ts'

const GROUPS_SHOWN = 8
const NAME_CHARACTERS = 18
const LINE_CHARACTERS = 80

/** What a registry holds, on a few lines. */
export function statsText({ products, records, suppliers, duplicates, confidence, change }: RegistryStats): string {
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
      `${whole(duplicates.open)} open, ${whole(duplicates.merged)} merged, ${whole(duplicates.dismissed)} dismissed, ${whole(duplicates.withdrawn)} withdrawn`,
    ],
    ['mean confidence', confidence.mean === null ? '-' : confidence.mean.toFixed(3)],
    ['last change', whole(change)],
  ]
  return lines.map(([name, value]) => `${name.padEnd(NAME_CHARACTERS)}${wrapped(value)}\n`).join('')
}

function groups(counts: readonly (readonly [string, number])[]): string {
  if (counts.length === 0) return '-'
  const shown = counts.slice(0, GROUPS_SHOWN).map(([name, count]) => `${name} ${whole(count)}`)
  const more = counts.length - shown.length
  return `${shown.join(', ')}${more > 0 ? ` and ${whole(more)} more` : ''}`
}

/** Breaks a list at its commas, so that it stays within its column. */
function wrapped(list: string): string {
  const lines: string[] = []
  for (const part of list.split(/(?<=,) /)) {
    const line = lines.at(-1)
    if (line === undefined || line.length + 1 + part.length > LINE_CHARACTERS) lines.push(part)
    else lines[lines.length - 1] = `${line} ${part}`
  }
  return lines.join(`\n${' '.repeat(NAME_CHARACTERS)}`)
}
