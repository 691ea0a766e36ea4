import type { SearchResult } from '@utpid/core'
import { confidenceText, whole } from './number-text.ts'
import { placeText } from './place-text.ts'
import { table } from './table.ts'

/** Products found, a line each; how far they are of a search near a point. */
export function searchText({ products }: Pick<SearchResult, 'products'>): string {
  const showsDistance = products.some(({ distanceMeters }) => distanceMeters !== undefined)
  return table(
    [
      { title: 'utpid' },
      { title: 'name', most: 40 },
      { title: 'category', most: 14 },
      { title: 'place', most: 24 },
      ...(showsDistance ? [{ title: 'metres', align: 'right' as const }] : []),
      { title: 'suppliers', align: 'right' },
      { title: 'confidence', align: 'right' },
    ],
    products.map(({ utpid, name, category, location, distanceMeters, suppliers, confidence }) => [
      utpid,
      name,
      category,
      placeText(location),
      ...(showsDistance ? [distanceMeters === undefined ? '' : whole(distanceMeters)] : []),
      String(suppliers.length),
      confidenceText(confidence),
    ]),
  )
}
