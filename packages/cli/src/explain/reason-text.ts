import type { SupplierCode } from '@utpid/core'
import type { CurationReason, ExplainedKey, JoiningLink, NamedJudgement, NonMatchReason } from '@utpid/core/operations'
import { momentText } from '../text/moment-text.ts'
import { confidenceText, counted } from '../text/number-text.ts'

/** A reason as a sentence. Lists follow it as separate lines. */
export interface ReasonText {
  readonly sentence: string
  readonly lines: readonly string[]
}

/** Describes, for people, a reason why two sides are not one product. */
export function reasonText(reason: NonMatchReason): ReasonText {
  switch (reason.code) {
    case 'inactive':
      return inactiveText(reason)
    case 'judged_different':
      return judgedDifferentText(reason)
    case 'code_known':
      return knownCodeText(reason)
    case 'copy':
      return copyText(reason)
    case 'no_common_key':
      return noCommonKeyText(reason)
    case 'skipped_keys':
      return {
        sentence: 'All keys they share are on too many records, so they were not compared.',
        lines: [keysText(reason.keys, true)],
      }
    case 'city_keys_not_used':
      return {
        sentence:
          'They share only keys of the city. These are used only if there is no likely nearby product, but there was one.',
        lines: [keysText(reason.keys)],
      }
    case 'vetoed':
      return vetoText(reason)
    case 'same_supplier':
      return sentenceOnly(
        `They are two codes of ${reason.supplier}. Such a pair needs ${bits(reason.needs)}; this pair has ${bits(reason.weight)}, ${bits(reason.bitsShort)} too few.`,
      )
    case 'below_match':
      return belowMatchText(reason)
    case 'curated_apart':
      return bothCuratedText(reason)
    case 'other_pair_forbids':
      return otherPairText(reason)
    case 'clusters_disagree':
      return sentenceOnly(
        `The pair is strong, but the mean confidence of all ${counted(reason.pairs, 'pair')} across the two products is ${confidenceText(reason.mean)}, below ${reason.threshold}.`,
      )
    case 'ambiguous':
      return sentenceOnly(
        `${reason.competingUtpid} fits almost as well: the best product is ${bits(reason.bitsAhead)} ahead, but a link needs a lead of ${bits(reason.needs)}.`,
      )
    case 'other_product':
      return sentenceOnly(
        `Another product fits better: ${reason.utpid}, with confidence ${confidenceText(reason.confidence)}.`,
      )
    case 'other_code_of_supplier':
      return sentenceOnly(
        `Its supplier sells the product under another code already: ${reason.codes.map(codeText).join(', ')}.`,
      )
    case 'not_merged_yet':
      return sentenceOnly(
        'Nothing prevents a merge now. When the pair was processed, the clusters at that time disagreed, or their component was split for its size.',
      )
    case 'different_profile':
      return differentProfileText(reason)
  }
}

type Reason<Code extends NonMatchReason['code']> = Extract<NonMatchReason, { readonly code: Code }>

function inactiveText({ side, status, deletion }: Reason<'inactive'>): ReasonText {
  const by = deletion === null ? '' : ` by ${deletion.actor}, ${momentText(deletion.at)} (change ${deletion.change})`
  return sentenceOnly(
    status === 'inactive'
      ? `Record ${side} is inactive: its supplier no longer has it.`
      : `${side} was ${status}${by}.`,
  )
}

function judgedDifferentText({ direct, judgements, total, through }: Reason<'judged_different'>): ReasonText {
  const what = direct
    ? 'A person decided that they are different'
    : 'They are different because of decisions of a person on other records'
  return {
    sentence: `${what}${total > 1 ? ` (${counted(total, 'judgement')})` : ''}.`,
    lines: [...judgements, ...through].map(judgementText),
  }
}

function knownCodeText(reason: Reason<'code_known'>): ReasonText {
  return sentenceOnly(
    reason.drifted
      ? `The supplier code belongs to ${reason.utpid}, but the content now describes something else: a person must check it.`
      : `The supplier code belongs to ${reason.utpid}, and the code decides.`,
  )
}

function copyText({ side, record }: Reason<'copy'>): ReasonText {
  return sentenceOnly(
    `${side} is a copy of ${record.supplier}:${record.code}, another record of its supplier. Compare that record instead.`,
  )
}

