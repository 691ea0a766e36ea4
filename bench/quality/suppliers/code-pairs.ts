/** A code of a supplier with its real product and its product in the registry. */
export interface KnownCode {
  readonly supplier: string
  readonly product: number
  readonly utpid: number
}

export interface CodePairs {
  /** Pairs of two codes of one real product. */
  readonly same: number
  /** Pairs among them with one UTPID. */
  readonly joined: number
  /** Pairs of two real products with one UTPID. */
  readonly wrong: number
}

/**
 * Counts pairs of codes.
 *
 * @param isCounted - Decides by the two suppliers of a pair. The order of the suppliers must not matter.
 */
export function countPairs(codes: readonly KnownCode[], isCounted: (one: string, other: string) => boolean): CodePairs {
  let [same, joined, wrong] = [0, 0, 0]
  for (const [one, other] of pairsOf(codes, ({ product }) => product)) {
    if (!isCounted(one.supplier, other.supplier)) continue
    same++
    if (one.utpid === other.utpid) joined++
  }
  for (const [one, other] of pairsOf(codes, ({ utpid }) => utpid)) {
    if (one.product !== other.product && isCounted(one.supplier, other.supplier)) wrong++
  }
  return { same, joined, wrong }
}

/** Yields the pairs of codes with one key. */
function* pairsOf(
  codes: readonly KnownCode[],
  keyOf: (code: KnownCode) => number,
): Generator<readonly [KnownCode, KnownCode]> {
  const groups = new Map<number, KnownCode[]>()
  for (const code of codes) {
    const group = groups.get(keyOf(code))
    if (group === undefined) groups.set(keyOf(code), [code])
    else group.push(code)
  }
  for (const group of groups.values()) {
    for (const [at, one] of group.entries()) for (const other of group.slice(at + 1)) yield [one, other]
  }
}
