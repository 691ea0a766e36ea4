import { likelihood } from '../../../ui/show-values.ts'
import type { FormationStep } from './how-layout.ts'

type Refusal = NonNullable<FormationStep['refusal']>

/** Describes the result of a step in one sentence. @param nameOf - Returns the supplier name for a supplier id. */
export function stepText({ outcome, clusters, refusal }: FormationStep, nameOf: (supplier: string) => string): string {
  if (refusal !== null) return `Not joined: ${refusalText(refusal, nameOf)}.`
  if (outcome === 'together') return 'Already together.'
  const [one = 1, other = 1] = clusters ?? []
  return `Joined ${records(one)} with ${records(other)}.`
}

function refusalText(refusal: Refusal, nameOf: (supplier: string) => string): string {
  const codes = (pair: readonly { readonly supplier: string; readonly code: string }[]): string =>
    pair.map(({ supplier, code }) => `${nameOf(supplier)} ${code}`).join(' and ')
  switch (refusal.code) {
    case 'judged_different':
      return `${refusal.judgement.actor} decided that ${codes(refusal.judgement.records)} are different${more(refusal.total)}`
    case 'curated_apart':
      return 'people curated both products, and only people join such products'
    case 'vetoed':
      return `a veto between ${codes(refusal.records)}${more(refusal.total)}`
    case 'same_supplier':
      return `${codes(refusal.records)} are two codes of one supplier, with ${refusal.weight.toFixed(1)} bits; a link needs ${refusal.needs.toFixed(1)}${more(refusal.total)}`
    case 'clusters_disagree':
      return `all ${refusal.pairs} pairs across the two are ${likelihood(refusal.mean)} likely on average, below the limit of ${likelihood(refusal.threshold)}`
    case 'below_match':
      return `the pair is less than ${likelihood(refusal.threshold)} likely`
    case 'component_too_large':
      return `more than ${refusal.max} records are connected, so weak edges were cut`
  }
}

function records(count: number): string {
  return count === 1 ? '1 record' : `${count} records`
}

function more(total: number): string {
  return total > 1 ? `, and ${total - 1} more such ${total === 2 ? 'pair' : 'pairs'}` : ''
}
