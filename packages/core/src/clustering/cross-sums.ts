/** Positions of members, ascending; a group that grows is another array. */
export type MemberGroup = readonly number[]

/** What one cross pair says of joining two groups: its confidence, 0 to 1, or that it forbids it. */
export type PairVote = number | 'forbidden'

/** By less than this a mean depends on the order in which its pairs were added, however many pairs a component has. */
const MEAN_ERROR = 1e-9

/** What is known of all pairs across two groups. */
interface CrossSum {
  /** Of the pairs that were looked at. */
  sum: number
  /** Pairs that were not, as rectangles of members. */
  unseen: (readonly [MemberGroup, MemberGroup])[]
  /** True when any pair forbids joining: then so it is for whatever the two grow into. */
  forbidden: boolean
}

/**
 * The mean over all cross pairs of two groups, again and again while groups join. Each pair is looked at once, and only
 * when a question needs it: when groups join, what is known of them is added up.
 */
export class CrossSums {
  readonly #voteOf: (i: number, j: number) => PairVote
  readonly #known = new Map<MemberGroup, Map<MemberGroup, CrossSum>>()

  constructor(voteOf: (i: number, j: number) => PairVote) {
    this.#voteOf = voteOf
  }

  /** Whether no cross pair forbids joining and the mean of all is at least `least`. */
  isMeanAtLeast(left: MemberGroup, right: MemberGroup, least: number): boolean {
    const cross = this.#known.get(left)?.get(right) ?? this.#remember(left, right, unseen(left, right))
    if (cross.forbidden) return false
    const pairs = left.length * right.length
    let open = cross.unseen.reduce((sum, [rows, columns]) => sum + rows.length * columns.length, 0)
    while (open > 0) {
      // Not even if all the others were sure.
      if ((cross.sum + open) / pairs < least - MEAN_ERROR) return false
      open -= this.#look(cross)
      if (cross.forbidden) return false
    }
    const mean = cross.sum / pairs
    if (Math.abs(mean - least) > MEAN_ERROR) return mean > least
    // So close that the order of adding could decide: then it is always the same one.
    let sum = 0
    for (const i of left) for (const j of right) sum += this.#voteOf(i, j) as number
    return sum / pairs >= least
  }

  /** To be told when two groups become one. */
  join(left: MemberGroup, right: MemberGroup, joined: MemberGroup): void {
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

  /** Looks at one member's pairs. @returns how many there were. */
  #look(cross: CrossSum): number {
    const [rows, columns] = cross.unseen.pop() as readonly [MemberGroup, MemberGroup]
    const i = rows[0] as number
    if (rows.length > 1) cross.unseen.push([rows.slice(1), columns])
    for (const j of columns) {
      const vote = this.#voteOf(i, j)
      if (vote === 'forbidden') {
        cross.forbidden = true
        cross.unseen = []
        break
      }
      cross.sum += vote
    }
    return columns.length
  }

  #remember(left: MemberGroup, right: MemberGroup, cross: CrossSum): CrossSum {
    this.#of(left).set(right, cross)
    this.#of(right).set(left, cross)
    return cross
  }

  #of(group: MemberGroup): Map<MemberGroup, CrossSum> {
    let known = this.#known.get(group)
    if (known === undefined) {
      known = new Map()
      this.#known.set(group, known)
    }
    return known
  }

  #forget(group: MemberGroup): Map<MemberGroup, CrossSum> {
    const known = this.#known.get(group) ?? new Map<MemberGroup, CrossSum>()
    this.#known.delete(group)
    for (const other of known.keys()) this.#known.get(other)?.delete(group)
    return known
  }
}

function unseen(left: MemberGroup, right: MemberGroup): CrossSum {
  return { sum: 0, unseen: [[left, right]], forbidden: false }
}
