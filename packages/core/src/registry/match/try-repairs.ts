import { decide } from '../../matching/decide.ts'
import { type FoundProducts, findProducts } from '../../matching/find-products.ts'
import type { ScoredProduct } from '../../matching/scored-product.ts'
import { type Variation, variationsOf } from '../../matching/variations.ts'
import { LIMITS } from '../../model/limits.ts'
import type { ProductId } from '../../model/utpid.ts'
import { weightOfConfidence } from '../../scoring/match-weight.ts'
import type { RegistryContext } from '../context/registry-context.ts'
import { type MatchQuery, matchQueryOf } from './match-query.ts'
import { type QueryVariations, whatIfQueries } from './what-if-queries.ts'

/** A query with its key lookup results. */
export interface FoundQuery {
  readonly question: MatchQuery
  readonly found: FoundProducts
}

/**
 * The penalty of an assumed repair, in bits. Few records have a given fault, so a match with an assumed repair must be
 * stronger than a match without a repair. With this value, the code repairs fewer than one in a thousand clean records.
 */
const ASSUMPTION_BITS = 4
/** The penalty in bits if the query has no place. Then a telephone, website or similar field must support the name. */
const NO_PLACE_BITS = 8

/**
 * Tries possible interpretations of each query without a match, see `variationsOf`. A variation wins if it matches with
 * bits to spare. In addition, no variation may match another product or several products. Without a place, only the
 * name may count against the variation. The caller decides whether to keep the variation: a veto or another code of its
 * supplier may prevent the match.
 *
 * @returns The winning variation by position; undefined without a winning variation.
 */
export async function tryRepairs(
  context: RegistryContext,
  asked: readonly FoundQuery[],
): Promise<readonly (FoundQuery | undefined)[]> {
  const { scorer, active } = context
  const { thresholds } = scorer.model
  const varied = asked.map(({ question, found }): QueryVariations => {
    const { decision, reason } = decide(found.products, thresholds, found.skippedKeys)
    const isAnswered = question.known !== undefined || decision === 'match' || reason === 'ambiguous'
    return { question, variations: isAnswered ? [] : variationsOf(question.input, question.repairs) }
  })
  const reachable = await whatIfQueries(context, varied)
  const tried = reachable.flatMap((variations, at) =>
    variations.map((variation): Tried => {
      return {
        at,
        variation,
        question: matchQueryOf(
          variation.input,
          variation.repairs,
          active.rules,
          context.gazetteer,
          varied[at]?.question.assigned,
        ),
      }
    }),
  )
  const found: FoundProducts[] = []
  for (let from = 0; from < tried.length; from += LIMITS.lookupsPerCall) {
    const features = tried.slice(from, from + LIMITS.lookupsPerCall).map(({ question }) => question.features)
    found.push(...(await findProducts(features, context.index, scorer, active.rules)))
  }
  const minWeight = weightOfConfidence(thresholds.match)
  const winners = new Map<number, Winner>()
  const products = new Map<number, Set<ProductId>>()
  tried.forEach(({ at, variation: { removesEvidence }, question }, position) => {
    const own = found[position] as FoundProducts
    const [best] = own.products
    const { decision, reason } = decide(own.products, thresholds, own.skippedKeys)
    if (best === undefined || (decision !== 'match' && reason !== 'ambiguous')) return
    products.set(at, (products.get(at) ?? new Set()).add(best.productId))
    if (decision !== 'match' || (removesEvidence && isContradicted(context, question, best))) return
    const bits = best.score.weight - minWeight - (removesEvidence ? NO_PLACE_BITS : ASSUMPTION_BITS)
    const known = winners.get(at)
    if (bits >= 0 && (known === undefined || bits > known.bits)) winners.set(at, { question, found: own, bits })
  })
  // If two variations lead to different products, neither variation wins.
  return asked.map((_, at) => (products.get(at)?.size === 1 ? winners.get(at) : undefined))
}

interface Tried {
  /** The position of the original query. */
  readonly at: number
  readonly variation: Variation
  readonly question: MatchQuery
}

interface Winner extends FoundQuery {
  /** The number of bits above the required weight. */
  readonly bits: number
}

/** The comparisons of names. Suppliers write one name in many variants. */
const NAME_COMPARISONS: ReadonlySet<string> = new Set(['name', 'spelling', 'beginning', 'opening', 'rarity'])

/** Reports whether anything except the name counts against a product, such as another street or other room numbers. */
function isContradicted({ scorer }: RegistryContext, { features }: MatchQuery, best: ScoredProduct): boolean {
  const levels = scorer.levels(features, best.features)
  return levels.some(({ comparison, bits }) => bits < 0 && !NAME_COMPARISONS.has(comparison.name))
}
