import type { FoundProduct, Product } from '@utpid/core'
import type { Caller } from '@utpid/service'
import { shownDecisions } from './decided-by.ts'

/** A product as the specification has it: always all of its fields. */
export function productAnswer(product: Product): Record<string, unknown> {
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

/** @param supplier - Of a search by supplier: that one is named. @param include - Keys to add. */
export function searchItem(
  product: FoundProduct,
  supplier: string | undefined,
  include: readonly ('distance' | 'details' | 'facets')[],
  caller: Caller | undefined,
): unknown {
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
    ...(include.includes('distance') && distanceMeters !== undefined ? { distance: distanceMeters } : {}),
    ...(include.includes('details') ? { details: shownDecisions(product, { caller }) } : {}),
  }
}

/** Name of the supplier whose record gave the product its name; of one asked for, when it has it. */
function namingSupplier({ suppliers, provenance }: Product, asked: string | undefined): string {
  const id = asked ?? provenance.name?.supplier
  const found = suppliers.find((supplier) => supplier.id === id) ?? suppliers[0]
  return found?.name ?? ''
}
