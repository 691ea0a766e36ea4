/**
 * Holds cached values derived from an object. The cache is in a private field of the object, so copies do not share it.
 * Ten thousand candidates a second are created, compared once and dropped. A WeakMap would keep them and their values
 * alive until the next full garbage collection.
 */
export class CacheHolder {
  #cache: unknown[] | undefined

  /** Returns the cached values of an object of any kind. */
  static cacheOf(object: object): unknown[] {
    if (!(#cache in object)) return externalCacheOf(object)
    object.#cache ??= []
    return object.#cache
  }
}

const externalCaches = new WeakMap<object, unknown[]>()

/** Caches for plain objects of callers, in a WeakMap. */
function externalCacheOf(object: object): unknown[] {
  let cache = externalCaches.get(object)
  if (cache === undefined) {
    cache = []
    externalCaches.set(object, cache)
  }
  return cache
}

let slots = 0

/** One cached value per object of one kind. */
export class CachedValue<Of extends object, Fact> {
  readonly #slot: number = slots++

  /** Returns the value, or undefined if it was not set. */
  get(of: Of): Fact | undefined {
    return CacheHolder.cacheOf(of)[this.#slot] as Fact | undefined
  }

  set(of: Of, fact: Fact): void {
    CacheHolder.cacheOf(of)[this.#slot] = fact
  }
}
