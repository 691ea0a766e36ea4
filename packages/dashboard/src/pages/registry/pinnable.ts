/** Fields that can be pinned. */
export const PINNABLE: readonly string[] = [
  'name',
  'category',
  'address',
  'city',
  'region',
  'country',
  'postalCode',
  'coordinates',
  'phone',
  'email',
  'website',
  'brand',
  'stars',
  'rooms',
]

/**
 * Parses the typed text for the API: a number for stars and rooms, a pair of coordinates, else text.
 *
 * @returns undefined for an invalid text.
 */
export function pinnedValue(field: string, text: string): unknown {
  const given = text.trim()
  if (given === '') return undefined
  if (field === 'stars' || field === 'rooms') return finite(given)
  if (field !== 'coordinates') return given
  const [latitude, longitude, ...more] = given.split(/[\s,;]+/).map(finite)
  return latitude === undefined || longitude === undefined || more.length > 0 ? undefined : [latitude, longitude]
}

function finite(text: string): number | undefined {
  const value = Number(text)
  return text === '' || !Number.isFinite(value) ? undefined : value
}
