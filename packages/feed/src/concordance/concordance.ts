import type { ConcordanceCode, ConcordanceSet } from '../recipe/recipe.ts'

/** A code that several sets have. A code belongs to one product, so the sets contradict each other. */
export interface RepeatedCode extends ConcordanceCode {
  /** The ids of the sets, sorted. */
  readonly sets: readonly string[]
}

/** Codes that belong together, as sets of one source. The order of the sets does not matter. */
export class Concordance {
  readonly #sets = new Map<string, Map<string, ConcordanceCode>>()
  /** The ids of the sets of each code. */
  readonly #ids = new Map<string, Set<string>>()

  /** Adds codes to the set with this id. */
  add({ id, codes }: ConcordanceSet): void {
    const set = this.#sets.get(id) ?? new Map<string, ConcordanceCode>()
    this.#sets.set(id, set)
    for (const each of codes) {
      const key = keyOf(each)
      set.set(key, each)
      const ids = this.#ids.get(key) ?? new Set<string>()
      this.#ids.set(key, ids.add(id))
    }
  }

  /** The number of sets. */
  get size(): number {
    return this.#sets.size
  }

  /** The number of codes in all sets. */
  get codes(): number {
    return this.#ids.size
  }

  /** Returns the id of the set of a code; undefined for a code without a set, and for a code of several sets. */
  setOf(code: ConcordanceCode): string | undefined {
    const ids = this.#ids.get(keyOf(code))
    if (ids === undefined || ids.size > 1) return undefined
    const [id] = ids
    return id
  }

  /** Returns the codes that several sets have, by supplier and code. */
  repeated(): RepeatedCode[] {
    const found: RepeatedCode[] = []
    for (const [key, ids] of this.#ids) {
      if (ids.size === 1) continue
      const sets = [...ids].sort()
      const code = this.#sets.get(sets[0] ?? '')?.get(key)
      if (code !== undefined) found.push({ supplier: code.supplier, code: code.code, sets })
    }
    return found.sort((a, b) => compare(a.supplier, b.supplier) || compare(a.code, b.code))
  }

  /** Yields the sets in the order of their first codes, without codes of several sets. */
  *sets(): Generator<ConcordanceSet> {
    for (const [id, codes] of this.#sets) {
      const own = [...codes].filter(([key]) => this.#ids.get(key)?.size === 1).map(([, code]) => code)
      if (own.length > 0) yield { id, codes: own }
    }
  }
}

function keyOf({ supplier, code }: ConcordanceCode): string {
  return `${supplier}\n${code}`
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
