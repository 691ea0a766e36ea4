import type { Product } from '@utpid/core'
import { fieldPaths, GOLDEN_FIELDS, type GoldenField, RECORD_FIELDS, valueAt } from '@utpid/core/fields'
import { defined } from '@utpid/core/storage'
import { confidenceText, counted } from '../text/number-text.ts'
import { printable } from '../text/printable.ts'
import { cut, LINE_CHARACTERS, table } from '../text/table.ts'
import { addressText } from './place-text.ts'

const NAME_CHARACTERS = 40
const VALUE_CHARACTERS = 60
const LABELS: ReadonlyMap<string, string> = new Map(
  fieldPaths(RECORD_FIELDS).map(({ path, definition }) => [path.join('.'), definition.label.toLowerCase()]),
)
/** The displayed fields after name, category and place. */
const FACTS: readonly GoldenField[] = GOLDEN_FIELDS.filter(
  ({ name, path }) => path.length === 1 && name !== 'name' && name !== 'category',
)

export interface ProductTextOptions {
  /** Maximum characters of supplier codes; longer codes are cut. Default: no limit. */
  readonly codeCharacters?: number
}

/** Formats a product for people: its displayed fields, then its records. */
export function productText(product: Product, options: ProductTextOptions = {}): string {
  return `${productHead(product)}${detailsText(product)}${recordsText(product, options)}`
}

function productHead(product: Product): string {
  const { utpid, name, category, location } = product
  const facts = FACTS.flatMap(({ path, definition }) => {
    const value = valueAt(product, path)
    if (value === undefined) return []
    return [
      typeof value === 'number' ? counted(value, definition.label.toLowerCase().replace(/s$/, '')) : String(value),
    ]
  })
  const state = [
    `confidence ${confidenceText(product.confidence)}`,
    counted(product.suppliers.length, 'supplier'),
    product.verified ? 'verified' : 'not verified',
    ...(product.duplicates > 0 ? [counted(product.duplicates, 'open duplicate alert')] : []),
    `updated ${product.lastUpdated.slice(0, 16).replace('T', ' ')}`,
  ]
  const head = [
    `${utpid}  ${name}  (${category})`,
    ...[addressText(location), facts.join(', '), state.join(', ')]
      .filter((line) => line !== '')
      .map((line) => `  ${line}`),
  ]
  return `${head.map((line) => cut(printable(line), LINE_CHARACTERS)).join('\n')}\n`
}

/** Formats the values outside the golden record, one line each, with the suppliers that provide them. */
function detailsText({ details }: Product): string {
  if (details === undefined) return ''
  return table(
    [{ title: '  detail' }, { title: 'value', maxColumns: VALUE_CHARACTERS }, { title: 'from' }],
    Object.entries(details.provenance).map(([path, records]) => [
      `  ${LABELS.get(path) ?? path}`,
      printable(valueText(valueAt(details.fields, path.split('.')))),
      [...new Set(records.map(({ supplier }) => supplier))].join(', '),
    ]),
  )
}

function valueText(value: unknown): string {
  if (Array.isArray(value)) return value.map(valueText).join(', ')
  if (typeof value !== 'object' || value === null) return String(value)
  return Object.values(value).map(valueText).join(' ')
}

function recordsText({ records }: Product, { codeCharacters }: ProductTextOptions): string {
  return table(
    [
      { title: '  supplier' },
      { title: 'code', ...defined({ maxColumns: codeCharacters }) },
      { title: 'name', maxColumns: NAME_CHARACTERS },
      { title: 'linked by' },
      { title: 'confidence', align: 'right' },
    ],
    records.map(({ record, method, confidence }) => [
      `  ${record.supplier}`,
      record.code,
      record.name,
      method === 'created' ? 'first record' : method.replaceAll('_', ' '),
      confidenceText(confidence),
    ]),
  )
}
