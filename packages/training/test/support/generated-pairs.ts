import { parseRecord } from '@utpid/core'
import { extractFeatures, type RecordFeatures } from '@utpid/core/scoring'
import { toRecord } from '@utpid/feed'
import { generateFeeds } from '@utpid/generator'
import { deriveCandidates, type KnownMatch, type LabelledPair } from '../../src/index.ts'

/** Returns labelled candidates between the suppliers of generated feeds. */
export function generatedPairs(seed: number, products: number): LabelledPair[] {
  const feeds = generateFeeds({ seed, products, suppliers: 2, mix: 'bedbank' })
  const sides = new Map<string, Map<RecordFeatures, number>>()
  for (const row of feeds.records) {
    const parsed = parseRecord(toRecord({ ...row }))
    const product = feeds.truth.productOf(row.source, row.sourceId)
    if (!('record' in parsed) || product === undefined) continue
    const { supplier: _, code: __, ...content } = parsed.record
    sides.set(row.source, (sides.get(row.source) ?? new Map()).set(extractFeatures(content), product))
  }
  const [left = new Map<RecordFeatures, number>(), right = new Map<RecordFeatures, number>()] = sides.values()
  const matches = [...left].flatMap(([record, product]) =>
    [...right].flatMap(([other, otherProduct]): KnownMatch[] => (product === otherProduct ? [[record, other]] : [])),
  )
  return deriveCandidates([...left.keys()], [...right.keys()], matches)
}
