import type { FoundListed, FoundProduct, ListedProduct } from '@utpid/core'
import type { Caller } from '@utpid/service'
import { shownDecisions } from './decided-by.ts'

/** A product as the specification has it: always all of its fields. */
export function productAnswer(product: Omit<ListedProduct, 'revision'>): Record<string, unknown> {
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

/** @param supplier - Of a search by supplier: that one is named. @param hasDistance - Whether it is asked for. */
export function searchItem(product: FoundListed, supplier: string | undefined, hasDistance: boolean): SearchItem {
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

/** ... with all that the registry knows of it. */
export function detailedItem(
  product: FoundProduct,
  supplier: string | undefined,
  hasDistance: boolean,
  caller: Caller | undefined,
): SearchItem {
  const namedBy = product.provenance.name?.supplier
  const listed = { ...product, ...(namedBy === undefined ? {} : { namedBy }) }
  return { ...searchItem(listed, supplier, hasDistance), details: shownDecisions(product, { caller }) }
}

type SearchItem = Readonly<Record<string, unknown>>

/** Name of the supplier whose record gave the product its name; of one asked for, when it has it. */
function namingSupplier({ suppliers, namedBy }: FoundListed, asked: string | undefined): string {
  const id = asked ?? namedBy
  const found = suppliers.find((supplier) => supplier.id === id) ?? suppliers[0]
  return found?.name ?? ''
}
