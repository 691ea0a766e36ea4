import type { SearchResult } from '@utpid/core'
import { confidenceText } from './number-text.ts'
import { placeText } from './place-text.ts'
import { table } from './table.ts'

/** Products found, a line each. */
export function searchText({ products }: Pick<SearchResult, 'products'>): string {
  return table(
    [
      { title: 'utpid' },
      { title: 'name', most: 40 },
      { title: 'category', most: 14 },
      { title: 'place', most: 24 },
      { title: 'suppliers', align: 'right' },
      { title: 'confidence', align: 'right' },
    ],
    products.map(({ utpid, name, category, location, suppliers, confidence }) => [
      utpid,
      name,
      category,
      placeText(location),
      String(suppliers.length),
      confidenceText(confidence),
    ]),
  )
}
