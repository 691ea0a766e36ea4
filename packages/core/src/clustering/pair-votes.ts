import type { PairScore } from '../scoring/score-pair.ts'
import type { RecordId } from '../storage/rows.ts'
import type { ComponentEdge, ComponentMember, Constraints, JoiningLimits } from './cluster-component.ts'
import type { MemberCluster, PairVote } from './cross-sums.ts'

/** A cross pair of two clusters, with its match weight in bits. */
export interface CrossPair {
  readonly a: RecordId
  readonly b: RecordId
  readonly weight: number
  readonly vote: PairVote
}

/** The score of an edge does not show whether the pair is vetoed. */
type KnownScore = Omit<PairScore, 'vetoed'> & { readonly vetoed?: boolean }

/** The votes of the pairs of one component. Each pair is scored at most once, and edges are not scored again. */
export class PairVotes {
  readonly #members: readonly ComponentMember[]
  readonly #limits: JoiningLimits
  readonly #scorePair: (a: RecordId, b: RecordId) => PairScore
  readonly #cannotLink: Constraints['cannotLink']
  readonly #scores = new Map<number, KnownScore>()

  constructor(
    members: readonly ComponentMember[],
    limits: JoiningLimits,
    scorePair: (a: RecordId, b: RecordId) => PairScore,
    cannotLink: Constraints['cannotLink'],
  ) {
    this.#members = members
    this.#limits = limits
    this.#scorePair = scorePair
    this.#cannotLink = cannotLink
  }

  /** Adds the score of an edge between two positions. */
  add(i: number, j: number, { weight, confidence }: Pick<ComponentEdge, 'weight' | 'confidence'>): void {
    this.#scores.set(this.#keyOf(i, j), { weight, confidence })
  }

  /** Returns the vote of a pair of positions. */
  of(i: number, j: number): PairVote {
    const [one, other] = [this.#members[i] as ComponentMember, this.#members[j] as ComponentMember]
    if (this.#cannotLink(one.id, other.id)) return 'judged_different'
    const score = this.#scoreOf(i, j)
    if (score.vetoed === true) return 'vetoed'
    return one.supplier === other.supplier && score.weight < this.#limits.sameSupplierBits(one.supplier)
      ? 'same_supplier'
      : score.confidence
  }

  /** Yields every pair of a member of one cluster and a member of the other cluster. */
  *across(left: MemberCluster, right: MemberCluster): Generator<CrossPair> {
    for (const i of left) {
      for (const j of right) {
        const [a, b] = [this.#members[i] as ComponentMember, this.#members[j] as ComponentMember]
        yield { a: a.id, b: b.id, weight: this.#scoreOf(i, j).weight, vote: this.of(i, j) }
      }
    }
  }

  #scoreOf(i: number, j: number): KnownScore {
    const key = this.#keyOf(i, j)
    let score = this.#scores.get(key)
    if (score === undefined) {
      score = this.#scorePair((this.#members[i] as ComponentMember).id, (this.#members[j] as ComponentMember).id)
      this.#scores.set(key, score)
    }
    return score
  }

  #keyOf(i: number, j: number): number {
    return Math.min(i, j) * this.#members.length + Math.max(i, j)
  }
}
