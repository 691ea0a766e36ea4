import { isPlainObject } from '../json/plain-object.ts'
import { resolveKey } from './resolve-key.ts'

/**
 * The separator matches in only one way. If two adjacent parts could both match spaces, matching would take quadratic
 * time.
 */
const PAIR_IN_TEXT = /^[\s([]*(-?\d+(?:\.\d+)?)°?(?:\s+(?:[,;]\s*)?|[,;]\s*)(-?\d+(?:\.\d+)?)°?[\s)\]]*$/

/**
 * Converts a location to `[latitude, longitude]`. The location may be an object with these two numbers, a GeoJSON point
 * (longitude first) or text such as `48.85, 2.35`. Any other value, including a list, stays unchanged. The numbers are
 * not checked.
 */
export function coordinatesOf(value: unknown): unknown {
  if (typeof value === 'string') {
    const pair = PAIR_IN_TEXT.exec(value)
    return pair === null ? value : [pair[1], pair[2]]
  }
  if (!isPlainObject(value)) return value
  if (value.type === 'Point' && Array.isArray(value.coordinates)) return [value.coordinates[1], value.coordinates[0]]
  const latitude = memberOf(value, 'location.latitude')
  const longitude = memberOf(value, 'location.longitude')
  return latitude === undefined && longitude === undefined ? value : [latitude ?? null, longitude ?? null]
}

function memberOf(value: Record<string, unknown>, target: string): unknown {
  for (const [key, member] of Object.entries(value)) {
    const meaning = resolveKey(key)
    if (meaning?.kind === 'field' && meaning.target === target) return member
  }
  return undefined
}
