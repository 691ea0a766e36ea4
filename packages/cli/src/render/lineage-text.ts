import type { Lineage, LineageStory } from '@utpid/core/operations'
import { momentText } from '../text/moment-text.ts'
import { printable } from '../text/printable.ts'

const ALIASES_SHOWN = 10

/**
 * Draws the lineage of a UTPID as a small tree. Below each entry it draws the lineage of the other product.
 *
 * @param others - Lineages of the UTPIDs that entries name, by UTPID. Each lineage is drawn at its first mention.
 */
export function lineageText(lineage: Lineage, others: ReadonlyMap<string, Lineage>): string {
  const drawn = new Set<string>([lineage.utpid])
  return `${[headOf(lineage), ...branches(lineage, others, drawn)].map(printable).join('\n')}\n`
}

function headOf({ utpid, status, into }: Lineage): string {
  if (status === 'unknown') return `${utpid}  not yet created`
  return into === null || into === utpid ? `${utpid}  ${status}` : `${utpid}  ${status}, now ${into}`
}

function branches(lineage: Lineage, others: ReadonlyMap<string, Lineage>, drawn: Set<string>): string[] {
  const { steps, aliases } = lineage
  const parts: { readonly line: string; readonly below: readonly string[] }[] = steps.map((step) => {
    const { other } = step
    const next = other === undefined || drawn.has(other) ? undefined : others.get(other)
    if (next === undefined) return { line: stepText(step), below: [] }
    drawn.add(next.utpid)
    return { line: stepText(step), below: [headOf(next), ...branches(next, others, drawn)] }
  })
  if (aliases.length > 0) parts.push({ line: aliasesText(aliases.map(({ alias }) => alias)), below: [] })
  return parts.flatMap(({ line, below }, at) => {
    const isLast = at === parts.length - 1
    return [`${isLast ? '└─' : '├─'} ${line}`, ...below.map((each) => `${isLast ? '  ' : '│ '} ${each}`)]
  })
}

function stepText({ at, change, kind, other }: LineageStory): string {
  return `${momentText(at)}  ${stepWords(kind, other)}  (change ${change})`
}

/** Describes an entry of a lineage, with the other product. */
export function stepWords(kind: LineageStory['kind'], other: string | undefined): string {
  if (other === undefined) return kind
  if (kind === 'merged') return `merged into ${other}`
  return kind === 'split' ? `split, the other part is ${other}` : `${kind}, with ${other}`
}

function aliasesText(aliases: readonly string[]): string {
  const shown = aliases.slice(0, ALIASES_SHOWN).join(', ')
  const more = aliases.length - ALIASES_SHOWN
  return `also known as ${shown}${more > 0 ? ` and ${more} more` : ''}`
}
