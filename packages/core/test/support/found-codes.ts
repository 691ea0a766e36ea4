import type { Registry, SearchOptions } from '@utpid/core'

/** Returns the codes of the products that a search finds, in order. */
export async function foundCodes(registry: Registry, text: string, options?: SearchOptions): Promise<string[]> {
  const { products } = await registry.search(text, options)
  return products.map(({ records }) => records[0]?.record.code ?? '?')
}
