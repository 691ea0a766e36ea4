import type { Answers } from '@utpid/client'
import { likelihood, timeText, words } from '../../ui/show-values.ts'

export type NonMatchReason = Answers['explain']['reasons'][number]

interface RecordCode {
  readonly supplier: string
  readonly code: string
}

type Keeping = Extract<NonMatchReason, { readonly code: 'curated_apart' }>['a'][number]

/**
 * Explains in one sentence why the registry did not link two records.
 *
 * @param nameOf - Returns the supplier name for a supplier id.
 */
export function nonMatchText(reason: NonMatchReason, nameOf: (supplier: string) => string): string {
  const codeText = ({ supplier, code }: RecordCode): string => `${nameOf(supplier)} ${code}`
  switch (reason.code) {
    case 'same_supplier':
      return `Both are codes of one supplier, ${nameOf(reason.supplier)}: a link needs ${bits(reason.needs)}, and this pair has ${bits(reason.weight)}.`
    case 'vetoed': {
      const [first] = reason.comparisons
      const what = first === undefined ? '' : `: ${words(first.name)}, ${words(first.level)}`
      return `A veto outweighs whatever else agrees${what}.`
    }
    case 'below_match':
      return `The two records are ${likelihood(reason.confidence)} likely to be one product, but a link needs at least ${likelihood(reason.threshold)}: the pair is ${bits(reason.bitsShort)} short.`
    case 'judged_different': {
      const [judgement] = reason.judgements
      const by = judgement === undefined ? 'Somebody' : `${judgement.actor} (${timeText(judgement.at)})`
      return reason.direct
        ? `${by} decided that these two are different.`
        : `${by} decided that ${judgement === undefined ? 'two records' : judgement.records.map(codeText).join(' and ')} are different, which also separates these two.`
    }
    case 'curated_apart':
      return `Both products are curated, and curated products are never merged automatically: the first is ${curationText(reason.a)}, the second ${curationText(reason.b)}.`
    case 'other_pair_forbids': {
      const [pair] = reason.pairs
      if (pair === undefined) return 'The two records agree, but other records of the two products forbid a link.'
      const why = pair.by === 'veto' ? 'a veto' : `two codes of one supplier with ${bits(pair.weight)}`
      const more = reason.total > 1 ? `, and ${reason.total - 1} more` : ''
      return `The two records agree, but another pair of the two products forbids a link: ${codeText(pair.a)} and ${codeText(pair.b)} (${why})${more}.`
    }
    case 'clusters_disagree':
      return `The two records agree, but all ${reason.pairs} pairs across the two products are ${likelihood(reason.mean)} likely on average, below the limit of ${likelihood(reason.threshold)}.`
    case 'not_merged_yet':
      return 'Nothing separates them now: when they were compared, their clusters disagreed, or were split at the limit of their size.'
    case 'copy':
      return `The ${reason.side === 'a' ? 'first' : 'second'} one has the same content as ${codeText(reason.record)} of the same supplier, and only that record is compared.`
    case 'no_common_key':
      return 'They share no blocking key, so they were never compared.'
    case 'skipped_keys':
      return 'All their shared blocking keys are on more records than the limit, so they were not compared.'
    case 'city_keys_not_used':
      return 'They share only city keys, which are not used when a nearby candidate is likely.'
    case 'inactive':
      return `The ${reason.side === 'a' ? 'first' : 'second'} one has ${reason.status === 'inactive' ? 'become inactive: its supplier no longer has it' : `been ${reason.status}`}.`
    case 'code_known':
      return `The supplier code belongs to ${reason.utpid}, which decides.`
    case 'ambiguous':
      return `${reason.competingUtpid} fits nearly as well: the better one is ${bits(reason.bitsAhead)} ahead, and a link needs ${bits(reason.needs)}.`
    case 'other_product':
      return `Another product fits better: ${reason.utpid}, ${likelihood(reason.confidence)} likely.`
    case 'other_code_of_supplier':
      return `Its supplier has the product under another code already: ${reason.codes.map(codeText).join(', ')}.`
    case 'different_profile':
      return `Their categories are of two kinds, ${kindText(reason.a)} and ${kindText(reason.b)}, so only general comparisons apply.`
  }
}

function curationText([first]: readonly Keeping[]): string {
  if (first === undefined) return 'curated'
  if (first.kind === 'verified') return `verified by ${first.actor}`
  if (first.kind === 'pinned') return `pinned (${words(first.field)}) by ${first.actor}`
  return `judged by ${first.judgement.actor}`
}

function kindText({ category, profile }: { readonly category: string | null; readonly profile: string }): string {
  return category === null ? profile : words(category)
}

function bits(value: number): string {
  return `${value.toFixed(1)} bits`
}
