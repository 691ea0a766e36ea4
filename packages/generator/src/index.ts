export {
  type GeneratedFeeds,
  type GenerateOptions,
  generateFeeds,
  PRODUCTS_MAX,
  SUPPLIERS_MAX,
  type SupplierInfo,
} from './feeds/generate-feeds.ts'
export { type LabelledPair, labelledPairs, type PairEnd, type PairSet } from './feeds/labelled-pairs.ts'
export { measureNames, type NameDifferenceShare, type NameMeasurement } from './feeds/measure-names.ts'
export type { Truth } from './feeds/truth.ts'
export { NAME_DIFFERENCES, type NameDifference, nameDifference } from './noise/name-difference.ts'
export type { ProductCategory } from './noise/product-category.ts'
export type { StyleId } from './noise/supplier-styles.ts'
export type { Activity, GeneratedProduct, Lodging, Transfer, TravelPoint } from './products/generated-product.ts'
export { type GeneratedRecord, type TransferEnd, toJsonLine } from './records/generated-record.ts'
export type { SupplierMix } from './records/record-maker.ts'
