/** Two products of an open alert. */
export interface ProductPair {
  readonly utpids: readonly [string, string]
}

/** A person's decision on a pair. */
export interface PairDecision extends ProductPair {
  readonly resolution: 'merge' | 'dismiss'
}

/**
 * Returns a function that tells whether the answer for a pair follows from decisions. If A is B, and B is C, then A is
 * C. If A is B, and B is not C, then A is not C.
 */
export function followsFrom(decisions: readonly PairDecision[]): (pair: ProductPair) => boolean {
  const parents = new Map<string, string>()
  const rootOf = (utpid: string): string => {
    let root = utpid
    for (let parent = parents.get(root); parent !== undefined; parent = parents.get(root)) root = parent
    return root
  }
  for (const { utpids, resolution } of decisions) {
    const [one, other] = [rootOf(utpids[0]), rootOf(utpids[1])]
    if (resolution === 'merge' && one !== other) parents.set(other, one)
  }
  const different = new Set<string>()
  for (const { utpids, resolution } of decisions) {
    if (resolution === 'dismiss') different.add(keyOf(rootOf(utpids[0]), rootOf(utpids[1])))
  }
  return ({ utpids }) => {
    const [one, other] = [rootOf(utpids[0]), rootOf(utpids[1])]
    return one === other || different.has(keyOf(one, other))
  }
}

function keyOf(one: string, other: string): string {
  return one < other ? `${one} ${other}` : `${other} ${one}`
}
