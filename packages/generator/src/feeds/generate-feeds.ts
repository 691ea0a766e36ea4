import type { Gazetteer } from '@utpid/core'
import { loadGazetteer } from '@utpid/gazetteer'
import { DENSE, SUPPLIERS_PER_PRODUCT } from '../noise/noise-table.ts'
import type { StyleId } from '../noise/supplier-styles.ts'
import { createCityPool } from '../places/city-pool.ts'
import { createDenseDistricts } from '../places/dense-district.ts'
import { createProductMaker } from '../products/product-maker.ts'
import type { GeneratedRecord } from '../records/generated-record.ts'
import { createRecordMaker, type SeveralCodes, type SupplierMix } from '../records/record-maker.ts'
import { makeSuppliers, makeWholesaler } from '../suppliers/supplier.ts'
import { createTruth, type Truth } from './truth.ts'

/** Maximum number of products of one seed. Codes are 32-bit numbers, and each product needs two codes. */
export const PRODUCTS_MAX = 2_147_483_648
/** Maximum number of products if a wholesaler has six codes for a product. */
const PRODUCTS_MAX_SEVERAL_CODES = 715_827_882
export const SUPPLIERS_MAX = 40
const PRODUCTS_DEFAULT = 3_000
const SUPPLIERS_DEFAULT = 6

const MIXES: readonly string[] = Object.keys(SUPPLIERS_PER_PRODUCT)

export interface GenerateOptions {
  /** The seed, which determines all output: a whole number from 0 to 2^53 - 1. */
  readonly seed: number
  /** Number of real products, 1 to 2^31. Default: 3,000, which give about 5,000 records. */
  readonly products?: number
  /** Number of suppliers, 1 to 40. Default: 6. The suppliers use the six styles in turn. */
  readonly suppliers?: number
  /**
   * The number of suppliers that list a product. Default: `real`, with a mean of 1.7 as in open feeds. `bedbank`: up to
   * 8.
   */
  readonly mix?: SupplierMix
  /**
   * Share of products, 0 to 1, that are apartments of dense districts. Such a district has up to 1,000 apartments
   * within 250 m. Default: 0.04. At 0.2, about 20,000 records are enough for a district whose keys exceed the record
   * limit of a key lookup.
   */
  readonly dense?: number
  /**
   * Adds a supplier `wholesaler` that lists lodgings under several codes: the share of its products, 0 to 1, with two to
   * six codes. The rows of one product are near copies: with a word for the board or the type of room, written in
   * another way, or moved by up to 30 m. Then there are at most 715,827,882 products. Default: no such supplier.
   */
  readonly severalCodes?: number
  /**
   * The source of cities and airports; another gazetteer gives other feeds. Default: the gazetteer of
   * `@utpid/gazetteer`.
   */
  readonly gazetteer?: Gazetteer
}

export interface SupplierInfo {
  /** The value of `source` in the supplier's records. */
  readonly id: string
  readonly name: string
  readonly style: StyleId
}

export interface GeneratedFeeds {
  readonly suppliers: readonly SupplierInfo[]
  /**
   * Every record of every supplier. Records are generated during iteration and never stored; each iteration starts
   * again. Records are in the order of the real products, so the records of one product are adjacent.
   */
  readonly records: Iterable<GeneratedRecord>
  /**
   * Returns the records of one real product by its index.
   *
   * @throws {RangeError} if there is no such product.
   */
  recordsOf(index: number): readonly GeneratedRecord[]
  readonly truth: Truth
}

function checkWhole(name: string, value: number, min: number, max: number): void {
  if (Number.isSafeInteger(value) && value >= min && value <= max) return
  throw new RangeError(`${name} is ${value}: give a whole number from ${min} to ${max}`)
}

function checkShare(name: string, value: number): void {
  if (!(value >= 0 && value <= 1)) throw new RangeError(`${name} is ${value}: give a number from 0 to 1`)
}

function wholesalerOf(share: number | undefined, position: number): SeveralCodes | undefined {
  return share === undefined ? undefined : { supplier: makeWholesaler(position), share: Math.round(share * 10_000) }
}

/**
 * Generates suppliers' feeds of fictitious products in real cities, together with the truth, which gives the product of
 * each record.
 *
 * Product number k of a seed does not depend on the number of products. Its records depend on the number of suppliers,
 * but on nothing else.
 *
 * @throws {RangeError} if a number is not in its range, or a value is not allowed.
 * @throws {TypeError} if the gazetteer lacks the required cities or airports.
 */
export function generateFeeds(options: GenerateOptions): GeneratedFeeds {
  const { seed, products = PRODUCTS_DEFAULT, suppliers: supplierCount = SUPPLIERS_DEFAULT } = options
  const { mix = 'real', dense = DENSE.share, severalCodes } = options
  checkWhole('seed', seed, 0, Number.MAX_SAFE_INTEGER)
  checkWhole('products', products, 1, severalCodes === undefined ? PRODUCTS_MAX : PRODUCTS_MAX_SEVERAL_CODES)
  checkWhole('suppliers', supplierCount, 1, SUPPLIERS_MAX)
  if (!MIXES.includes(mix)) throw new RangeError(`mix is ${mix}: give ${MIXES.join(' or ')}`)
  checkShare('dense', dense)
  if (severalCodes !== undefined) checkShare('severalCodes', severalCodes)

  const cities = createCityPool(options.gazetteer ?? loadGazetteer())
  const wholesaler = wholesalerOf(severalCodes, supplierCount)
  const suppliers = makeSuppliers(supplierCount)
  const allSuppliers = wholesaler === undefined ? suppliers : [...suppliers, wholesaler.supplier]
  const productAt = createProductMaker(seed, cities, createDenseDistricts(seed, cities, dense))
  const maker = createRecordMaker(seed, suppliers, cities, mix, wholesaler)
  const truth = createTruth(seed, products, allSuppliers, productAt, maker)

  function* allRecords(): Generator<GeneratedRecord> {
    for (let index = 0; index < products; index++) yield* maker.recordsOf(productAt(index))
  }

  return {
    suppliers: allSuppliers.map(({ id, name, style }) => ({ id, name, style: style.id })),
    records: { [Symbol.iterator]: allRecords },
    recordsOf: (index) => maker.recordsOf(truth.product(index)),
    truth,
  }
}
