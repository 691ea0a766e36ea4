import type { ExplainedKey, JoiningLink, Keeping, NamedRuling, SupplierCode, WhyNotReason } from '@utpid/core'
import { momentText } from '../text/moment-text.ts'
import { confidenceText, counted } from '../text/number-text.ts'

/** One reason as sentences; what there is several of follows in lines of its own. */
export interface ReasonText {
  readonly sentence: string
  readonly lines: readonly string[]
}

/** A reason for which two are not one product, for people. */
export function reasonText(reason: WhyNotReason): ReasonText {
  switch (reason.code) {
    case 'gone': {
      const { side, status, deletion } = reason
      const by = deletion === null ? '' : ` by ${deletion.by}, ${momentText(deletion.at)} (change ${deletion.change})`
      return alone(
        status === 'ended' ? `Record ${side} has ended: its supplier no longer has it.` : `${side} was ${status}${by}.`,
      )
    }
    case 'ruled_different': {
      const { direct, rulings, total, through } = reason
      const what = direct
        ? 'A person ruled that they are different'
        : 'They are different by what a person ruled on others'
      return {
        sentence: `${what}${total > 1 ? ` (${counted(total, 'ruling')})` : ''}.`,
        lines: [...rulings, ...through].map(rulingText),
      }
    }
    case 'code_known':
      return alone(
        reason.drifted
          ? `The supplier code is that of ${reason.utpid}, though the content now describes something else: a person should look.`
          : `The supplier code is that of ${reason.utpid}, which decides.`,
      )
    case 'copy': {
      const { side, of } = reason
      return alone(
        `${side} says what ${of.supplier}:${of.code} says, another record of its supplier, which stands for both: compare that one.`,
      )
    }
    case 'no_common_key':
      return {
        sentence: 'They have no key in common, so they were never compared.',
        lines: [`a is found by ${keysText(reason.a)}`, `b is found by ${keysText(reason.b)}`],
      }
    case 'crowded_keys':
      return {
        sentence: 'All keys they share are on too many records to be asked.',
        lines: [keysText(reason.keys, true)],
      }
    case 'city_not_asked':
      return {
        sentence: 'They share keys of the city only, which are asked when nothing near is likely; something was.',
        lines: [keysText(reason.keys)],
      }
    case 'vetoed':
      return {
        sentence: 'A veto: this outweighs whatever else agrees.',
        lines: reason.comparisons.map(
          ({ name, level, input, record }) =>
            `${name}, ${level.replaceAll('_', ' ')}: ${quoted(input)} and ${quoted(record)}`,
        ),
      }
    case 'same_supplier':
      return alone(
        `They are two codes of ${reason.supplier}. Those are one product from ${bits(reason.needs)} on; this pair has ${bits(reason.weight)}, ${bits(reason.bitsShort)} too few.`,
      )
    case 'below_match': {
      const { confidence, threshold, bitsShort, costliest, alertId } = reason
      const asked = alertId === null ? '' : ` A person is asked (alert ${alertId}).`
      return {
        sentence: `The pair is ${bits(bitsShort)} short of a link: its confidence is ${confidenceText(confidence)}, and links begin at ${threshold}.${asked}`,
        lines:
          costliest.length === 0
            ? []
            : [`what cost most: ${costliest.map((each) => `${each.name} ${each.bits.toFixed(1)}`).join(', ')}`],
      }
    }
    case 'kept_apart':
      return {
        sentence: 'People keep both products, and the machine joins no two of those.',
        lines: [`a: ${reason.a.map(keepingText).join('; ')}`, `b: ${reason.b.map(keepingText).join('; ')}`],
      }
    case 'other_pair_forbids':
      return {
        sentence: `The pair is strong, but ${counted(reason.total, 'other pair')} of the two products ${reason.total === 1 ? 'forbids' : 'forbid'} it.`,
        lines: reason.pairs.map(
          ({ a, b, by, weight }) =>
            `${codeText(a)} and ${codeText(b)}: ${by === 'veto' ? 'a veto' : 'two codes of one supplier'} (${bits(weight)})`,
        ),
      }
    case 'groups_disagree':
      return alone(
        `The pair is strong, but the mean confidence of all ${counted(reason.pairs, 'pair')} across the two products is ${confidenceText(reason.mean)}, below ${reason.threshold}.`,
      )
    case 'ambiguous':
      return alone(
        `${reason.rival} fits nearly as well: the better one is ${bits(reason.bitsAhead)} ahead, and a link needs ${bits(reason.needs)}.`,
      )
    case 'other_product':
      return alone(
        `Another product fits better: ${reason.utpid}, with confidence ${confidenceText(reason.confidence)}.`,
      )
    case 'other_code_of_supplier':
      return alone(
        `Its supplier sells the product under another code already: ${reason.codes.map(codeText).join(', ')}.`,
      )
    case 'joined_otherwise':
      return alone(
        'Nothing prevents a merge now. When the pair was processed, the clusters at that time disagreed, or their component was split for its size.',
      )
    case 'different_profile': {
      const { a, b } = reason
      return alone(
        `They are of two kinds, ${a.category ?? 'none'} (${a.profile}) and ${b.category ?? 'none'} (${b.profile}), and compared by what counts for any.`,
      )
    }
  }
}

/** One link of a path, for people. */
export function linkText(link: JoiningLink): string {
  const ends = `${codeText(link.from)} - ${codeText(link.to)}`
  if (link.method === 'ruling') return `${ends}: ${rulingText(link.ruling)}`
  if (link.method === 'kept') return `${ends}: nothing but people: ${link.keptBy.map(keepingText).join('; ')}`
  return `${ends}: ${confidenceText(link.confidence)} by ${link.method} (${bits(link.weight)})`
}

/** What makes people keep a product, for people. */
export function keepingText(keeping: Keeping): string {
  if (keeping.kind === 'ruled') return rulingText(keeping.ruling)
  const when = `by ${keeping.by}, ${momentText(keeping.at)}`
  return keeping.kind === 'verified' ? `verified (${keeping.method}) ${when}` : `${keeping.field} pinned ${when}`
}

function rulingText({ records: [a, b], verdict, by, at, change, note }: NamedRuling): string {
  const why = note === undefined ? '' : `: "${note}"`
  return `${codeText(a)} and ${codeText(b)} ruled ${verdict} by ${by}, ${momentText(at)} (change ${change})${why}`
}

function keysText(keys: readonly ExplainedKey[], withCounts = false): string {
  if (keys.length === 0) return 'nothing'
  return keys
    .map(({ from, words, records, most }) => {
      const name = from
        .join(' and ')
        .replace(/\bname\b/, words.length === 0 ? 'name' : words.map((word) => `"${word}"`).join(' '))
      return withCounts ? `${name} (${counted(records, 'record')}, asked up to ${most})` : name
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

function alone(sentence: string): ReasonText {
  return { sentence, lines: [] }
}
