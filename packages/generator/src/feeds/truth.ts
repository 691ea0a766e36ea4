import type { GeneratedProduct } from '../products/generated-product.ts'
import { STREAM } from '../random/random.ts'
import type { RecordMaker } from '../records/record-maker.ts'
import { unpermute } from '../suppliers/source-code.ts'
import type { GeneratedSupplier } from '../suppliers/supplier.ts'
import { parseCode } from '../suppliers/supplier-code.ts'

/**
 * Returns the real product of each record. The product is computed from the code. This computation needs no memory, and
 * works before the records are generated.
 */
export interface Truth {
  /** Number of real products; indexes are 0 to `productCount` - 1. */
  readonly productCount: number
  /**
   * Returns the real product at an index.
   *
   * @throws {RangeError} if the index is not from 0 to `productCount` - 1.
   */
  product(index: number): GeneratedProduct
  /** Returns the index of the real product of a record; `undefined` for a record that is not in these feeds. */
  productOf(source: string, sourceId: string): number | undefined
}

export function createTruth(
  seed: number,
  productCount: number,
  suppliers: readonly GeneratedSupplier[],
  productAt: (index: number) => GeneratedProduct,
  records: RecordMaker,
): Truth {
  const byId = new Map(suppliers.map((supplier) => [supplier.id, supplier]))

  function product(index: number): GeneratedProduct {
    if (Number.isInteger(index) && index >= 0 && index < productCount) return productAt(index)
    throw new RangeError(`there is no product ${index}: give a whole number from 0 to ${productCount - 1}`)
  }

  function productOf(source: string, sourceId: string): number | undefined {
    const supplier = byId.get(source)
    const code = supplier === undefined ? undefined : parseCode(supplier.style.code, sourceId)
    if (supplier === undefined || code === undefined) return undefined
    const number = unpermute(code, seed, STREAM.sourceId, supplier.position)
    const { maxCodes } = supplier.style
    const index = Math.floor(number / maxCodes)
    if (index >= productCount) return undefined
    const listing = records.listingsOf(productAt(index)).find((listed) => listed.supplier === supplier)
    return listing !== undefined && number % maxCodes < listing.copies ? index : undefined
  }

  return { productCount, product, productOf }
}
