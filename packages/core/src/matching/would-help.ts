import type { RecordFeatures } from '../features/record-features.ts'
import type { Explanation, Help } from '../model/match.ts'
import { weightOfConfidence } from '../scoring/match-weight.ts'
import { type PairScore, type PairScorer, pairProfile } from '../scoring/score-pair.ts'
import type { Decided } from './decide.ts'
import { compareProducts } from './find-products.ts'
import type { ScoredProduct } from './scored-product.ts'

/** What a field is to a record; undefined when the record does not say it. */
type FieldOf = (record: RecordFeatures) => Partial<RecordFeatures>

/** The features that a caller who tells a field gives, by the comparison that looks at it. */
const FIELDS: Readonly<Record<string, FieldOf>> = {
  name: ({ names }) => ({ names }),
  distance: ({ coordinates, precisionMeters }) => (coordinates === undefined ? {} : { coordinates, precisionMeters }),
  address: ({ address }) => (address === undefined ? {} : { address }),
  postcode: ({ postcode }) => (postcode === undefined ? {} : { postcode }),
  city: ({ city, country }) => ({
    ...(city === undefined ? {} : { city }),
    ...(country === undefined ? {} : { country }),
  }),
  phone: ({ phone }) => (phone === undefined ? {} : { phone }),
  web: ({ web }) => (web === undefined ? {} : { web }),
  identifier: ({ identifiers, licence }) => ({ identifiers, ...(licence === undefined ? {} : { licence }) }),
  category: ({ category, group, profile }) => ({ category, group, profile }),
  brand: ({ brand }) => (brand === undefined ? {} : { brand }),
  stars: ({ stars }) => (stars === undefined ? {} : { stars }),
  rooms: ({ rooms }) => (rooms === undefined ? {} : { rooms }),
  duration: ({ activity }) => (activity === undefined ? {} : { activity }),
  operator: ({ operator }) => (operator === undefined ? {} : { operator }),
  route: ({ transfer }) => (transfer === undefined ? {} : { transfer }),
  ride: ({ transfer }) => (transfer === undefined ? {} : { transfer }),
}
/** Fields that a product is found by: with one of them it is no longer found by its name alone. */
const LEADING: ReadonlySet<string> = new Set(['distance', 'city', 'phone', 'web', 'identifier', 'route'])
const HELPS = 3

/** A question as it was judged. */
export interface Judged {
  readonly input: RecordFeatures
  /** Best first, at least one. */
  readonly products: readonly ScoredProduct[]
  /** Every record of a product: with more to go by, another one of them may fit best. */
  readonly recordsOf: (product: ScoredProduct) => readonly RecordFeatures[]
  /** Of the best product. */
  readonly explanation: Explanation
  /** What would be decided if the input said more. */
  readonly decide: (input: RecordFeatures, products: readonly ScoredProduct[]) => Decided
}

/**
 * What the input does not say and the best product does. Each field is tried out: the input is judged again as if it said
 * what the record of the best product says, so the bits are those that it would really add.
 *
 * @returns At most three: by how much they would set the best product apart when a second one is likely, else by bits.
 */
export function wouldHelp(scorer: PairScorer, { input, products, recordsOf, explanation, decide }: Judged): Help[] {
  const [best, next] = products
  if (best === undefined) return []
  const { thresholds, profiles } = scorer.model
  const levels = profiles[pairProfile(input, best.features)].bits
  const rival = next !== undefined && next.score.confidence >= thresholds.review ? next : undefined
  const weightOf = (asked: RecordFeatures, { features }: ScoredProduct): number => scorer.score(asked, features).weight
  const mostOf = (asked: RecordFeatures, product: ScoredProduct): number =>
    scoreOf(scorer, asked, product, recordsOf(product)).weight
  const tried = explanation.comparisons.flatMap(({ name, level, input: says, record }): Tried[] => {
    const fieldOf = FIELDS[name]
    if (fieldOf === undefined || level !== 'unknown' || says !== null || record === null) return []
    const more = { ...input, ...fieldOf(best.features) }
    const bits = hundredths(weightOf(more, best) - weightOf(input, best))
    if (bits <= 0) return []
    const ahead = rival === undefined ? null : hundredths(bits - (mostOf(more, rival) - weightOf(input, rival)))
    return [{ more, field: name, bits, bitsAhead: ahead }]
  })
  const worth = ({ bits, bitsAhead }: Tried): number => bitsAhead ?? bits
  const chosen = tried.sort((a, b) => worth(b) - worth(a) || b.bits - a.bits || (a.field < b.field ? -1 : 1))
  // What is not even for a person has no say in the decision.
  const leastWeight = weightOfConfidence(thresholds.review)
  return chosen.slice(0, HELPS).map(({ more, field, bits, bitsAhead }) => {
    const again = products.flatMap((each): ScoredProduct[] => {
      const score = scoreOf(scorer, more, each, recordsOf(each))
      if (score.weight < leastWeight) return []
      const { byNameAlone: _, ...led } = each
      return [LEADING.has(field) ? { ...led, score } : { ...each, score }]
    })
    again.sort(compareProducts)
    const enough = again[0]?.productId === best.productId && decide(more, again).decision === 'match'
    return { field, bits, bitsAgainst: Math.min(0, ...Object.values(levels[field] ?? {})), bitsAhead, enough }
  })
}

/** Of its record that fits best, unless one of them speaks against it with a veto. */
function scoreOf(
  scorer: PairScorer,
  asked: RecordFeatures,
  { features }: ScoredProduct,
  others: readonly RecordFeatures[],
): PairScore {
  let best = scorer.score(asked, features)
  for (const other of others) {
    if (best.vetoed) break
    const score = scorer.score(asked, other)
    if (score.vetoed || score.weight > best.weight) best = score
  }
  return best
}

/** A field that adds bits, and the input with it. */
interface Tried extends Pick<Help, 'field' | 'bits' | 'bitsAhead'> {
  readonly more: RecordFeatures
}

/** Differences of weights, which are whole hundredths, drift. */
function hundredths(bits: number): number {
  return Math.round(bits * 100) / 100 + 0
}
