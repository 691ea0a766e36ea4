/** Functions of the review page that process responses of the service, for benchmarks. */

export { supplierNames } from '../../src/data/product/supplier-names.ts'
export { nonMatchText } from '../../src/pages/review/non-match-text.ts'
export { type ComparedPair, comparedPair, rowsOf } from '../../src/pages/review/shown-pair.ts'
