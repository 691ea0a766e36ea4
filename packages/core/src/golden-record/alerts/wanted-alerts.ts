import type { ProductDraft } from '../../clustering/product-draft.ts'
import { productPair } from '../../clustering/product-pair.ts'
import type { ProductId } from '../../model/utpid.ts'
import { entropyOfConfidence } from '../../scoring/match-weight.ts'
import type { PairScorer } from '../../scoring/score-pair.ts'
import type { EdgeRow, RecordId } from '../../storage/rows.ts'
import { productPairConfidence } from './product-pair-confidence.ts'

/** Content of an alert that should exist. */
export interface WantedAlert {
  readonly products: readonly [ProductId, ProductId]
  readonly records: readonly [RecordId, RecordId]
  readonly confidence: number
  readonly informationGain: number
  readonly edge: EdgeRow
  /** The lowest pair of records, which determines the id of a new alert. */
  readonly lowest: string
}

/**
 * Returns the alerts that the edges between a transaction's products require. The key of each alert is {@link
 * productPair}.
 */
export function wantedAlerts(drafts: readonly ProductDraft[], scorer: PairScorer): Map<string, WantedAlert> {
  const byId = new Map(drafts.map((draft) => [draft.id, draft]))
  const wanted = new Map<string, WantedAlert>()
  for (const draft of drafts) {
    for (const [competingId, { strongest: edge, lowest }] of draft.competing) {
      const competing = byId.get(competingId)
      if (competing === undefined || draft.id > competingId) continue
      const ofDraft = draft.links.has(edge.a) ? edge.a : edge.b
      wanted.set(productPair(draft.id, competingId), {
        products: [draft.id, competingId],
        records: [ofDraft, ofDraft === edge.a ? edge.b : edge.a],
        confidence: edge.confidence,
        informationGain: informationGainOf(
          productPairConfidence(edge.weight / 100, draft, competing, scorer),
          draft,
          competing,
        ),
        edge,
        lowest: `${lowest.a}:${lowest.b}`,
      })
    }
  }
  return wanted
}

/** Returns the information gain in 1/1,000 bits, as alerts store it. */
export function informationGainOf(confidence: number, one: ProductDraft, other: ProductDraft): number {
  return Math.round(entropyOfConfidence(confidence) * one.records.length * other.records.length * 1_000)
}
