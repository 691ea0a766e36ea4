import type { Location } from '@utpid/core'

/** City and country as one cell: `Paris, FR`; what is unknown is left out. */
export function placeText({ city, country }: { readonly city?: string; readonly country?: string }): string {
  return [city, country === 'ZZ' ? '' : country].filter((part) => part !== undefined && part !== '').join(', ')
}

/** A whole address on one line. */
export function addressText(location: Location): string {
  const { address, postalCode, city, region, country, coordinates } = location
  const town = [postalCode, city].filter((part) => part !== undefined && part !== '').join(' ')
  const place = [address, town, region, country === 'ZZ' ? '' : country]
    .filter((part) => part !== undefined && part !== '')
    .join(', ')
  const point =
    coordinates === null || coordinates === undefined ? '' : coordinates.map((each) => each.toFixed(5)).join(' ')
  return [place, point].filter((part) => part !== '').join('   ')
}
