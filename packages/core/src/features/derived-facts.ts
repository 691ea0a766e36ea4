/**
 * Holds cached values derived from an object. The cache is in a private field of the object, so copies do not share it.
 * Candidates live for one comparison and arrive at ten thousand a second. A WeakMap would keep them and their values
 * alive until the next full garbage collection.
 */
export class FactHolder {
  #facts: unknown[] | undefined

  /** Returns the cached values of an object of any kind. */
  static factsOf(object: object): unknown[] {
    if (!(#facts in object)) return factsBeside(object)
    object.#facts ??= []
    return object.#facts
  }
}

const beside = new WeakMap<object, unknown[]>()

/** Caches for plain objects of callers, in a WeakMap. */
function factsBeside(object: object): unknown[] {
  let facts = beside.get(object)
  if (facts === undefined) {
    facts = []
    beside.set(object, facts)
  }
  return facts
}

let slots = 0

/** One cached value per object of one kind. */
export class DerivedFact<Of extends object, Fact> {
  readonly #slot: number = slots++

  /** Returns the value, or undefined if it was not set. */
  get(of: Of): Fact | undefined {
    return FactHolder.factsOf(of)[this.#slot] as Fact | undefined
  }

  set(of: Of, fact: Fact): void {
    FactHolder.factsOf(of)[this.#slot] = fact
  }
}
