export {
  type GeneratedFeeds,
  type GenerateOptions,
  generateFeeds,
  PRODUCTS_MAX,
  SUPPLIERS_MAX,
  type SupplierInfo,
} from './generate-feeds.ts'
export { type GeneratedRecord, type TransferEnd, toJsonLine } from './generated-record.ts'
export { type LabelledPair, labelledPairs, type PairEnd, type PairSet } from './labelled-pairs.ts'
export type { StyleId } from './noise/supplier-styles.ts'
export type { Activity, GeneratedProduct, Lodging, Transfer } from './products/generated-product.ts'
export type { Truth } from './truth.ts'
