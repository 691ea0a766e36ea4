import { PINNABLE_FIELDS } from '../../generated/fields.ts'

const KINDS: ReadonlyMap<string, string> = new Map(PINNABLE_FIELDS)

/** Fields that can be pinned. */
export const PINNABLE: readonly string[] = [...KINDS.keys()]

/**
 * Parses the typed text for the API: a number, a pair of coordinates or text, by the kind of the field.
 *
 * @returns undefined for an invalid text.
 */
export function pinnedValue(field: string, text: string): unknown {
  const given = text.trim()
  if (given === '') return undefined
  const kind = KINDS.get(field)
  if (kind === 'number') return finite(given)
  if (kind !== 'coordinates') return given
  const [latitude, longitude, ...more] = given.split(/[\s,;]+/).map(finite)
  return latitude === undefined || longitude === undefined || more.length > 0 ? undefined : [latitude, longitude]
}

function finite(text: string): number | undefined {
  const value = Number(text)
  return text === '' || !Number.isFinite(value) ? undefined : value
}
