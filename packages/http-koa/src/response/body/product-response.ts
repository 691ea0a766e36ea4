import type { ProductSummary } from '@utpid/core'
import type { FoundProduct, FoundSummary } from '@utpid/core/operations'
import { defined } from '@utpid/core/storage'
import type { Caller } from '@utpid/service'
import { redactDecisions } from './actor-name.ts'

/** Returns a product with all fields of the specification. */
export function productResponse(product: Omit<ProductSummary, 'revision'>): Record<string, unknown> {
  const { utpid, name, category, location, verified, confidence, suppliers, duplicates, lastUpdated } = product
  return {
    utpid,
    name,
    category,
    location: {
      city: location.city ?? '',
      country: location.country ?? 'ZZ',
      coordinates: location.coordinates ?? null,
    },
    verified,
    confidence,
    suppliers: suppliers.map(({ id, name: supplierName }) => ({ id, name: supplierName })),
    duplicates,
    lastUpdated,
  }
}

/**
 * Returns a search result.
 *
 * @param supplier - Supplier filter of the search; if possible, the result shows this supplier.
 * @param hasDistance - Whether to add the distance.
 */
export function searchItem(product: FoundSummary, supplier: string | undefined, hasDistance: boolean): SearchItem {
  const { utpid, name, category, location, verified, confidence, duplicates, lastUpdated, distanceMeters } = product
  return {
    utpid,
    name,
    category,
    supplier: namingSupplier(product, supplier),
    location: { city: location.city ?? '', country: location.country ?? 'ZZ' },
    verified,
    confidence,
    duplicates,
    updated: lastUpdated.slice(0, 10),
    ...(hasDistance && distanceMeters !== undefined ? { distance: distanceMeters } : {}),
  }
}

/** Returns a search result with all details of the product. */
export function detailedItem(
  product: FoundProduct,
  supplier: string | undefined,
  hasDistance: boolean,
  caller: Caller | undefined,
): SearchItem {
  const namedBy = product.provenance.name?.supplier
  const listed = { ...product, ...defined({ namedBy }) }
  return { ...searchItem(listed, supplier, hasDistance), details: redactDecisions(product, { caller }) }
}

type SearchItem = Readonly<Record<string, unknown>>

/**
 * Returns the requested supplier if that supplier has a record of the product. Otherwise returns the supplier of the
 * displayed product name.
 */
function namingSupplier({ suppliers, namedBy }: FoundSummary, asked: string | undefined): string {
  const id = asked ?? namedBy
  const found = suppliers.find((supplier) => supplier.id === id) ?? suppliers[0]
  return found?.name ?? ''
}
