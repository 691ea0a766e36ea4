import { expect, it } from 'vitest'
import { ExportCrossCheck } from '../../../src/registry/export/export-cross-check.ts'
import type { ExportFacts } from '../../../src/storage/bulk-load.ts'

/**
 * The content of an export: the product of each record, the records of each product, and whether lineage has it as active.
 */
interface Said {
  readonly links: readonly (readonly [record: number, product: number])[]
  readonly products: readonly (readonly [product: number, ...records: number[]])[]
  readonly lineages: readonly (readonly [product: number, isActive: 0 | 1])[]
}

const FITTING: Said = {
  links: [
    [1, 10],
    [2, 10],
    [3, 11],
    [4, -1],
  ],
  products: [
    [10, 1, 2],
    [11, 3],
  ],
  lineages: [
    [10, 1],
    [11, 1],
    [12, 0],
  ],
}

function contradictionOf(...told: readonly Partial<Said>[]): string | undefined {
  const check = new ExportCrossCheck()
  for (const { links = [], products = [], lineages = [] } of told) {
    check.takeFacts({
      links: Float64Array.from(links.flat()),
      products: Float64Array.from(products.flatMap(([product, ...records]) => [product, records.length, ...records])),
      lineages: Float64Array.from(lineages.flat()),
    } as unknown as ExportFacts)
  }
  return check.contradiction()
}

it.each<[string, readonly Partial<Said>[], string | undefined]>([
  ['everything fits', [FITTING], undefined],
  ['the later row holds', [{ links: [[1, 11]], products: [[10, 7]] }, FITTING], undefined],
  ['a record elsewhere', [FITTING, { links: [[2, 11]] }], 'product 10 lists record 2, which is linked to 11'],
  ['a record nowhere', [FITTING, { links: [[3, -1]] }], 'product 11 lists record 3, which is linked to none'],
  ['no lineage', [FITTING, { lineages: [[11, 0]] }], 'product 11 is present, but not active by its lineage'],
  ['no product', [FITTING, { lineages: [[12, 1]] }], 'product 12 is active by its lineage, but not present'],
  ['a link to none', [FITTING, { links: [[5, 13]] }], 'record 5 is linked to product 13, which is not present'],
  ['a link not listed', [FITTING, { links: [[5, 11]] }], 'record 5 is linked to product 11, which does not list it'],
  ['listed twice', [FITTING, { products: [[11, 3, 3]] }], 'a product lists a record twice'],
])('%s', (_, told, contradiction) => {
  expect(contradictionOf(...told)).toBe(contradiction)
})

it('accepts any number of records', () => {
  const records = Array.from({ length: 30_000 }, (_, at) => at)
  const links = records.map((record) => [record, 1_000_000 + Math.floor(record / 3)] as const)
  const products = records
    .filter((record) => record % 3 === 0)
    .map((record) => [1_000_000 + record / 3, record, record + 1, record + 2] as const)
  const lineages = products.map(([product]) => [product, 1] as const)
  expect(contradictionOf({ links, products, lineages })).toBeUndefined()
  expect(contradictionOf({ links, products: products.slice(1), lineages: lineages.slice(1) })).toBe(
    'record 0 is linked to product 1000000, which is not present',
  )
})
