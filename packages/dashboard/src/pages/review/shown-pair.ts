import type { Answers } from '@utpid/client'
import type { LinkedRecord, ProductDetails } from '../../data/product/product-details.ts'
import { fieldsOf, namesOf } from '../../data/product/record-fields.ts'
import { type FieldComparison, type FieldMark, markOf } from './field-marks.ts'

interface RecordCode {
  readonly supplier: string
  readonly code: string
}

/** One of the two compared records, with its product. */
export interface PairColumn {
  readonly product: ProductDetails
  readonly linked: LinkedRecord
  readonly supplierName: string
}

/** The values of a field in both records, or empty. */
export interface PairRow {
  readonly name: string
  readonly left: string
  readonly right: string
  readonly mark: FieldMark
  /** Levels of the explanation, in words. */
  readonly levels: readonly string[]
}

/** The data for deciding an alert. */
export interface ComparedPair {
  readonly products: readonly [ProductDetails, ProductDetails]
  /** The two records of the alert and of its explanation. Undefined if one of the records no longer exists. */
  readonly columns: readonly [PairColumn, PairColumn] | undefined
  readonly explanation: Answers['explain'] | undefined
}

/**
 * Returns the data for deciding an alert between two products. @param explanation - Explanation of the alert's two
 * records.
 */
export function comparedPair(
  products: readonly [ProductDetails, ProductDetails],
  explanation: Answers['explain'] | undefined,
): ComparedPair {
  const { a = null, b = null } = explanation?.pair ?? {}
  const [left, right] = [columnOf(a, products), columnOf(b, products)]
  const isPair = left !== undefined && right !== undefined && left.product !== right.product
  return { products, columns: isPair ? [left, right] : undefined, explanation }
}

/** Returns supplier names by id, from both products. */
export function supplierNames(products: readonly ProductDetails[]): (id: string) => string {
  const names = new Map(products.flatMap(({ suppliers }) => suppliers.map(({ id, name }) => [id, name] as const)))
  return (id) => names.get(id) ?? id
}

function columnOf(code: RecordCode | null, products: readonly ProductDetails[]): PairColumn | undefined {
  for (const product of products) {
    const linked = product.records.find(({ record }) => record.supplier === code?.supplier && record.code === code.code)
    if (linked === undefined) continue
    return { product, linked, supplierName: supplierNames([product])(linked.record.supplier) }
  }
  return undefined
}

/** Returns the fields that at least one record has. */
export function rowsOf(
  columns: readonly [PairColumn, PairColumn],
  comparisons: readonly FieldComparison[],
): readonly PairRow[] {
  const fields = columns.map(({ linked }) => fieldsOf(linked.record))
  const [lefts, rights] = fields.map((each) => new Map(each.map(({ name, text }) => [name, text])))
  return namesOf(fields).map((name) => {
    const [left, right] = [lefts?.get(name) ?? '', rights?.get(name) ?? '']
    return { name, left, right, ...markOf(name, left, right, comparisons) }
  })
}

/** Returns the other records of a product. The decision also covers them. */
export function othersOf({ product, linked }: PairColumn): readonly LinkedRecord[] {
  return product.records.filter((each) => each !== linked)
}
