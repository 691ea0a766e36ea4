import type { ProductDetails } from './product-details.ts'

/** Returns supplier names by id, from all products. */
export function supplierNames(products: readonly ProductDetails[]): (id: string) => string {
  const names = new Map(products.flatMap(({ suppliers }) => suppliers.map(({ id, name }) => [id, name] as const)))
  return (id) => names.get(id) ?? id
}
