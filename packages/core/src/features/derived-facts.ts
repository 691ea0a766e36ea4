/**
 * What facts are derived from once, since it is compared again and again. They lie in the object itself, where a copy does not
 * find them. Candidates live for one comparison and come by the ten thousand a second: of a WeakMap the engine keeps what was
 * derived of them, and them with it, until it next looks through everything it holds.
 */
export class FactHolder {
  #facts: unknown[] | undefined

  /** The facts of an object, which may be of any kind. */
  static factsOf(object: object): unknown[] {
    if (!(#facts in object)) return factsBeside(object)
    object.#facts ??= []
    return object.#facts
  }
}

const beside = new WeakMap<object, unknown[]>()

/** Of what a caller has put together. */
function factsBeside(object: object): unknown[] {
  let facts = beside.get(object)
  if (facts === undefined) {
    facts = []
    beside.set(object, facts)
  }
  return facts
}

let slots = 0

/** One fact that is derived of objects of one kind. */
export class DerivedFact<Of extends object, Fact> {
  readonly #slot: number = slots++

  /** Undefined until it was set. */
  get(of: Of): Fact | undefined {
    return FactHolder.factsOf(of)[this.#slot] as Fact | undefined
  }

  set(of: Of, fact: Fact): void {
    FactHolder.factsOf(of)[this.#slot] = fact
  }
}
