/** Functions of the review page that process answers of the service, for benches. */
export { type ComparedPair, comparedPair, rowsOf, supplierNames } from '../../src/pages/review/shown-pair.ts'
export { whyApart } from '../../src/pages/review/why-apart.ts'
