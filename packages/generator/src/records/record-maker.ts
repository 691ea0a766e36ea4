import type { GeneratedRecord } from '../generated-record.ts'
import { FIELDS, SUPPLIERS_PER_PRODUCT } from '../noise/noise-table.ts'
import { styled } from '../noise/supplier-styles.ts'
import type { CityPool } from '../places/city-pool.ts'
import type { GeneratedProduct } from '../products/generated-product.ts'
import { Random, STREAM } from '../random.ts'
import { permute } from '../source-code.ts'
import type { GeneratedSupplier } from '../supplier.ts'
import { activityRecord } from './activity-record.ts'
import { lodgingRecord, type RecordBody } from './lodging-record.ts'
import { transferRecord } from './transfer-record.ts'

/** A supplier that knows a product, and how often it lists it: 1, rarely 2. */
export interface Listing {
  readonly supplier: GeneratedSupplier
  readonly copies: 1 | 2
}

/** Makes the records of products, each from the seed, the product and the supplier alone. */
export interface RecordMaker {
  listingsOf(product: GeneratedProduct): readonly Listing[]
  /** In the order of the suppliers, an exact duplicate after its first. */
  recordsOf(product: GeneratedProduct): readonly GeneratedRecord[]
}

export function createRecordMaker(
  seed: number,
  suppliers: readonly GeneratedSupplier[],
  cities: CityPool,
): RecordMaker {
  function listingsOf(product: GeneratedProduct): readonly Listing[] {
    const random = new Random(seed, STREAM.presence, product.index)
    const dealers = suppliers.filter(({ style }) => style.deals.includes(product.kind))
    const chosen = new Set<GeneratedSupplier>()
    const wanted = Math.min(dealers.length, random.weighted(SUPPLIERS_PER_PRODUCT))
    while (chosen.size < wanted) chosen.add(random.pick(dealers))
    const listed = suppliers.filter((supplier) => chosen.has(supplier))
    return listed.map((supplier) => {
      const isTwice = random.chance(styled(FIELDS.duplicate, supplier.style.fields.duplicate))
      return { supplier, copies: isTwice ? 2 : 1 }
    })
  }

  function bodyOf(product: GeneratedProduct, { style, position }: GeneratedSupplier): RecordBody {
    const random = new Random(seed, STREAM.record, product.index, position)
    if (product.kind === 'lodging') return lodgingRecord(random, product, style, cities)
    if (product.kind === 'activity') return activityRecord(random, product, style, cities)
    return transferRecord(random, product, style)
  }

  function recordsOf(product: GeneratedProduct): readonly GeneratedRecord[] {
    const records: GeneratedRecord[] = []
    for (const { supplier, copies } of listingsOf(product)) {
      const body = bodyOf(product, supplier)
      for (let copy = 0; copy < copies; copy++) {
        const number = permute(product.index * 2 + copy, seed, STREAM.sourceId, supplier.position)
        records.push({ source: supplier.id, sourceId: supplier.style.printCode(number), ...body })
      }
    }
    return records
  }

  return { listingsOf, recordsOf }
}
