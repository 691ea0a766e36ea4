import { PRODUCT_ID_LIMIT, type ProductRow, type Registry } from '@utpid/core'

/** The engine has compiled by then what it asks most, for the rest it needs real questions. */
const MILLISECONDS = 2_000
const PRODUCTS_MOST = 400
const PLACES = 8

/**
 * Asks a registry for its own products for a moment: code that has not run yet is ten times slower, and the first who ask would
 * wait for it.
 *
 * @param products - Reads some products from an id on.
 */
export async function warmUp(
  registry: Registry,
  products: (after: number, limit: number) => Promise<readonly ProductRow[]>,
): Promise<void> {
  const end = performance.now() + MILLISECONDS
  for (let place = 0; place < PLACES; place++) {
    const after = Math.floor((PRODUCT_ID_LIMIT / PLACES) * place) - 1
    for (const { shown } of await products(after, PRODUCTS_MOST / PLACES)) {
      if (performance.now() > end) return
      const { name, category, city, country, coordinates } = shown
      // What it answers is nobody's business, also when that is an error.
      await Promise.allSettled([
        registry.list(name),
        registry.list(`${name.slice(0, -2)} ${city ?? ''}`),
        registry.list(city ?? name, country === undefined ? {} : { country }),
        registry.match({ name: `${name} `, category, location: { city, country, coordinates } }),
      ])
    }
  }
}
