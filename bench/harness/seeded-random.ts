/** Pseudo-random numbers in [0, 1) from a seed (mulberry32), for reproducible runs. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Returns a shuffled copy of the list. */
export function shuffled<T>(list: readonly T[], random: () => number): T[] {
  const result = [...list]
  for (let at = result.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1))
    const held = result[at] as T
    result[at] = result[other] as T
    result[other] = held
  }
  return result
}

/** Returns a function that draws an item of a list. */
export function picker(random: () => number): <Item>(items: readonly Item[]) => Item {
  return <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item
}
