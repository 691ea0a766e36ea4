import { decide } from '../../matching/decide.ts'
import { type FoundProducts, findProducts } from '../../matching/find-products.ts'
import type { ScoredProduct } from '../../matching/scored-product.ts'
import { type Variation, variationsOf } from '../../matching/variations.ts'
import { LIMITS } from '../../model/limits.ts'
import type { ProductId } from '../../model/utpid.ts'
import { weightOfConfidence } from '../../scoring/match-weight.ts'
import type { RegistryContext } from '../context/registry-context.ts'
import { type Question, questionOf } from './match-question.ts'
import { reachableVariations, type Varied } from './reachable-variations.ts'

/** A question with what was found for it. */
export interface FoundQuestion {
  readonly question: Question
  readonly found: FoundProducts
}

/**
 * What a supposition costs: few records have a given fault, so that a match which supposes it must be surer than one
 * that supposes nothing. Set so that of clean records fewer than one in a thousand is repaired.
 */
const SUPPOSED_BITS = 4
/** Where the place is left out, the name has to be helped by a telephone, a website or the like. */
const LACKING_BITS = 8

/**
 * Tries for each question that matches no product what it may have meant, see `variationsOf`. A variation wins if it
 * matches with bits to spare and no other one matches another product, or several; where the place is left out, also
 * nothing of the rest may speak against it. Whether it is kept is for whoever answers it: a veto or another code of its
 * supplier may still be in the way.
 *
 * @returns By position the variation that wins; undefined where none does.
 */
export async function tryRepairs(
  context: RegistryContext,
  asked: readonly FoundQuestion[],
): Promise<readonly (FoundQuestion | undefined)[]> {
  const { scorer, served } = context
  const { thresholds } = scorer.model
  const varied = asked.map(({ question, found }): Varied => {
    const { decision, reason } = decide(found.products, thresholds, found.skippedKeys)
    const isAnswered = question.known !== undefined || decision === 'match' || reason === 'ambiguous'
    return { question, variations: isAnswered ? [] : variationsOf(question.input, question.repairs) }
  })
  const reachable = await reachableVariations(context, varied)
  const tried = reachable.flatMap((variations, at) =>
    variations.map((variation): Tried => {
      return {
        at,
        variation,
        question: questionOf(variation.input, variation.repairs, served.rules, context.gazetteer),
      }
    }),
  )
  const found: FoundProducts[] = []
  for (let from = 0; from < tried.length; from += LIMITS.probesPerCall) {
    const features = tried.slice(from, from + LIMITS.probesPerCall).map(({ question }) => question.features)
    found.push(...(await findProducts(features, context.index, scorer, served.rules)))
  }
  const least = weightOfConfidence(thresholds.match)
  const winners = new Map<number, Winner>()
  const products = new Map<number, Set<ProductId>>()
  tried.forEach(({ at, variation: { lacks }, question }, position) => {
    const own = found[position] as FoundProducts
    const [best] = own.products
    const { decision, reason } = decide(own.products, thresholds, own.skippedKeys)
    if (best === undefined || (decision !== 'match' && reason !== 'ambiguous')) return
    products.set(at, (products.get(at) ?? new Set()).add(best.productId))
    if (decision !== 'match' || (lacks && isContradicted(context, question, best))) return
    const bits = best.score.weight - least - (lacks ? LACKING_BITS : SUPPOSED_BITS)
    const known = winners.get(at)
    if (bits >= 0 && (known === undefined || bits > known.bits)) winners.set(at, { question, found: own, bits })
  })
  // Two suppositions that lead to two products prove neither.
  return asked.map((_, at) => (products.get(at)?.size === 1 ? winners.get(at) : undefined))
}

interface Tried {
  /** Position of the question that it varies. */
  readonly at: number
  readonly variation: Variation
  readonly question: Question
}

interface Winner extends FoundQuestion {
  /** How far it is above what it has to reach. */
  readonly bits: number
}

/** Names differ among suppliers in many a way. */
const OF_NAMES: ReadonlySet<string> = new Set(['name', 'spelling', 'beginning', 'rarity'])

/** Whether anything but the name speaks against a product: another street, other rooms. */
function isContradicted({ scorer }: RegistryContext, { features }: Question, best: ScoredProduct): boolean {
  const levels = scorer.levels(features, best.features)
  return levels.some(({ comparison, bits }) => bits < 0 && !OF_NAMES.has(comparison.name))
}
