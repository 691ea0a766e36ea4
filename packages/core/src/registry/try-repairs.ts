import { decide } from '../matching/decide.ts'
import { type FoundProducts, findProducts } from '../matching/find-products.ts'
import { LIMITS } from '../model/limits.ts'
import { type Variation, variationsOf } from '../repair/variations.ts'
import { weightOfConfidence } from '../scoring/match-weight.ts'
import type { Thresholds } from '../scoring/scoring-model.ts'
import { type Question, questionOf } from './match-question.ts'
import type { RegistryContext } from './registry-context.ts'

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
 * Tries for each question that matches no product what it may have meant, see `variationsOf`. A variation is kept, and
 * reported as a repair, only if it wins: it matches with bits to spare, none of the others matches another product, and
 * the question as it came does not.
 */
export async function tryRepairs(
  context: RegistryContext,
  asked: readonly FoundQuestion[],
): Promise<readonly FoundQuestion[]> {
  const { scorer, served } = context
  const { thresholds } = scorer.model
  const tried = asked.flatMap(({ question, found }, at): Tried[] => {
    const { decision, reason } = decide(found.products, thresholds)
    if (question.known !== undefined || decision === 'match' || reason === 'ambiguous') return []
    return variationsOf(question.input).map((variation) => ({
      at,
      variation,
      question: questionOf(variation.input, [...question.repairs, variation.repair], served.rules),
    }))
  })
  if (tried.length === 0) return asked
  const found: FoundProducts[] = []
  for (let from = 0; from < tried.length; from += LIMITS.probesPerCall) {
    const features = tried.slice(from, from + LIMITS.probesPerCall).map(({ question }) => question.features)
    found.push(...(await findProducts(features, context.index, scorer, served.rules, served.features)))
  }
  const proved = new Map<number, (FoundQuestion & { readonly bits: number })[]>()
  tried.forEach(({ at, variation, question }, position) => {
    const own = found[position] as FoundProducts
    const bits = provedBits(own, variation, thresholds)
    if (bits === undefined) return
    proved.set(at, [...(proved.get(at) ?? []), { question, found: own, bits }])
  })
  return asked.map((each, at) => {
    const winners = (proved.get(at) ?? []).sort((x, y) => y.bits - x.bits)
    const [best] = winners
    if (best === undefined) return each
    const product = best.found.products[0]?.productId
    // Two suppositions that lead to two products prove neither.
    const isAlone = winners.every(({ found: { products } }) => products[0]?.productId === product)
    return isAlone ? { question: best.question, found: best.found } : each
  })
}

interface Tried {
  /** Position of the question that it varies. */
  readonly at: number
  readonly variation: Variation
  readonly question: Question
}

/** How far a variation is above what it has to reach; undefined if it does not. */
function provedBits({ products }: FoundProducts, { lacks }: Variation, thresholds: Thresholds): number | undefined {
  const [best] = products
  if (best === undefined || decide(products, thresholds).decision !== 'match') return undefined
  const least = weightOfConfidence(thresholds.match) + (lacks ? LACKING_BITS : SUPPOSED_BITS)
  return best.score.weight >= least ? best.score.weight - least : undefined
}
