import type { Answers } from '@utpid/client'
import type { LinkedRecord, ProductDetails } from '../../data/product/product-details.ts'
import { fieldsOf, namesOf } from '../../data/product/record-fields.ts'
import { type FieldComparison, type FieldMark, markOf } from './field-marks.ts'

interface RecordCode {
  readonly supplier: string
  readonly code: string
}

/** One of the two records that are compared, with the product it is with. */
export interface PairColumn {
  readonly product: ProductDetails
  readonly linked: LinkedRecord
  readonly supplierName: string
}

/** What both say of a field; empty for nothing. */
export interface PairRow {
  readonly name: string
  readonly left: string
  readonly right: string
  readonly mark: FieldMark
  /** Of the explanation, as words. */
  readonly levels: readonly string[]
}

/** What is needed to decide an alert. */
export interface ComparedPair {
  readonly products: readonly [ProductDetails, ProductDetails]
  /** The two records that the alert rests on, which the explanation is of; undefined when one of them is gone. */
  readonly columns: readonly [PairColumn, PairColumn] | undefined
  readonly explanation: Answers['explain'] | undefined
}

/** @param explanation - Of the two records of an alert between the products. */
export function comparedPair(
  products: readonly [ProductDetails, ProductDetails],
  explanation: Answers['explain'] | undefined,
): ComparedPair {
  const { a = null, b = null } = explanation?.pair ?? {}
  const [left, right] = [columnOf(a, products), columnOf(b, products)]
  const isPair = left !== undefined && right !== undefined && left.product !== right.product
  return { products, columns: isPair ? [left, right] : undefined, explanation }
}

/** Names of suppliers by their ids, as the products have them. */
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

/** Field by field, those that one of the two says at least. */
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

/** Records of a product beside the one that is shown: a decision is about them, too. */
export function othersOf({ product, linked }: PairColumn): readonly LinkedRecord[] {
  return product.records.filter((each) => each !== linked)
}
