import type { Location } from '@utpid/core'

/** Returns city and country as one cell: `Paris, FR`; unknown parts are omitted. */
export function placeText({ city, country }: { readonly city?: string; readonly country?: string }): string {
  return [city, country === 'ZZ' ? '' : country].filter((part) => part !== undefined && part !== '').join(', ')
}

/** Returns a whole address on one line. */
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
