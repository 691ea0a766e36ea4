import { PRODUCT_ID_LIMIT, type ProductRow, type Registry } from '@utpid/core'

/** The engine has compiled by then what it asks most, for the rest it needs real questions. */
const SMALL = { milliseconds: 2_000, products: 400 }
/** What takes longer to answer is asked less often in a moment, and whoever has so much is asked more at once. */
const LARGE = { milliseconds: 6_000, products: 2_400 }
const LARGE_FROM = 50_000
const PLACES = 8

/**
 * Asks a registry for its own products for a moment: code that has not run yet is ten times slower, and the first who ask would
 * wait for it.
 *
 * @param products - Reads some products from an id on.
 * @param count - How many products there are, about.
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
    for (const { shown } of await products(after, most.products / PLACES)) {
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
