/**
 * Holds cached values derived from an object. The cache is in a private field of the object, so copies do not share it.
 * Each second, the code creates ten thousand candidates, compares each candidate once and drops it. A WeakMap would
 * keep candidates and values alive until the next full garbage collection.
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

/**
 * Returns the cache of an object that does not extend this class, such as a plain object of a caller. A WeakMap stores
 * these caches.
 */
function externalCacheOf(object: object): unknown[] {
  let cache = externalCaches.get(object)
  if (cache === undefined) {
    cache = []
    externalCaches.set(object, cache)
  }
  return cache
}

let slots = 0

/** A cache of one value per object, such as the spelling of a name. */
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
