import type { Answers } from '@utpid/client'
import { expect, test } from 'vitest'
import type { ProductDetails } from '../../../src/data/product/product-details.ts'
import { comparedPair, rowsOf } from '../../../src/pages/review/shown-pair.ts'

function product(utpid: string, ...records: readonly (readonly [supplier: string, code: string])[]): ProductDetails {
  return {
    utpid,
    // The displayed name differs from the names of all records.
    name: `Golden ${utpid}`,
    suppliers: records.map(([id]) => ({ id, name: id.toUpperCase() })),
    records: records.map(([supplier, code]) => ({ record: { supplier, code, name: `${supplier} ${code}` } })),
  } as unknown as ProductDetails
}

const pairOf = (a: object | null, b: object | null): Answers['explain'] =>
  ({ pair: { a, b, comparisons: [] } }) as unknown as Answers['explain']
const ONE = product('UTP-1', ['bedbank', '1'], ['expo', '2'])
const OTHER = product('UTP-2', ['bedbank', '3'], ['rival', '4'])

test('the columns are the two explained records, in order, not the displayed fields of the products', () => {
  const { columns } = comparedPair(
    [ONE, OTHER],
    pairOf({ supplier: 'rival', code: '4' }, { supplier: 'expo', code: '2' }),
  )
  if (columns === undefined) throw new Error('Both records are there.')
  expect(
    columns.map(({ product: { utpid }, linked: { record }, supplierName }) => [utpid, record.code, supplierName]),
  ).toEqual([
    ['UTP-2', '4', 'RIVAL'],
    ['UTP-1', '2', 'EXPO'],
  ])
  expect(rowsOf(columns, [])).toEqual([
    { name: 'name', left: 'rival 4', right: 'expo 2', mark: 'uncompared', levels: [] },
  ])
})

test.each([
  ['no explanation', undefined],
  ['no pair', { pair: null } as Answers['explain']],
  ['a record of neither product', pairOf({ supplier: 'bedbank', code: '1' }, { supplier: 'bedbank', code: 'gone' })],
  ['an input', pairOf(null, { supplier: 'bedbank', code: '1' })],
  ['two records of one product', pairOf({ supplier: 'bedbank', code: '1' }, { supplier: 'expo', code: '2' })],
])('%s gives no columns', (_what, explanation) => {
  expect(comparedPair([ONE, OTHER], explanation)).toMatchObject({ products: [ONE, OTHER], columns: undefined })
})
