import type { ForbiddingPair, NonMatchReason } from '../../model/match-explanation.ts'
import { confidenceOfWeight, roundConfidence, weightOfConfidence } from '../../scoring/match-weight.ts'
import type { EdgeRow, ProductRow } from '../../storage/rows.ts'
import type { RegistryContext } from '../context/registry-context.ts'
import { type ComparedPair, codeOf } from './compared-pair.ts'
import { componentEdges } from './component-edges.ts'
import { type ComparedRecord, readRecords } from './pair-side.ts'

/** The maximum number of pairs to score for an explanation. */
const MAX_SCORED_PAIRS = 10_000
const MAX_PAIRS = 10

/**
 * Explains why two products stay separate although they have a strong pair of records: clustering considers all pairs
 * of their records. Without a strong pair, returns no reason, since nothing suggests a merge.
 *
 * @param isStrong - Whether the compared pair is strong.
 */
export async function clusterReasons(
  context: RegistryContext,
  comparedPair: ComparedPair,
  [one, other]: readonly [ProductRow, ProductRow],
  isStrong: boolean,
): Promise<NonMatchReason[]> {
  const { scorer } = context
  const { review } = scorer.model.thresholds
  const pairs = one.records.length * other.records.length
  if (pairs === 1 || pairs > MAX_SCORED_PAIRS) return []
  const edges = await componentEdges(context, one.records)
  if (!isStrong && !haveStrongEdge(context, edges, one, other)) return []
  const scores = new Map(edges.map(({ a, b, weight }) => [`${a}:${b}`, weight / 100]))
  const [left, right] = [await readRecords(context, one.records), await readRecords(context, other.records)]
  const forbidding: ForbiddingPair[] = []
  let sum = 0
  for (const a of left) {
    for (const b of right) {
      const { weight: alone, vetoed } = scorer.score(a.features, b.features)
      const weight = scores.get(pairKey(a, b)) ?? alone
      sum += confidenceOfWeight(weight)
      const supplier = a.stored?.row.record.supplier
      const isOfOne = supplier !== undefined && supplier === b.stored?.row.record.supplier
      const isTooWeak = isOfOne && weight < scorer.sameSupplierBits(supplier)
      const by = vetoed ? 'veto' : isTooWeak ? 'same_supplier' : undefined
      if (by === undefined || isPair(comparedPair, a, b)) continue
      const [codeA, codeB] = [codeOf(a), codeOf(b)]
      if (codeA !== null && codeB !== null) forbidding.push({ a: codeA, b: codeB, by, weight })
    }
  }
  const reasons: NonMatchReason[] = []
  if (forbidding.length > 0) {
    const listedPairs = forbidding.toSorted((x, y) => x.weight - y.weight).slice(0, MAX_PAIRS)
    reasons.push({ code: 'other_pair_forbids', pairs: listedPairs, total: forbidding.length })
  }
  const mean = sum / pairs
  if (mean < review) {
    reasons.push({ code: 'clusters_disagree', mean: roundConfidence(mean), threshold: review, pairs })
  }
  return reasons
}

/** Returns the key of the edge between two stored records. */
function pairKey({ stored: one }: ComparedRecord, { stored: other }: ComparedRecord): string {
  const ids = [one?.row.id ?? 0, other?.row.id ?? 0]
  return `${Math.min(...ids)}:${Math.max(...ids)}`
}

function haveStrongEdge(
  { scorer }: RegistryContext,
  edges: readonly EdgeRow[],
  one: ProductRow,
  other: ProductRow,
): boolean {
  const [own, across] = [new Set(one.records), new Set(other.records)]
  const minWeight = weightOfConfidence(scorer.model.thresholds.match) * 100
  return edges.some(
    ({ a, b, weight }) => weight >= minWeight && ((own.has(a) && across.has(b)) || (own.has(b) && across.has(a))),
  )
}

function isPair({ a, b }: ComparedPair, one: ComparedRecord, other: ComparedRecord): boolean {
  const ids = new Set([a.stored?.row.id, b.stored?.row.id])
  return ids.has(one.stored?.row.id) && ids.has(other.stored?.row.id)
}
