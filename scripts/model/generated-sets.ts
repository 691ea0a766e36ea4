import type { CategoryGroup, RecordFeatures } from '@utpid/core'
import { generateFeeds } from '@utpid/generator'
import { deriveCandidates, type KnownMatch, type LabelledPair, type TrainingSet } from '@utpid/training'
import { contentOf, featuresOf } from './feed-records.ts'

/**
 * What open feeds have none of; hotels are learned from real ones only. Tours and transfers are not learned: made-up
 * feeds have none of what crowds at one corner of a real city, so that a model of them takes a place for a proof.
 */
const GROUPS: readonly (readonly [name: string, group: CategoryGroup, products: number])[] = [
  ['generated apartments', 'let', 12_000],
]
/** As many pairs as each set counts for, however many it has. */
const COUNTS_FOR = 12_000

/**
 * Candidates among made-up feeds of kinds that no open feed shows, by their truth.
 *
 * @param seed - Another than that of the benchmarks, so that no product of theirs has been seen.
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
