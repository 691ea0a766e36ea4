/** A prime: ids are told apart by the rest of their division, 32 kB of them. */
const PLACES = 4_093

/**
 * Which ids were asked for lately, roughly: a later one may take the place of another.
 *
 * By it a cache takes in what is asked for a second time. Where everything is asked for once, as all over a large registry,
 * remembering helps nobody, and each thing that makes room for another is garbage that outlived its youth: the dearest kind.
 */
export class AskedLately {
  readonly #ids: Float64Array = new Float64Array(PLACES).fill(-1)

  /** Whether it was asked for lately; from now on it was. */
  again(id: number): boolean {
    const at = id % PLACES
    const isKnown = this.#ids[at] === id
    this.#ids[at] = id
    return isKnown
  }
}
