import { FIELDS, SEVERAL_CODES, SUPPLIERS_PER_PRODUCT } from '../noise/noise-table.ts'
import type { ProductCategory } from '../noise/product-category.ts'
import { styled } from '../noise/supplier-styles.ts'
import type { CityPool } from '../places/city-pool.ts'
import type { GeneratedProduct } from '../products/generated-product.ts'
import { Random, STREAM } from '../random/random.ts'
import { permute } from '../suppliers/source-code.ts'
import type { GeneratedSupplier } from '../suppliers/supplier.ts'
import { printCode } from '../suppliers/supplier-code.ts'
import { writeActivity } from './activity-record.ts'
import type { GeneratedRecord } from './generated-record.ts'
import { writeLodging } from './lodging-record.ts'
import { writeNearCopy } from './near-copy.ts'
import { writePoint } from './point-record.ts'
import type { RecordDraft } from './record-draft.ts'
import { writeTransfer } from './transfer-record.ts'

/** The number of suppliers that list a product: `real` as in open feeds, `bedbank` as for a wholesaler. */
export type SupplierMix = keyof typeof SUPPLIERS_PER_PRODUCT

/** A supplier that lists a product, and the number of its listings. */
export interface Listing {
  readonly supplier: GeneratedSupplier
  readonly copies: number
}

/** The wholesaler that lists products under several codes. */
export interface SeveralCodes {
  readonly supplier: GeneratedSupplier
  /** Share of its products with two to six codes, in 1/10,000. */
  readonly share: number
}

/** Creates the records of products. Each record depends only on the seed, the product and the supplier. */
export interface RecordMaker {
  listingsOf(product: GeneratedProduct): readonly Listing[]
  /** Returns the records in the order of the suppliers. A supplier's second code follows its first code. */
  recordsOf(product: GeneratedProduct): readonly GeneratedRecord[]
}

export function createRecordMaker(
  seed: number,
  suppliers: readonly GeneratedSupplier[],
  cities: CityPool,
  mix: SupplierMix,
  severalCodes: SeveralCodes | undefined,
): RecordMaker {
  const sizes: readonly (readonly [number, number])[] = SUPPLIERS_PER_PRODUCT[mix]
  const dealersOf = new Map<ProductCategory, readonly GeneratedSupplier[]>()

  function dealersIn(category: ProductCategory): readonly GeneratedSupplier[] {
    const known = dealersOf.get(category)
    if (known !== undefined) return known
    const dealers = suppliers.filter(({ style }) => style.deals.includes(category))
    dealersOf.set(category, dealers)
    return dealers
  }

  function listingsOf(product: GeneratedProduct): readonly Listing[] {
    const random = new Random(seed, STREAM.presence, product.index)
    const dealers = dealersIn(product.category)
    let wanted = Math.min(dealers.length, random.weighted(sizes))
    const listings: Listing[] = []
    for (const [at, supplier] of dealers.entries()) {
      // Selection sampling: every subset of `wanted` suppliers is equally likely.
      if (random.below(dealers.length - at) >= wanted) continue
      wanted--
      const isTwice = random.chance(styled(FIELDS.duplicate, supplier.style.fields.duplicate))
      listings.push({ supplier, copies: isTwice ? 2 : 1 })
    }
    return [...listings, ...wholesaleOf(product)]
  }

  /** Uses its own random numbers, so that the other suppliers' records do not depend on the wholesaler. */
  function wholesaleOf({ index, category }: GeneratedProduct): readonly Listing[] {
    if (severalCodes === undefined) return []
    const { supplier, share } = severalCodes
    const random = new Random(seed, STREAM.codes, index)
    if (!supplier.style.deals.includes(category) || !random.chance(SEVERAL_CODES.lists)) return []
    return [{ supplier, copies: random.chance(share) ? random.weighted<number>(SEVERAL_CODES.codes) : 1 }]
  }

  function write(draft: RecordDraft, random: Random, product: GeneratedProduct, { style }: GeneratedSupplier): void {
    switch (product.kind) {
      case 'lodging':
        writeLodging(draft, random, product, style, cities)
        break
      case 'activity':
        writeActivity(draft, random, product, style, cities)
        break
      case 'transfer':
        writeTransfer(draft, random, product, style)
        break
      case 'point':
        writePoint(draft, random, product, style)
        break
    }
  }

  function recordsOf(product: GeneratedProduct): readonly GeneratedRecord[] {
    const records: GeneratedRecord[] = []
    for (const { supplier, copies } of listingsOf(product)) {
      const { id, position, style } = supplier
      for (let copy = 0; copy < copies; copy++) {
        // A host gives the second listing of a flat another title. Other suppliers repeat the same row under the second
        // code.
        const random = new Random(seed, STREAM.record, product.index, position, style.retitles ? copy : 0)
        const number = permute(product.index * style.maxCodes + copy, seed, STREAM.sourceId, position)
        const sourceId = printCode(style.code, number)
        const draft: RecordDraft = { source: id, sourceId, name: '', category: product.category, city: '', country: '' }
        write(draft, random, product, supplier)
        if (supplier === severalCodes?.supplier && copy > 0) {
          writeNearCopy(draft, new Random(seed, STREAM.codes, product.index, position, copy))
        }
        records.push(draft)
      }
    }
    return records
  }

  return { listingsOf, recordsOf }
}
