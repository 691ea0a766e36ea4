/** What the review page makes of the answers of the service, for benches that read as the page does. */
export { type ComparedPair, comparedPair, rowsOf, supplierNames } from '../../src/pages/review/shown-pair.ts'
export { whyApart } from '../../src/pages/review/why-apart.ts'
