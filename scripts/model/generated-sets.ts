import type { CategoryGroup, RecordFeatures } from '@utpid/core/scoring'
import { generateFeeds } from '@utpid/generator'
import { deriveCandidates, type KnownMatch, type LabelledPair, type TrainingSet } from '@utpid/training'
import { contentOf, featuresOf } from './feed-records.ts'

/**
 * Kinds of products that open feeds lack. Hotels are learned only from real feeds. Tours and transfers are not learned:
 * generated feeds lack the crowded places of real cities, so a model would overrate equal locations.
 */
const GROUPS: readonly (readonly [name: string, group: CategoryGroup, products: number])[] = [
  ['generated apartments', 'let', 12_000],
]
/** Weight of each training set, as a number of pairs. The weight does not depend on the size of the set. */
const COUNTS_FOR = 12_000

/**
 * Returns candidate pairs of generated feeds, labelled by the known truth, for kinds of products that open feeds lack.
 *
 * @param seed - The seed must differ from the benchmark's seed, so that the benchmark's products are unseen.
 */
export function generatedSets(seed: number): TrainingSet[] {
  return GROUPS.map(([name, group, products]): TrainingSet => {
    const pairs = generatedPairs(seed, products, group)
    return { name, pairs, weight: Math.min(1, COUNTS_FOR / Math.max(1, pairs.length)) }
  })
}

function generatedPairs(seed: number, products: number, group: CategoryGroup): LabelledPair[] {
  const feeds = generateFeeds({ seed, products })
  const bySupplier = new Map<string, Map<RecordFeatures, number>>()
  for (const row of feeds.records) {
    const content = contentOf({ ...row })
    const product = feeds.truth.productOf(row.source, row.sourceId)
    if (content === undefined || product === undefined) continue
    const features = featuresOf(content)
    if (features.group !== group) continue
    bySupplier.set(row.source, (bySupplier.get(row.source) ?? new Map()).set(features, product))
  }
  const suppliers = [...bySupplier.values()]
  return suppliers.flatMap((left, at) =>
    suppliers.slice(at + 1).flatMap((right) => {
      const ofProduct = new Map<number, RecordFeatures[]>()
      for (const [record, product] of right) ofProduct.set(product, [...(ofProduct.get(product) ?? []), record])
      const matches = [...left].flatMap(([record, product]) =>
        (ofProduct.get(product) ?? []).map((other): KnownMatch => [record, other]),
      )
      return deriveCandidates([...left.keys()], [...right.keys()], matches)
    }),
  )
}
