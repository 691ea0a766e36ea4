import type { Registry } from '@utpid/core'
import { defined, PRODUCT_ID_LIMIT, type ProductRow } from '@utpid/core/storage'

/** The limits for small registries: enough to compile the most frequent code. Other code needs real queries. */
const SMALL = { milliseconds: 2_000, products: 400 }
/** The limits for large registries. They are higher, since each query takes longer and there are more queries. */
const LARGE = { milliseconds: 6_000, products: 2_400 }
const LARGE_FROM = 50_000
const PLACES = 8

/**
 * Sends a registry queries for its own products, for a few seconds. Code that has not yet run is ten times slower,
 * which would delay the first users.
 *
 * @param products - Returns some products after an id.
 * @param count - The approximate number of products.
 */
export async function warmUp(
  registry: Registry,
  products: (after: number, limit: number) => Promise<readonly ProductRow[]>,
  count: number,
): Promise<void> {
  const most = count < LARGE_FROM ? SMALL : LARGE
  const end = performance.now() + most.milliseconds
  for (let place = 0; place < PLACES; place++) {
    const after = Math.floor((PRODUCT_ID_LIMIT / PLACES) * place) - 1
    for (const { goldenRecord } of await products(after, most.products / PLACES)) {
      if (performance.now() > end) return
      const { name, category, city, country, coordinates } = goldenRecord
      // Ignores results and errors.
      await Promise.allSettled([
        registry.search(name, { fields: 'summary' }),
        registry.search(`${name.slice(0, -2)} ${city ?? ''}`, { fields: 'summary' }),
        registry.search(city ?? name, { fields: 'summary', ...defined({ country }) }),
        registry.match({ name: `${name} `, category, location: { city, country, coordinates } }),
      ])
    }
  }
}
