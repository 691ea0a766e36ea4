import { SEARCH_FACETS, type SearchResult } from '@utpid/core'
import type { SearchFacets } from '@utpid/core/operations'
import { confidenceText, counted, whole } from '../text/number-text.ts'
import { table } from '../text/table.ts'
import { placeText } from './place-text.ts'

/** Formats the products found, one line each, with the distance for a search near a point. */
export function searchText({ products }: Pick<SearchResult, 'products'>): string {
  const showsDistance = products.some(({ distanceMeters }) => distanceMeters !== undefined)
  return table(
    [
      { title: 'utpid' },
      { title: 'name', maxColumns: 40 },
      { title: 'category', maxColumns: 14 },
      { title: 'place', maxColumns: 24 },
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

/** Maximum values of each facet; `--json` has all. */
const FACET_VALUES = 10

/** Formats the counts of the products found by category and country, the most common first. */
export function facetsText({ exact, ...facets }: SearchFacets): string {
  return SEARCH_FACETS.flatMap((facet) => {
    const counts = facets[facet] ?? []
    if (counts.length === 0) return []
    const shown = counts.slice(0, FACET_VALUES).map(({ value, products }) => `${value} ${whole(products)}`)
    const more = counts.length - shown.length
    const rest = more > 0 ? `, and ${counted(more, 'more value')}` : ''
    return [`${facet}${exact ? '' : ' (at least)'}: ${shown.join(', ')}${rest}\n`]
  }).join('')
}
