import { formatUtpid } from '@utpid/core'
import { decodeFeatures, type PairScorer } from '@utpid/core/scoring'
import type { StoredRecord } from '@utpid/core/storage'
import type { ImportedPair } from '@utpid/evaluation'
import { explainPair, type PairExplanation } from '../explain-pair.ts'

/** Labelled pairs whose result contradicts their label, by kind of error. */
export interface RegistryMisses {
  /** Positives that no blocking key brings together. */
  readonly unblocked: MissList
  /** Positives with two UTPIDs and no alert. */
  readonly apart: MissList
  /** Positives with two UTPIDs and an alert. */
  readonly alerted: MissList
  readonly wronglyJoined: MissList
  /** Negatives with an alert. */
  readonly wronglyAlerted: MissList
}

export interface MissList {
  readonly total: number
  /** Sorted by confidence, highest first. For negatives these are the worst pairs. */
  readonly pairs: readonly RegistryMiss[]
}

export interface RegistryMiss extends PairExplanation {
  readonly set: string
  readonly a: MissEnd
  readonly b: MissEnd
}

export interface MissEnd {
  readonly supplier: string
  readonly code: string
  readonly name: string
  readonly utpid: string
}

/** Lists wrong pairs of each kind, each with the explanation of its score. */
export function registryMisses(
  scorer: PairScorer,
  limit: number,
  kinds: Readonly<Record<keyof RegistryMisses, readonly ImportedPair[]>>,
): RegistryMisses {
  const list = (pairs: readonly ImportedPair[]): MissList => ({
    total: pairs.length,
    pairs: pairs
      .map(({ a, b, set }) => ({
        set,
        a: endOf(a),
        b: endOf(b),
        ...explainPair(scorer, decodeFeatures(a.row.features), decodeFeatures(b.row.features)),
      }))
      .sort((x, y) => y.weight - x.weight)
      .slice(0, limit),
  })
  return {
    unblocked: list(kinds.unblocked),
    apart: list(kinds.apart),
    alerted: list(kinds.alerted),
    wronglyJoined: list(kinds.wronglyJoined),
    wronglyAlerted: list(kinds.wronglyAlerted),
  }
}

function endOf({ row, link }: StoredRecord): MissEnd {
  const { supplier, code, name } = row.record
  return { supplier, code, name, utpid: link === undefined ? '' : formatUtpid(link.productId) }
}
