/** Positions of a cluster's members in ascending order. A growing cluster gets a new array. */
export type MemberCluster = readonly number[]

/** A reason why a cross pair forbids joining two clusters. */
export type PairVeto = 'judged_different' | 'vetoed' | 'same_supplier'

/** The vote of a cross pair on joining two clusters: its confidence, 0 to 1, or the reason why it forbids joining. */
export type PairVote = number | PairVeto

/** Upper bound of the rounding error of a mean, which depends on the order of addition, for any component size. */
const MEAN_ERROR = 1e-9

/** A partial sum of confidences over the pairs of records across two clusters. */
interface CrossSum {
  /** Sum of the confidences of the pairs that are already scored. */
  sum: number
  /** Pairs that are not yet scored, as rectangles of members. */
  unseen: (readonly [MemberCluster, MemberCluster])[]
  /** True if any pair forbids joining. The value then stays true for all larger clusters. */
  forbidden: boolean
}

/**
 * Computes the mean over all cross pairs of two clusters while clusters join. Each pair is scored at most once, and
 * only when a mean requires it. When clusters join, their sums are added.
 */
export class CrossSums {
  readonly #voteOf: (i: number, j: number) => PairVote
  readonly #sums = new Map<MemberCluster, Map<MemberCluster, CrossSum>>()

  constructor(voteOf: (i: number, j: number) => PairVote) {
    this.#voteOf = voteOf
  }

  /** Reports whether no cross pair forbids joining and the mean of all pairs is at least `min`. */
  isMeanAtLeast(left: MemberCluster, right: MemberCluster, min: number): boolean {
    const cross = this.#sums.get(left)?.get(right) ?? this.#remember(left, right, unseen(left, right))
    if (cross.forbidden) return false
    const pairs = left.length * right.length
    let open = cross.unseen.reduce((sum, [rows, columns]) => sum + rows.length * columns.length, 0)
    while (open > 0) {
      // The mean is too low even if all remaining pairs have confidence 1.
      if ((cross.sum + open) / pairs < min - MEAN_ERROR) return false
      open -= this.#scoreMember(cross)
      if (cross.forbidden) return false
    }
    const mean = cross.sum / pairs
    if (Math.abs(mean - min) > MEAN_ERROR) return mean > min
    // The sum is so close to the limit that the order of addition could decide. So this code adds in a fixed order.
    let sum = 0
    for (const i of left) for (const j of right) sum += this.#voteOf(i, j) as number
    return sum / pairs >= min
  }

  /** Adds the sums of two clusters. Call this function when the two clusters join. */
  join(left: MemberCluster, right: MemberCluster, joined: MemberCluster): void {
    const [ofLeft, ofRight] = [this.#forget(left), this.#forget(right)]
    for (const other of new Set([...ofLeft.keys(), ...ofRight.keys()])) {
      if (other === left || other === right) continue
      const one = ofLeft.get(other) ?? unseen(left, other)
      const two = ofRight.get(other) ?? unseen(right, other)
      this.#remember(joined, other, {
        sum: one.sum + two.sum,
        unseen: [...one.unseen, ...two.unseen],
        forbidden: one.forbidden || two.forbidden,
      })
    }
  }

  /** Scores the pairs of one member and returns the number of these pairs. */
  #scoreMember(cross: CrossSum): number {
    const [rows, columns] = cross.unseen.pop() as readonly [MemberCluster, MemberCluster]
    const i = rows[0] as number
    if (rows.length > 1) cross.unseen.push([rows.slice(1), columns])
    for (const j of columns) {
      const vote = this.#voteOf(i, j)
      if (typeof vote === 'string') {
        cross.forbidden = true
        cross.unseen = []
        break
      }
      cross.sum += vote
    }
    return columns.length
  }

  #remember(left: MemberCluster, right: MemberCluster, cross: CrossSum): CrossSum {
    this.#of(left).set(right, cross)
    this.#of(right).set(left, cross)
    return cross
  }

  #of(group: MemberCluster): Map<MemberCluster, CrossSum> {
    let known = this.#sums.get(group)
    if (known === undefined) {
      known = new Map()
      this.#sums.set(group, known)
    }
    return known
  }

  #forget(group: MemberCluster): Map<MemberCluster, CrossSum> {
    const known = this.#sums.get(group) ?? new Map<MemberCluster, CrossSum>()
    this.#sums.delete(group)
    for (const other of known.keys()) this.#sums.get(other)?.delete(group)
    return known
  }
}

function unseen(left: MemberCluster, right: MemberCluster): CrossSum {
  return { sum: 0, unseen: [[left, right]], forbidden: false }
}
