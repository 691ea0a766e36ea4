/** Functions of the review page that process responses of the service, for benchmarks. */

export { nonMatchText } from '../../src/pages/review/non-match-text.ts'
export { type ComparedPair, comparedPair, rowsOf, supplierNames } from '../../src/pages/review/shown-pair.ts'
