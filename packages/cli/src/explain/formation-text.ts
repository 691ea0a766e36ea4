import type { Formation, FormationRecord, FormationStep, JoinRefusal } from '@utpid/core/operations'
import { indented } from '../render/explanation-text.ts'
import { confidenceText, counted, whole } from '../text/number-text.ts'
import { printable } from '../text/printable.ts'
import { table } from '../text/table.ts'
import { curationText } from './reason-text.ts'

/** Describes, for a terminal, how a product came to be: one line for each step, in the order of clustering. */
export function formationText({ utpid, records, kept, curatedBy, steps, total, current }: Formation): string {
  const name = records[0]?.name ?? ''
  const parts = [`${printable(name)}  (${utpid}, ${counted(records.length, 'record')})\n`]
  if (!current) {
    parts.push('\nThe product differs from what its edges give now. "utpid recluster" computes it again.\n')
  }
  if (kept.length > 0 || curatedBy.length > 0) {
    const together = kept.map((set) => `kept together: ${set.map(codeText).join(', ')}`)
    const lines = [...together, ...curatedBy.map(curationText)]
    parts.push('\nCurated by people\n', ...lines.map((line) => `  ${printable(line)}\n`))
  }
  if (steps.length === 0) parts.push('\nNo edges: no other record scores at review or above.\n')
  else parts.push('\nSteps\n', stepsTable(steps))
  if (steps.length < total) {
    parts.push(`  ${whole(total - steps.length)} more steps, most within one cluster, are not listed.\n`)
  }
  return parts.join('')
}

function stepsTable(steps: readonly FormationStep[]): string {
  return indented(
    table(
      [{ title: '', align: 'right' }, { title: 'bits', align: 'right' }, 'records', 'result'],
      steps.map((step, at) => [
        String(at + 1),
        step.weight.toFixed(1),
        `${codeText(step.a)} - ${codeText(step.b)}`,
        resultText(step),
      ]),
    ),
  )
}

function resultText({ outcome, clusters, utpid, refusal }: FormationStep): string {
  const sizes = clusters === null ? '' : ` ${whole(clusters[0])} + ${whole(clusters[1])} records`
  if (refusal === null) return outcome === 'joined' ? `joined${sizes}` : 'already together'
  const other = utpid === null ? '' : `; the other is ${utpid}`
  return `not joined: ${refusalText(refusal)}${other}`
}

/** Describes why clustering did not join two clusters. */
function refusalText(refusal: JoinRefusal): string {
  switch (refusal.code) {
    case 'judged_different': {
      const { judgement, total } = refusal
      return `${curationText({ kind: 'judged', judgement })}${moreText(total)}`
    }
    case 'curated_apart':
      return 'both sides are curated by people'
    case 'vetoed':
      return `a veto between ${refusal.records.map(codeText).join(' and ')}${moreText(refusal.total)}`
    case 'same_supplier': {
      const needs = refusal.needs === null ? '' : `, which need ${refusal.needs.toFixed(1)}`
      return `two codes of one supplier, ${refusal.records.map(codeText).join(' and ')}, with ${refusal.weight.toFixed(1)} bits${needs}${moreText(refusal.total)}`
    }
    case 'clusters_disagree':
      return `mean confidence ${confidenceText(refusal.mean)} of ${counted(refusal.pairs, 'pair')}, below ${refusal.threshold}`
    case 'below_match':
      return `confidence below ${refusal.threshold}`
    case 'component_too_large':
      return `more than ${whole(refusal.max)} connected records`
  }
}

function moreText(total: number): string {
  return total > 1 ? ` and ${counted(total - 1, 'more pair')}` : ''
}

function codeText({ supplier, code }: Pick<FormationRecord, 'supplier' | 'code'>): string {
  return `${supplier}:${code}`
}
