import type { Answers } from '@utpid/client'
import type { LinkedRecord, ProductDetails } from '../../data/product/product-details.ts'
import { isSameCode, type RecordCode } from '../../data/product/record-code.ts'
import { fieldsOf, namesOf } from '../../data/product/record-fields.ts'
import { supplierNames } from '../../data/product/supplier-names.ts'
import { type FieldComparison, type FieldMark, markOf } from './field-marks.ts'

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
 * Returns the data for deciding about two records or products. @param products - Their products, which are the same
 * object for two records of one product. @param explanation - Explanation of the two.
 */
export function comparedPair(
  products: readonly [ProductDetails, ProductDetails],
  explanation: Answers['explain'] | undefined,
): ComparedPair {
  const { a = null, b = null } = explanation?.pair ?? {}
  const [left, right] = [columnOf(a, products), columnOf(b, products)]
  const isPair =
    left !== undefined && right !== undefined && (left.product !== right.product || explanation?.together === true)
  return { products, columns: isPair ? [left, right] : undefined, explanation }
}

function columnOf(code: RecordCode | null, products: readonly ProductDetails[]): PairColumn | undefined {
  for (const product of products) {
    const linked = product.records.find(({ record }) => code !== null && isSameCode(record, code))
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