function noCommonKeyText(reason: Reason<'no_common_key'>): ReasonText {
  return {
    sentence: 'They have no key in common, so they were never compared.',
    lines: [`a is found by ${keysText(reason.a)}`, `b is found by ${keysText(reason.b)}`],
  }
}

function vetoText(reason: Reason<'vetoed'>): ReasonText {
  return {
    sentence: 'A veto overrides all agreements.',
    lines: reason.comparisons.map(
      ({ name, level, input, record }) =>
        `${name}, ${level.replaceAll('_', ' ')}: ${quoted(input)} and ${quoted(record)}`,
    ),
  }
}

function belowMatchText({ confidence, threshold, bitsShort, costliest, alertId }: Reason<'below_match'>): ReasonText {
  const asked = alertId === null ? '' : ` A person decides (alert ${alertId}).`
  return {
    sentence: `The pair is ${bits(bitsShort)} short of a link: its confidence is ${confidenceText(confidence)}, and a link needs ${threshold}.${asked}`,
    lines:
      costliest.length === 0
        ? []
        : [`largest negative bits: ${costliest.map((each) => `${each.name} ${each.bits.toFixed(1)}`).join(', ')}`],
  }
}

function bothCuratedText(reason: Reason<'curated_apart'>): ReasonText {
  return {
    sentence: 'Both products are curated by people, and two curated products are never merged automatically.',
    lines: [`a: ${reason.a.map(curationText).join('; ')}`, `b: ${reason.b.map(curationText).join('; ')}`],
  }
}

function otherPairText(reason: Reason<'other_pair_forbids'>): ReasonText {
  return {
    sentence: `The pair is strong, but ${counted(reason.total, 'other pair')} of the two products ${reason.total === 1 ? 'prevents' : 'prevent'} a link.`,
    lines: reason.pairs.map(
      ({ a, b, by, weight }) =>
        `${codeText(a)} and ${codeText(b)}: ${by === 'veto' ? 'a veto' : 'two codes of one supplier'} (${bits(weight)})`,
    ),
  }
}

function differentProfileText({ a, b }: Reason<'different_profile'>): ReasonText {
  return sentenceOnly(
    `They are of two kinds, ${a.category ?? 'none'} (${a.profile}) and ${b.category ?? 'none'} (${b.profile}), so only generic comparisons are used.`,
  )
}

/** Describes one link of a path for people. */
export function linkText(link: JoiningLink): string {
  const ends = `${codeText(link.from)} - ${codeText(link.to)}`
  if (link.method === 'judgement') return `${ends}: ${judgementText(link.judgement)}`
  if (link.method === 'curated')
    return `${ends}: only by decisions of people: ${link.curatedBy.map(curationText).join('; ')}`
  return `${ends}: ${confidenceText(link.confidence)} by ${link.method} (${bits(link.weight)})`
}

/** Describes, for people, why a product is curated. */
export function curationText(curation: CurationReason): string {
  if (curation.kind === 'judged') return judgementText(curation.judgement)
  const when = `by ${curation.actor}, ${momentText(curation.at)}`
  return curation.kind === 'verified' ? `verified (${curation.method}) ${when}` : `${curation.field} pinned ${when}`
}

function judgementText({ records: [a, b], verdict, actor, at, change, note }: NamedJudgement): string {
  const why = note === undefined ? '' : `: "${note}"`
  return `${codeText(a)} and ${codeText(b)} judged ${verdict} by ${actor}, ${momentText(at)} (change ${change})${why}`
}

function keysText(keys: readonly ExplainedKey[], withCounts = false): string {
  if (keys.length === 0) return 'nothing'
  return keys
    .map(({ from, words, rule, records, maxRecords }) => {
      const parts = from
        .join(' and ')
        .replace(/\bname\b/, words.length === 0 ? 'name' : words.map((word) => `"${word}"`).join(' '))
      const name = rule === undefined ? parts : `${parts} by the rule ${rule}`.trim()
      return withCounts ? `${name} (${counted(records, 'record')}, limit ${maxRecords})` : name
    })
    .join(', ')
}

function codeText({ supplier, code }: SupplierCode): string {
  return `${supplier}:${code}`
}

function quoted(text: string | null): string {
  return text === null ? 'nothing' : `"${text}"`
}

function bits(value: number): string {
  return `${value.toFixed(1)} bits`
}

function sentenceOnly(sentence: string): ReasonText {
  return { sentence, lines: [] }
}
